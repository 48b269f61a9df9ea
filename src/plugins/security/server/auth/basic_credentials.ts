/** HTTP Basic credentials (RFC 7617, UTF-8), read only as far as the server itself needs them. */

const SCHEME = /^basic +([A-Za-z0-9+/=_-]+) *$/i;

/** Header value for a name and password. */
export function basicHeader(userName: string, password: string): string {
  return `Basic ${Buffer.from(`${userName}:${password}`, 'utf8').toString('base64')}`;
}

/** Name in an `authorization` header, or `undefined` when that is not HTTP Basic. */
export function basicUserName(header: string | undefined): string | undefined {
  const encoded = header === undefined ? undefined : SCHEME.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : text.slice(0, colon);
}

/** A name with a colon cannot be written in Basic credentials: what follows would be taken for the password. */
export const isBasicUserName = (userName: string): boolean =>
  userName !== '' && !userName.includes(':');
