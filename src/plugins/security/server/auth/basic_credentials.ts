/** HTTP Basic credentials (RFC 7617, UTF-8), parsed only as far as the server itself needs them. */

const SCHEME = /^basic +([A-Za-z0-9+/=_-]+) *$/i;

/** User name of an `authorization` header, or `undefined` if it is not HTTP Basic. */
export function basicUserName(header: string | undefined): string | undefined {
  const encoded = header === undefined ? undefined : SCHEME.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : text.slice(0, colon);
}
