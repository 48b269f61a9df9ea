/**
 * Form fields of authentication domains: settings by authenticator type, as the embedded engine
 * reads them (docs/reference/engine.md#authentication). Other settings are kept and edited as JSON.
 */
import { i18n } from '@sd/core/public';

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
  label: i18n.translate('security.domain.signingKey', { defaultMessage: 'Key of the signatures' }),
  help: i18n.translate('security.domain.signingKeyHelp', {
    defaultMessage: 'A public key in PEM, or a secret in base64.',
  }),
});

const keyAddress = (): DomainSetting => ({
  key: 'jwks_uri',
  label: i18n.translate('security.domain.keyAddress', {
    defaultMessage: 'Address of a key set (JWKS)',
  }),
  help: i18n.translate('security.domain.keyAddressHelp', {
    defaultMessage: 'Asked for the keys in place of the above.',
  }),
});

const discovery = (): DomainSetting => ({
  key: 'openid_connect_url',
  label: i18n.translate('security.domain.discovery', {
    defaultMessage: 'Discovery address of the provider',
  }),
  help: i18n.translate('security.domain.discoveryHelp', {
    defaultMessage: 'It ends in /.well-known/openid-configuration as a rule.',
  }),
});

const authorities = (): DomainSetting => ({
  key: 'openid_connect_idp.pemtrustedcas_filepath',
  label: i18n.translate('security.domain.authorities', {
    defaultMessage: 'File with trusted authorities',
  }),
  help: i18n.translate('security.domain.authoritiesHelp', {
    defaultMessage: 'PEM, on the server; for providers whose certificate is of an own authority.',
  }),
});

const tokenSettings = (): readonly DomainSetting[] => [
  {
    key: 'subject_key',
    kind: 'list',
    label: i18n.translate('security.domain.subjectKey', { defaultMessage: 'Claim with the name' }),
    help: i18n.translate('security.domain.subjectKeyHelp', {
      defaultMessage: 'Default: sub. Each step into the claims on a line of its own.',
    }),
  },
  {
    key: 'roles_key',
    kind: 'list',
    label: i18n.translate('security.domain.rolesKey', {
      defaultMessage: 'Claim with the backend roles',
    }),
    help: i18n.translate('security.domain.rolesKeyHelp', {
      defaultMessage: 'A list, or a text with commas. Each step on a line of its own.',
    }),
  },
  {
    key: 'required_issuer',
    label: i18n.translate('security.domain.issuer', { defaultMessage: 'Required issuer' }),
    help: i18n.translate('security.domain.issuerHelp', {
      defaultMessage: 'Tokens of anybody else (iss) are refused.',
    }),
  },
  {
    key: 'required_audience',
    kind: 'list',
    label: i18n.translate('security.domain.audience', { defaultMessage: 'Required audience' }),
    help: i18n.translate('security.domain.audienceHelp', {
      defaultMessage: 'Tokens for nobody of these (aud) are refused. One on each line.',
    }),
  },
  {
    key: 'jwt_header',
    label: i18n.translate('security.domain.tokenHeader', {
      defaultMessage: 'Header with the token',
    }),
    help: i18n.translate('security.domain.tokenHeaderHelp', {
      defaultMessage: 'Default: Authorization.',
    }),
  },
  {
    key: 'jwt_url_parameter',
    label: i18n.translate('security.domain.tokenParameter', {
      defaultMessage: 'Parameter with the token',
    }),
    help: i18n.translate('security.domain.tokenParameterHelp', {
      defaultMessage: 'Of the address; none by default. Addresses end up in logs of others.',
    }),
  },
  {
    key: 'jwt_clock_skew_tolerance_seconds',
    label: i18n.translate('security.domain.clockSkew', {
      defaultMessage: 'Tolerance of clocks, in seconds',
    }),
    help: i18n.translate('security.domain.clockSkewHelp', { defaultMessage: 'Default: 30.' }),
  },
];

