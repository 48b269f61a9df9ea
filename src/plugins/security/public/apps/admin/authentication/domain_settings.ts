/**
 * Form fields of authentication domains: settings by authenticator type, as the embedded engine
 * reads them (docs/reference/engine.md#authentication). Other settings are kept and edited as JSON.
 */
import { t } from '@sd/core/public';

export interface DomainSetting {
  /** As in the configuration; dots separate nested objects. */
  readonly key: string;
  readonly label: string;
  readonly help?: string;
  /** `list`: one item per line; `area`: multiline text, such as a key. */
  readonly kind?: 'list' | 'area';
}

/** In display order. */
export const DOMAIN_TYPES = [
  'basic',
  'jwt',
  'openid',
  'saml',
  'proxy',
  'extended-proxy',
  'clientcert',
] as const;

/** @param type - the result is empty for types that the engine does not support */
export const listSettings = (type: string): readonly DomainSetting[] =>
  Object.hasOwn(SETTINGS, type) ? (SETTINGS[type] as () => readonly DomainSetting[])() : [];

const SETTINGS: Readonly<Record<string, () => readonly DomainSetting[]>> = {
  jwt: () => [signingKey(), keyAddress(), ...tokenSettings()],
  openid: () => [discovery(), keyAddress(), authorities(), ...tokenSettings()],
  saml: () => samlSettings(),
  proxy: () => proxySettings(),
  'extended-proxy': () => [...proxySettings(), attributePrefix()],
  clientcert: () => certificateSettings(),
};

const signingKey = (): DomainSetting => ({
  key: 'signing_key',
  kind: 'area',
  label: t('security.domain.signingKey', 'Signing key'),
  help: t('security.domain.signingKeyHelp', 'A public key (PEM) or a secret (base64).'),
});

const keyAddress = (): DomainSetting => ({
  key: 'jwks_uri',
  label: t('security.domain.keyAddress', 'Key set URL (JWKS)'),
  help: t('security.domain.keyAddressHelp', 'Used instead of the signing key.'),
});

const discovery = (): DomainSetting => ({
  key: 'openid_connect_url',
  label: t('security.common.discoveryURL', 'Discovery URL'),
  help: t('security.domain.discoveryHelp', 'Usually ends in /.well-known/openid-configuration.'),
});

const authorities = (): DomainSetting => ({
  key: 'openid_connect_idp.pemtrustedcas_filepath',
  label: t('security.domain.authorities', 'Trusted certificate authorities file'),
  help: t(
    'security.domain.authoritiesHelp',
    'PEM file on the server. Only needed for private certificate authorities.'
  ),
});

const tokenSettings = (): readonly DomainSetting[] => [
  {
    key: 'subject_key',
    kind: 'list',
    label: t('security.domain.subjectKey', 'Username claim'),
    help: t('security.domain.subjectKeyHelp', 'Default: sub. One path segment per line.'),
  },
  {
    key: 'roles_key',
    kind: 'list',
    label: t('security.domain.rolesKey', 'Backend roles claim'),
    help: t(
      'security.domain.rolesKeyHelp',
      'A list or comma-separated text. One path segment per line.'
    ),
  },
  {
    key: 'required_issuer',
    label: t('security.domain.issuer', 'Allowed issuer (iss)'),
    help: t('security.domain.issuerHelp', 'Tokens from other issuers are refused.'),
  },
  {
    key: 'required_audience',
    kind: 'list',
    label: t('security.domain.audience', 'Allowed audiences (aud)'),
    help: t(
      'security.domain.audienceHelp',
      'Tokens for other audiences are refused. One per line.'
    ),
  },
  {
    key: 'jwt_header',
    label: t('security.domain.tokenHeader', 'Token header'),
    help: t('security.domain.tokenHeaderHelp', 'Default: Authorization.'),
  },
  {
    key: 'jwt_url_parameter',
    label: t('security.domain.tokenParameter', 'Token URL parameter'),
    help: t(
      'security.domain.tokenParameterHelp',
      'None by default. URLs can end up in the logs of other systems.'
    ),
  },
  {
    key: 'jwt_clock_skew_tolerance_seconds',
    label: t('security.domain.clockSkew', 'Clock skew (seconds)'),
    help: t('security.domain.clockSkewHelp', 'Default: 30.'),
  },
];

const samlSettings = (): readonly DomainSetting[] => [
  {
    key: 'idp.metadata_url',
    label: t('security.common.providerMetadataURL', 'Provider metadata URL'),
  },
  {
    key: 'idp.metadata_file',
    label: t('security.domain.metadataFile', 'Provider metadata file'),
    help: t('security.domain.metadataFileHelp', 'Path on the server. Used instead of the URL.'),
  },
  {
    key: 'idp.entity_id',
    label: t('security.common.providerEntityID', 'Provider entity ID'),
  },
  {
    key: 'sp.entity_id',
    label: t('security.domain.spEntity', "This server's entity ID"),
  },
  {
    key: 'kibana_url',
    label: t('security.domain.ownAddress', "This server's URL"),
    help: t('security.domain.ownAddressHelp', 'As browsers see it, including the base path.'),
  },
  {
    key: 'exchange_key',
    label: t('security.domain.exchangeKey', 'Exchange key'),
    help: t(
      'security.domain.exchangeKeyHelp',
      'Signs login tokens. Use at least 32 random characters.'
    ),
  },
  {
    key: 'roles_key',
    label: t('security.domain.rolesAttribute', 'Backend roles attribute'),
  },
  {
    key: 'subject_key',
    label: t('security.domain.nameAttribute', 'Username attribute'),
    help: t('security.domain.nameAttributeHelp', 'Default: the NameID.'),
  },
  rolesSeparator(),
  {
    key: 'sp.signature_private_key_filepath',
    label: t('security.domain.privateKey', 'Private key file'),
    help: t(
      'security.domain.privateKeyHelp',
      'Path on the server. Signs requests and decrypts assertions.'
    ),
  },
];

const rolesSeparator = (): DomainSetting => ({
  key: 'roles_separator',
  label: t('security.domain.rolesSeparator', 'Backend roles separator'),
});

const proxySettings = (): readonly DomainSetting[] => [
  {
    key: 'user_header',
    label: t('security.domain.userHeader', 'Username header'),
    help: t(
      'security.domain.userHeaderHelp',
      'Only trusted from the proxies in the connection settings.'
    ),
  },
  {
    key: 'roles_header',
    label: t('security.domain.rolesHeader', 'Backend roles header'),
  },
  rolesSeparator(),
];

const attributePrefix = (): DomainSetting => ({
  key: 'attr_header_prefix',
  label: t('security.domain.attributePrefix', 'Attribute header prefix'),
});

const certificateSettings = (): readonly DomainSetting[] => [
  {
    key: 'username_attribute',
    label: t('security.domain.certificateName', 'Username part of the subject'),
    help: t('security.domain.certificateNameHelp', 'For example CN. Default: the whole subject.'),
  },
  {
    key: 'roles_attribute',
    label: t('security.domain.certificateRoles', 'Backend roles part of the subject'),
  },
  {
    key: 'skip_users',
    kind: 'list',
    label: t('security.domain.skippedUsers', 'Ignored subjects'),
    help: t('security.domain.skippedUsersHelp', 'Patterns, one per line.'),
  },
];
