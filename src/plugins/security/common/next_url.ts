/**
 * Checks the address after login, with the same rule in the browser and on the server. Source:
 * docs/reference/security-app.md#next-address and the published open-redirect payloads.
 *
 * Only the path decides where a browser goes, so its alphabet is short: after the base path a slash
 * and a letter or underscore, then letters, digits, `/`, `-`, `_`. This excludes `//`, `\`, `@`,
 * `:`, escapes and Unicode look-alikes. Below an app, where no host can begin, segments may contain
 * names (`/app/security/users/edit/a@b.org`): characters of RFC 3986 section 3.3 and escapes, but
 * no dot segments, empty segments or control characters. Query and fragment are free, except for
 * characters that browsers strip or normalize, and a next address in the query.
 */
export const NEXT_URL_PARAMETER = 'nextUrl';
/** Query parameter of the login page: why a login through a provider failed. */
export const LOGIN_PROBLEM = 'problem';
/**
 * `provider`, `backend`: not reachable; `refused`: user unknown or not allowed; `round`: the
 * response came too late, twice, or in another browser; `blocked`: too many failures.
 */
export type LoginProblem = 'provider' | 'backend' | 'refused' | 'round' | 'blocked';
/** Asks for confirmation when another site sent the user to log out. */
export const LOGOUT_CONFIRMATION_PATH = '/app/customerror/logout';
/**
 * Path in the error app: asks for confirmation before a link on another site switches the tenant.
 */
export const TENANT_SWITCH_PATH = '/tenant_question';
/** Longer addresses do not fit into a header. */
const NEXT_URL_MAX_LENGTH = 8_000;

const SAFE_PATH = /^\/(?:[A-Za-z_][A-Za-z0-9/\-_]*)?$/;
/**
 * RFC 3986 `pchar` without `;`, where some servers cut the path, and without escaped control
 * characters.
 */
const SEGMENT = "(?:[A-Za-z0-9._~!$&'()*+,=:@-]|%(?!7f)[2-9a-f][0-9a-f])+";
const BELOW_APP = new RegExp(`^/app/[A-Za-z_][A-Za-z0-9_-]*(?:/${SEGMENT})*/?$`, 'i');
/** Browsers resolve dot segments, escaped or not (WHATWG URL, "double-dot URL path segment"). */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
/** Browsers drop tabs and newlines, and trim other control characters and spaces. */
const STRIPPED_BY_BROWSERS = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/;

/** @param basePath - '' or `/prefix` without a trailing slash */
export function isSafeNextUrl(nextUrl: string, basePath: string): boolean {
  if (
    nextUrl.length === 0 ||
    nextUrl.length > NEXT_URL_MAX_LENGTH ||
    STRIPPED_BY_BROWSERS.test(nextUrl)
  )
    return false;
  const path = nextUrl.split(/[?#]/, 1)[0] ?? '';
  if (!path.startsWith(basePath)) return false;
  const rest = path.slice(basePath.length);
  if (rest === '') return basePath !== '';
  const hasSafePath = SAFE_PATH.test(rest) || (BELOW_APP.test(rest) && !DOT_SEGMENT.test(rest));
  return hasSafePath && !leadsOn(nextUrl, rest, basePath);
}

/**
 * The values of a query parameter of an address, in their order. What cannot be decoded stays as it
 * is written.
 */
export function queryValues(address: string, key: string): readonly string[] {
  const query = address.split('#', 1)[0]?.split('?').slice(1).join('?') ?? '';
  return query.split('&').flatMap((parameter) => {
    const [name = '', ...value] = parameter.split('=');
    return decode(name) === key ? [decode(value.join('='))] : [];
  });
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/**
 * Whether an address has a next address of its own. Through a login page in between, a link on
 * another site would look like one of this product. Only the question about a tenant may lead on.
 */
function leadsOn(nextUrl: string, path: string, basePath: string): boolean {
  const further = queryValues(nextUrl, NEXT_URL_PARAMETER);
  const isQuestion = path === `/app/customerror${TENANT_SWITCH_PATH}` && further.length === 1;
  return isQuestion ? !isSafeNextUrl(further[0] ?? '', basePath) : further.length > 0;
}

/** The address if it is safe, otherwise the start page. */
export function safeNextUrl(nextUrl: string | null | undefined, basePath: string): string {
  return nextUrl && isSafeNextUrl(nextUrl, basePath) ? nextUrl : `${basePath}/`;
}

/**
 * Address of the login page with `target` as the next address. An unsafe target is omitted, so that
 * the login does not end in an error.
 * @param target - base path, path and query
 * @param problem - why the login has to start again
 */
export function loginUrl(basePath: string, target?: string, problem?: LoginProblem): string {
  const hasTarget =
    target !== undefined && isSafeNextUrl(target, basePath) && target !== `${basePath}/`;
  const query = [
    ...(hasTarget ? [`${NEXT_URL_PARAMETER}=${encodeURIComponent(target)}`] : []),
    ...(problem ? [`${LOGIN_PROBLEM}=${problem}`] : []),
  ].join('&');
  return `${basePath}/app/login${query && `?${query}`}`;
}
