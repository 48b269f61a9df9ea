/** Authentication domains of the guided setup: what most providers need, to be reviewed. */
export type ProviderMethod = 'openid' | 'saml';

export interface ProviderInput {
  /** Discovery or metadata URL. */
  readonly metadata: string;
  /** Client id (OpenID) or the provider's entity id (SAML). */
  readonly client: string;
  /** Signs the tokens of SAML logins. */
  readonly exchangeKey: string;
}

type Domain = Readonly<Record<string, unknown>>;

const domain = (type: ProviderMethod, challenge: boolean, config: object): Domain => ({
  http_authenticator: { type, challenge, config },
  authentication_backend: { type: 'noop' },
});

export const PROVIDER_DOMAINS: Readonly<
  Record<ProviderMethod, (input: ProviderInput, base: string) => Domain>
> = {
  openid: ({ metadata, client }) =>
    domain('openid', false, {
      openid_connect_url: metadata,
      required_audience: client,
      subject_key: 'preferred_username',
      roles_key: 'roles',
    }),
  saml: ({ metadata, client, exchangeKey }, base) =>
    domain('saml', true, {
      idp: { metadata_url: metadata, entity_id: client },
      sp: { entity_id: 'dashboards' },
      kibana_url: base,
      exchange_key: exchangeKey,
      roles_key: 'groups',
    }),
};

/** A new secret of 64 characters; a SAML domain needs at least 32. */
export const newExchangeKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
