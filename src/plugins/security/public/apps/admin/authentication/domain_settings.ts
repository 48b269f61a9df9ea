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
export const settingsOf = (type: string): readonly DomainSetting[] =>
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
  label: t('security.domain.signingKey', 'Key of the signatures'),
  help: t('security.domain.signingKeyHelp', 'A public key in PEM, or a secret in base64.'),
});

const keyAddress = (): DomainSetting => ({
  key: 'jwks_uri',
  label: t('security.domain.keyAddress', 'Address of a key set (JWKS)'),
  help: t('security.domain.keyAddressHelp', 'Asked for the keys in place of the above.'),
});

const discovery = (): DomainSetting => ({
  key: 'openid_connect_url',
  label: t('security.domain.discovery', 'Discovery address of the provider'),
  help: t(
    'security.domain.discoveryHelp',
    'It ends in /.well-known/openid-configuration as a rule.'
  ),
});

const authorities = (): DomainSetting => ({
  key: 'openid_connect_idp.pemtrustedcas_filepath',
  label: t('security.domain.authorities', 'File with trusted authorities'),
  help: t(
    'security.domain.authoritiesHelp',
    'PEM, on the server; for providers whose certificate is of an own authority.'
  ),
});

const tokenSettings = (): readonly DomainSetting[] => [
  {
    key: 'subject_key',
    kind: 'list',
    label: t('security.domain.subjectKey', 'Claim with the name'),
    help: t(
      'security.domain.subjectKeyHelp',
      'Default: sub. Each step into the claims on a line of its own.'
    ),
  },
  {
    key: 'roles_key',
    kind: 'list',
    label: t('security.domain.rolesKey', 'Claim with the backend roles'),
    help: t(
      'security.domain.rolesKeyHelp',
      'A list, or a text with commas. Each step on a line of its own.'
    ),
  },
  {
    key: 'required_issuer',
    label: t('security.domain.issuer', 'Required issuer'),
    help: t('security.domain.issuerHelp', 'Tokens of anybody else (iss) are refused.'),
  },
  {
    key: 'required_audience',
    kind: 'list',
    label: t('security.domain.audience', 'Required audience'),
    help: t(
      'security.domain.audienceHelp',
      'Tokens for nobody of these (aud) are refused. One on each line.'
    ),
  },
  {
    key: 'jwt_header',
    label: t('security.domain.tokenHeader', 'Header with the token'),
    help: t('security.domain.tokenHeaderHelp', 'Default: Authorization.'),
  },
  {
    key: 'jwt_url_parameter',
    label: t('security.domain.tokenParameter', 'Parameter with the token'),
    help: t(
      'security.domain.tokenParameterHelp',
      'Of the address; none by default. Addresses end up in logs of others.'
    ),
  },
  {
    key: 'jwt_clock_skew_tolerance_seconds',
    label: t('security.domain.clockSkew', 'Tolerance of clocks, in seconds'),
    help: t('security.domain.clockSkewHelp', 'Default: 30.'),
  },
];

const samlSettings = (): readonly DomainSetting[] => [
  {
    key: 'idp.metadata_url',
    label: t('security.domain.metadataUrl', 'Address of the provider’s metadata'),
  },
  {
    key: 'idp.metadata_file',
    label: t('security.domain.metadataFile', 'File with the provider’s metadata'),
    help: t('security.domain.metadataFileHelp', 'On the server, in place of an address.'),
  },
  {
    key: 'idp.entity_id',
    label: t('security.domain.idpEntity', 'Entity id of the provider'),
  },
  {
    key: 'sp.entity_id',
    label: t('security.domain.spEntity', 'Entity id of this product'),
  },
  {
    key: 'kibana_url',
    label: t('security.domain.ownAddress', 'Address of this product'),
    help: t('security.domain.ownAddressHelp', 'As browsers see it, with the base path.'),
  },
  {
    key: 'exchange_key',
    label: t('security.domain.exchangeKey', 'Exchange key'),
    help: t(
      'security.domain.exchangeKeyHelp',
      'Signs the tokens of sign-ins; 32 random characters and more.'
    ),
  },
  {
    key: 'roles_key',
    label: t('security.domain.rolesAttribute', 'Attribute with the backend roles'),
  },
  {
    key: 'subject_key',
    label: t('security.domain.nameAttribute', 'Attribute with the name'),
    help: t('security.domain.nameAttributeHelp', 'Default: the name id.'),
  },
  rolesSeparator(),
  {
    key: 'sp.signature_private_key_filepath',
    label: t('security.domain.privateKey', 'File with the private key'),
    help: t(
      'security.domain.privateKeyHelp',
      'On the server; signs requests and opens what is encrypted.'
    ),
  },
];

const rolesSeparator = (): DomainSetting => ({
  key: 'roles_separator',
  label: t('security.domain.rolesSeparator', 'Between two backend roles'),
});

const proxySettings = (): readonly DomainSetting[] => [
  {
    key: 'user_header',
    label: t('security.domain.userHeader', 'Header with the name'),
    help: t(
      'security.domain.userHeaderHelp',
      'Counts from trusted proxies alone: see the settings of connections.'
    ),
  },
  {
    key: 'roles_header',
    label: t('security.domain.rolesHeader', 'Header with the backend roles'),
  },
  rolesSeparator(),
];

const attributePrefix = (): DomainSetting => ({
  key: 'attr_header_prefix',
  label: t('security.domain.attributePrefix', 'Headers with attributes begin with'),
});

const certificateSettings = (): readonly DomainSetting[] => [
  {
    key: 'username_attribute',
    label: t('security.domain.certificateName', 'Part of the subject with the name'),
    help: t('security.domain.certificateNameHelp', 'Such as CN; default: the whole subject.'),
  },
  {
    key: 'roles_attribute',
    label: t('security.domain.certificateRoles', 'Part of the subject with the backend roles'),
  },
  {
    key: 'skip_users',
    kind: 'list',
    label: t('security.domain.skippedUsers', 'Subjects that are passed over'),
    help: t('security.domain.skippedUsersHelp', 'Patterns, one on each line.'),
  },
];
