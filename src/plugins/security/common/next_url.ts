/**
 * Which addresses a sign-in may lead to, the same rule in the browser and on the server.
 * Source: docs/reference/security-app.md#next-address and the published open-redirect payloads.
 *
 * Only the path decides where a browser goes, so it is held to a short alphabet: after the base
 * path a slash and a letter or underscore, then letters, digits, `/`, `-`, `_`. That leaves no room
 * for `//`, `\`, `@`, `:`, escapes or Unicode look-alikes. Below an app, where no host can begin,
 * segments hold names as well (`/app/security/users/edit/a@b.org`): characters of RFC 3986 section
 * 3.3 and escapes, but neither dot segments nor empty ones, nor controls. Query and fragment are
 * free, except for what browsers strip or normalise.
 */
export const NEXT_URL_PARAMETER = 'nextUrl';
/** Of the login page: why a sign-in over a provider did not end well. */
export const LOGIN_PROBLEM = 'problem';
/**
 * `provider`, `backend`: nobody answered; `refused`: they do not know the person; `round`: the
 * answer came too late, twice, or in another browser; `blocked`: too many failures.
 */
export type LoginProblem = 'provider' | 'backend' | 'refused' | 'round' | 'blocked';
/** Asks somebody who was sent to sign out from elsewhere. */
export const LOGOUT_CONFIRMATION_PATH = '/app/customerror/logout';
/** Longer ones are refused: they would not fit into a header. */
const NEXT_URL_MAX_LENGTH = 8_000;

const SAFE_PATH = /^\/(?:[A-Za-z_][A-Za-z0-9/\-_]*)?$/;
/** RFC 3986 `pchar` without `;`, which some servers cut at, and without escaped controls. */
const SEGMENT = "(?:[A-Za-z0-9._~!$&'()*+,=:@-]|%(?!7f)[2-9a-f][0-9a-f])+";
const BELOW_APP = new RegExp(`^/app/[A-Za-z_][A-Za-z0-9_-]*(?:/${SEGMENT})*/?$`, 'i');
/** A browser resolves them, escaped or not (WHATWG URL, "double-dot URL path segment"). */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
/** Browsers drop tabs and newlines and cut other control characters and spaces off the ends. */
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
  return SAFE_PATH.test(rest) || (BELOW_APP.test(rest) && !DOT_SEGMENT.test(rest));
}

/** The address when it is safe, else the start page. */
export function safeNextUrl(nextUrl: string | null | undefined, basePath: string): string {
  return nextUrl && isSafeNextUrl(nextUrl, basePath) ? nextUrl : `${basePath}/`;
}

/**
 * Address of the login page that leads back to `target` afterwards. A target that the rule refuses
 * is left out, so that signing in never ends in an error.
 * @param target - base path, path and query
 * @param problem - why one has to begin anew
 */
export function loginUrl(basePath: string, target?: string, problem?: LoginProblem): string {
  const isWorthIt =
    target !== undefined && isSafeNextUrl(target, basePath) && target !== `${basePath}/`;
  const query = [
    ...(isWorthIt ? [`${NEXT_URL_PARAMETER}=${encodeURIComponent(target)}`] : []),
    ...(problem ? [`${LOGIN_PROBLEM}=${problem}`] : []),
  ].join('&');
  return `${basePath}/app/login${query && `?${query}`}`;
}
