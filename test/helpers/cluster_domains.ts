/** Security configuration of a cluster with one authentication domain of each type. */
import { domain, PASSWORDS } from '../../src/backend/testing/domains';
import type { OpenIdPeer } from './openid_provider';
import type { SamlProviderDouble } from './saml_provider';

interface Wanted {
  /** Base URL of the product. */
  readonly base: string;
  /** Index of saved objects. */
  readonly index: string;
  /** HMAC key for tokens. */
  readonly signingKey: Buffer;
  readonly openid: OpenIdPeer;
  readonly saml: SamlProviderDouble;
}

export const domainsOf = ({ base, index, signingKey, openid, saml }: Wanted): object => ({
  _meta: { type: 'config', config_version: 2 },
  config: {
    dynamic: {
      kibana: { index: index },
      http: {
        anonymous_auth_enabled: true,
        xff: {
          enabled: true,
          internalProxies: '127\\.0\\.0\\.1',
          remoteIpHeader: 'x-forwarded-for',
        },
      },
      authc: {
        proxy: domain(
          'proxy',
          { user_header: 'x-proxy-user', roles_header: 'x-proxy-roles' },
          { order: 3 }
        ),
        openid: domain(
          'openid',
          {
            openid_connect_url: openid.connectUrl,
            subject_key: 'preferred_username',
            roles_key: 'roles',
          },
          { order: 1 }
        ),
        jwt: domain(
          'jwt',
          { signing_key: signingKey.toString('base64'), roles_key: 'roles' },
          { order: 2 }
        ),
        saml: {
          ...domain('saml', {}, { order: 5 }),
          // Last, because a cluster skips all domains after a challenging one.
          http_authenticator: {
            type: 'saml',
            challenge: true,
            config: {
              idp: { metadata_content: saml.metadata, entity_id: saml.entityId },
              sp: { entity_id: 'dashboards' },
              kibana_url: base,
              roles_key: 'groups',
              exchange_key: Buffer.alloc(48, 7).toString('base64'),
            },
          },
        },
        certificates: domain('clientcert', { username_attribute: 'cn' }, { order: 4 }),
        passwords: {
          ...PASSWORDS,
          order: 0,
          http_authenticator: { type: 'basic', challenge: false },
        },
      },
    },
  },
});
