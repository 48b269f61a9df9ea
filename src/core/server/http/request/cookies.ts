/** Reading and writing cookies (RFC 6265). Values are percent-encoded; HttpOnly always. */
import type { SetCookie } from '../contract/types';

/** The first of equal names counts, as browsers send the most specific one first. */
export function parseCookies(header: string | undefined): Record<string, string | undefined> {
  const cookies: Record<string, string | undefined> = Object.create(null) as Record<string, string>;
  if (!header) return cookies;
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    const name = part.slice(0, equals).trim();
    if (name === '' || name in cookies) continue;
    cookies[name] = decode(
      part
        .slice(equals + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1')
    );
  }
  return cookies;
}

function decode(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const DOMAIN = /^\.?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;

export interface CookieScope {
  /** Base path the browser sees, '' when none. */
  readonly basePath: string;
  /** Default of `Secure`. */
  readonly isTls: boolean;
}

/** @throws {Error} for a name or domain that would break the header */
export function serializeCookie(cookie: SetCookie, { basePath, isTls }: CookieScope): string {
  if (!NAME.test(cookie.name))
    throw new Error(`Cookie name ${JSON.stringify(cookie.name)} is not allowed.`);
  const isRemoval = cookie.value === undefined;
  const parts = [
    `${cookie.name}=${encodeURIComponent(cookie.value ?? '')}`,
    `Path=${basePath || '/'}`,
    'HttpOnly',
  ];
  if (isRemoval) parts.push('Max-Age=0', 'Expires=Thu, 01 Jan 1970 00:00:00 GMT');
  else if (cookie.maxAgeSeconds !== undefined)
    parts.push(`Max-Age=${Math.trunc(cookie.maxAgeSeconds)}`);
  if (cookie.domain !== undefined) {
    if (!DOMAIN.test(cookie.domain))
      throw new Error(`Cookie domain ${JSON.stringify(cookie.domain)} is not allowed.`);
    parts.push(`Domain=${cookie.domain}`);
  }
  // Browsers drop SameSite=None cookies that are not Secure.
  if (cookie.secure ?? (isTls || cookie.sameSite === 'None')) parts.push('Secure');
  if (cookie.sameSite) parts.push(`SameSite=${cookie.sameSite}`);
  return parts.join('; ');
}

/** Later ones replace earlier ones of the same name. */
export function mergeCookies(
  ...lists: ReadonlyArray<readonly SetCookie[] | undefined>
): SetCookie[] {
  const byName = new Map<string, SetCookie>();
  for (const list of lists) for (const cookie of list ?? []) byName.set(cookie.name, cookie);
  return [...byName.values()];
}
