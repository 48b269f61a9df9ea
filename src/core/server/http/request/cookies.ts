/**
 * Cookies as this server sets them: HttpOnly, on the base path. A library writes them (RFC 6265).
 */
import type { FastifyReply } from 'fastify';
import { isSecureRequest } from './client_address';
import type { SetCookie } from '../types';

/**
 * Lines of `Set-Cookie`; a later cookie replaces earlier ones of its name. Written at once: what
 * the library refuses when it sends the answer would go out with its own words.
 * @param basePath - that the browser sees, '' when none
 * @throws {TypeError} for a name or domain that would break the header
 */
export function setCookieLines(
  reply: FastifyReply,
  cookies: readonly SetCookie[],
  basePath: string
): string[] {
  const isTls = isSecureRequest(reply.request);
  const byName = new Map(cookies.map((cookie) => [cookie.name, cookie]));
  return [...byName.values()].map(({ name, value, domain, sameSite, maxAgeSeconds, secure }) =>
    reply.server.serializeCookie(name, value ?? '', {
      path: basePath || '/',
      httpOnly: true,
      domain,
      sameSite: sameSite?.toLowerCase() as Lowercase<NonNullable<typeof sameSite>> | undefined,
      // Browsers drop SameSite=None cookies that are not Secure.
      secure: secure ?? (isTls || sameSite === 'None'),
      ...(maxAgeSeconds !== undefined && { maxAge: Math.trunc(maxAgeSeconds) }),
      ...(value === undefined && { maxAge: 0, expires: new Date(0) }),
    })
  );
}