const samlSettings = (): readonly DomainSetting[] => [
  {
    key: 'idp.metadata_url',
    label: i18n.translate('security.domain.metadataUrl', {
      defaultMessage: 'Address of the provider’s metadata',
    }),
  },
  {
    key: 'idp.metadata_file',
    label: i18n.translate('security.domain.metadataFile', {
      defaultMessage: 'File with the provider’s metadata',
    }),
    help: i18n.translate('security.domain.metadataFileHelp', {
      defaultMessage: 'On the server, in place of an address.',
    }),
  },
  {
    key: 'idp.entity_id',
    label: i18n.translate('security.domain.idpEntity', {
      defaultMessage: 'Entity id of the provider',
    }),
  },
  {
    key: 'sp.entity_id',
    label: i18n.translate('security.domain.spEntity', {
      defaultMessage: 'Entity id of this product',
    }),
  },
  {
    key: 'kibana_url',
    label: i18n.translate('security.domain.ownAddress', {
      defaultMessage: 'Address of this product',
    }),
    help: i18n.translate('security.domain.ownAddressHelp', {
      defaultMessage: 'As browsers see it, with the base path.',
    }),
  },
  {
    key: 'exchange_key',
    label: i18n.translate('security.domain.exchangeKey', { defaultMessage: 'Exchange key' }),
    help: i18n.translate('security.domain.exchangeKeyHelp', {
      defaultMessage: 'Signs the tokens of sign-ins; 32 random characters and more.',
    }),
  },
  {
    key: 'roles_key',
    label: i18n.translate('security.domain.rolesAttribute', {
      defaultMessage: 'Attribute with the backend roles',
    }),
  },
  {
    key: 'subject_key',
    label: i18n.translate('security.domain.nameAttribute', {
      defaultMessage: 'Attribute with the name',
    }),
    help: i18n.translate('security.domain.nameAttributeHelp', {
      defaultMessage: 'Default: the name id.',
    }),
  },
  rolesSeparator(),
  {
    key: 'sp.signature_private_key_filepath',
    label: i18n.translate('security.domain.privateKey', {
      defaultMessage: 'File with the private key',
    }),
    help: i18n.translate('security.domain.privateKeyHelp', {
      defaultMessage: 'On the server; signs requests and opens what is encrypted.',
    }),
  },
];

const rolesSeparator = (): DomainSetting => ({
  key: 'roles_separator',
  label: i18n.translate('security.domain.rolesSeparator', {
    defaultMessage: 'Between two backend roles',
  }),
});

const proxySettings = (): readonly DomainSetting[] => [
  {
    key: 'user_header',
    label: i18n.translate('security.domain.userHeader', { defaultMessage: 'Header with the name' }),
    help: i18n.translate('security.domain.userHeaderHelp', {
      defaultMessage: 'Counts from trusted proxies alone: see the settings of connections.',
    }),
  },
  {
    key: 'roles_header',
    label: i18n.translate('security.domain.rolesHeader', {
      defaultMessage: 'Header with the backend roles',
    }),
  },
  rolesSeparator(),
];

const attributePrefix = (): DomainSetting => ({
  key: 'attr_header_prefix',
  label: i18n.translate('security.domain.attributePrefix', {
    defaultMessage: 'Headers with attributes begin with',
  }),
});

const certificateSettings = (): readonly DomainSetting[] => [
  {
    key: 'username_attribute',
    label: i18n.translate('security.domain.certificateName', {
      defaultMessage: 'Part of the subject with the name',
    }),
    help: i18n.translate('security.domain.certificateNameHelp', {
      defaultMessage: 'Such as CN; default: the whole subject.',
    }),
  },
  {
    key: 'roles_attribute',
    label: i18n.translate('security.domain.certificateRoles', {
      defaultMessage: 'Part of the subject with the backend roles',
    }),
  },
  {
    key: 'skip_users',
    kind: 'list',
    label: i18n.translate('security.domain.skippedUsers', {
      defaultMessage: 'Subjects that are passed over',
    }),
    help: i18n.translate('security.domain.skippedUsersHelp', {
      defaultMessage: 'Patterns, one on each line.',
    }),
  },
];
