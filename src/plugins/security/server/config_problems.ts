/** What of a configuration cannot be done, beyond what its schema says; a sentence for each. */
import { authTypesOf, isRedirecting } from '../common';
import type { SecurityConfig } from './config_schema';

export const CONFIG_PATH = 'opensearch_security';

const KNOWN_TYPES: readonly string[] = ['basicauth', 'openid', 'saml', 'jwt', 'proxy'];
const PLANNED_TYPES: readonly string[] = ['kerberos'];
/** `#rrggbb`, or the name of a class. */
const BUTTON_STYLE = /^(?:#[0-9a-f]{6}|[\w -]*)$/i;

export function authTypeProblems({ auth }: SecurityConfig): readonly string[] {
  const types = authTypesOf(auth.type);
  const key = `${CONFIG_PATH}.auth.type`;
  const problems = types
    .filter((type) => !KNOWN_TYPES.includes(type))
    .map((type) => {
      const what = PLANNED_TYPES.includes(type) ? 'is not available yet' : 'is unknown';
      return `${key}: the authentication type "${type}" ${what}; use one of: ${KNOWN_TYPES.join(', ')}.`;
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

export function openIdProblems({ auth, cookie, openid }: SecurityConfig): readonly string[] {
  if (!authTypesOf(auth.type).includes('openid')) return [];
  const missing = (['connect_url', 'client_id'] as const)
    .filter((key) => !openid[key])
    .map((key) => `${CONFIG_PATH}.openid.${key} is needed for the authentication type "openid".`);
  const addresses = (['connect_url', 'base_redirect_url', 'logout_url'] as const)
    .filter((key) => openid[key] && !isWebAddress(openid[key]))
    .map((key) => `${CONFIG_PATH}.openid.${key}: "${openid[key]}" is no http or https address.`);
  // Otherwise people would go round between here and a provider that knows them.
  const strict =
    cookie.isSameSite === 'Strict'
      ? [
          `${CONFIG_PATH}.cookie.isSameSite: browsers send "Strict" cookies to nobody who comes from a provider; use "Lax" with "openid".`,
        ]
      : [];
  return [...missing, ...addresses, ...strict];
}

export function proxyProblems({ auth, proxycache }: SecurityConfig): readonly string[] {
  if (!authTypesOf(auth.type).includes('proxy')) return [];
  const key = `${CONFIG_PATH}.proxycache`;
  const missing = (['user_header', 'roles_header'] as const)
    .filter((name) => !proxycache[name])
    .map((name) => `${key}.${name} is needed for the authentication type "proxy".`);
  const { login_endpoint: page } = proxycache;
  return page === '' || isWebAddress(page)
    ? missing
    : [...missing, `${key}.login_endpoint: "${page}" is no http or https address.`];
}

export function buttonProblems({ ui }: SecurityConfig): readonly string[] {
  return (['anonymous', 'openid', 'saml'] as const)
    .filter((type) => !BUTTON_STYLE.test(ui[type].login.buttonstyle))
    .map(
      (type) =>
        `${CONFIG_PATH}.ui.${type}.login.buttonstyle: neither a colour such as "#1a2b3c" nor the name of a class.`
    );
}

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
