/**
 * Parses HTTP Basic credentials. Source: RFC 7617 and docs/reference/engine.md#authentication:
 * UTF-8, split at the first colon, name not empty.
 */
export interface BasicCredentials {
  readonly userName: string;
  readonly password: string;
}

export const BASIC_CHALLENGE = 'Basic realm="OpenSearch Security"';

/** Longer headers cannot hold a valid password; rejecting them early saves work. */
const MAX_HEADER_LENGTH = 8_192;

/** `undefined` if the header is not well-formed Basic. */
export function parseBasic(authorization: string): BasicCredentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(
    authorization.slice(0, MAX_HEADER_LENGTH + 1)
  )?.[1];
  if (encoded === undefined || authorization.length > MAX_HEADER_LENGTH) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1) return undefined;
  return { userName: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/**
 * Whether a user of this name can log in with HTTP Basic: the name can be encoded in UTF-8 and has
 * no colon.
 */
export const isBasicName = (name: string): boolean =>
  name !== '' && !name.includes(':') && Buffer.from(name).toString() === name;
