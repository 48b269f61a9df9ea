/** Plugin configuration: schema, validation and the values exposed to the browser. */
import { type PluginConfigDescriptor, unreadableFileProblems } from '@sd/core/server';
import { getAuthTypes, isRedirecting } from '../common';
import { configSchema, type SecurityConfig } from './config_schema';

/** Validates combinations that the schema cannot express; one sentence per problem. */
const CONFIG_PATH = 'opensearch_security';

const KNOWN_TYPES: readonly string[] = ['basicauth', 'openid', 'saml', 'jwt', 'proxy'];
const PLANNED_TYPES: readonly string[] = ['kerberos'];
/** `#rrggbb` or a class name. */
const BUTTON_STYLE = /^(?:#[0-9a-f]{6}|[\w -]*)$/i;

function authTypeProblems({ auth }: SecurityConfig): readonly string[] {
  const types = getAuthTypes(auth.type);
  const key = `${CONFIG_PATH}.auth.type`;
  const problems = types
    .filter((type) => !KNOWN_TYPES.includes(type))
    .map((type) => {
      const state = PLANNED_TYPES.includes(type) ? 'is not available yet' : 'is unknown';
      return `${key}: the authentication type "${type}" ${state}; use one of: ${KNOWN_TYPES.join(', ')}.`;
    });
  if (types.length > 1 && !auth.multiple_auth_enabled)
    problems.push(`${key}: several types need ${CONFIG_PATH}.auth.multiple_auth_enabled: true.`);
  if (types.length > 1 && !types.includes('basicauth'))
    problems.push(`${key}: several types must have "basicauth" among them, as the way back in.`);
  const direct = auth.default_redirect_auth_type;
  if (direct !== undefined && !(isRedirecting(direct) && types.includes(direct)))
    problems.push(
      `${CONFIG_PATH}.auth.default_redirect_auth_type: "${direct}" is neither "openid" nor "saml", or not in ${key}.`
    );
  return problems;
}

function openIdProblems({ auth, cookie, openid }: SecurityConfig): readonly string[] {
  if (!getAuthTypes(auth.type).includes('openid')) return [];
  const missing = (['connect_url', 'client_id'] as const)
    .filter((key) => !openid[key])
    .map((key) => `${CONFIG_PATH}.openid.${key} is needed for the authentication type "openid".`);
  const addresses = (['connect_url', 'base_redirect_url', 'logout_url'] as const)
    .filter((key) => openid[key] && !isWebAddress(openid[key]))
    .map((key) => `${CONFIG_PATH}.openid.${key}: "${openid[key]}" is no http or https address.`);
  const files = (['root_ca', 'certificate', 'private_key', 'pfx'] as const).flatMap((key) =>
    openid[key] === '' ? [] : unreadableFileProblems(`${CONFIG_PATH}.openid.${key}`, openid[key])
  );
  // With "Strict" cookies, users would be redirected between the server and the provider forever.
  const strict =
    cookie.isSameSite === 'Strict'
      ? [
          `${CONFIG_PATH}.cookie.isSameSite: browsers leave "Strict" cookies out when a user returns from a provider; use "Lax" with "openid".`,
        ]
      : [];
  return [...missing, ...addresses, ...files, ...strict];
}

function proxyProblems({ auth, proxycache }: SecurityConfig): readonly string[] {
  if (!getAuthTypes(auth.type).includes('proxy')) return [];
  const key = `${CONFIG_PATH}.proxycache`;
  const missing = (['user_header', 'roles_header'] as const)
    .filter((name) => !proxycache[name])
    .map((name) => `${key}.${name} is needed for the authentication type "proxy".`);
  const { login_endpoint: page } = proxycache;
  return page === '' || isWebAddress(page)
    ? missing
    : [...missing, `${key}.login_endpoint: "${page}" is no http or https address.`];
}

function buttonProblems({ ui }: SecurityConfig): readonly string[] {
  return (['anonymous', 'openid', 'saml'] as const)
    .filter((type) => !BUTTON_STYLE.test(ui[type].login.buttonstyle))
    .map(
      (type) =>
        `${CONFIG_PATH}.ui.${type}.login.buttonstyle: neither a colour such as "#1a2b3c" nor the name of a class.`
    );
}

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

export { configSchema, type SecurityConfig } from './config_schema';

/** One sentence per problem. */
export function validateConfig(config: SecurityConfig): readonly string[] {
  return [
    ...authTypeProblems(config),
    ...unavailableProblems(config),
    ...openIdProblems(config),
    ...proxyProblems(config),
    ...buttonProblems(config),
    ...logoutProblems(config.auth.logout_url),
    ...(config.cookie.isSameSite === 'None' && config.cookie.secure === false
      ? [
          `${CONFIG_PATH}.cookie.isSameSite "None" needs ${CONFIG_PATH}.cookie.secure: browsers drop the cookie otherwise.`,
        ]
      : []),
  ];
}

/**
 * Rejects `javascript:` addresses, which browsers run, and malformed ones, which browsers interpret
 * in unexpected ways.
 */
function logoutProblems(url: string): readonly string[] {
  const isPlain = !/[\s\\\p{Cc}]/u.test(url);
  const parsed = isPlain && URL.canParse(url, 'http://host') && new URL(url, 'http://host');
  if (parsed && ['http:', 'https:'].includes(parsed.protocol)) return [];
  return [
    `${CONFIG_PATH}.auth.logout_url: "${url}" is neither an http or https address nor a path on this server.`,
  ];
}

/**
 * Keys of features that this version lacks. Ignoring them silently would mislead the administrator.
 */
function unavailableProblems(config: SecurityConfig): readonly string[] {
  const unavailable: ReadonlyArray<readonly [string, boolean]> = [
    ['allow_client_certificates', config.allow_client_certificates],
    ['multitenancy.enable_aggregation_view', config.multitenancy.enable_aggregation_view],
    ['resource_sharing.enabled', config.resource_sharing.enabled],
    ['api_keys.enabled', config.api_keys.enabled],
  ];
  return unavailable
    .filter(([, isOn]) => isOn)
    .map(
      ([key]) =>
        `${CONFIG_PATH}.${key}: this feature is not available yet; remove the key or set it to false.`
    );
}

export const config: PluginConfigDescriptor<typeof configSchema> = {
  schema: configSchema,
  validate: validateConfig,
  exposeToBrowser: {
    enabled: true,
    // Readable without login, so the lists of special user names and routes are left out.
    auth: ['type', 'anonymous_auth_enabled', 'logout_url', 'passkey_login'],
    // Legacy names of keys under `ui`.
    basicauth: ['login'],
    ui: true,
    multitenancy: true,
    readonly_mode: true,
    clusterPermissions: true,
    indexPermissions: true,
    disabledTransportCategories: true,
    disabledRestCategories: true,
    api_keys: true,
  },
  // Pages without a user need nothing of these.
  hiddenFromAnonymous: [
    'readonly_mode',
    'clusterPermissions',
    'indexPermissions',
    'disabledTransportCategories',
    'disabledRestCategories',
    'api_keys',
  ],
};
