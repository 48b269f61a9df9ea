/**
 * Format of API keys: `sdk_`, the id used for lookup, and 256 random bits. The prefix lets scanners
 * for leaked secrets recognize a key.
 */
import { createHash, randomBytes } from 'node:crypto';

const ID_BYTES = 9;
const SECRET_BYTES = 32;
const FORM = /^sdk_([A-Za-z0-9_-]{12})_[A-Za-z0-9_-]{43}$/;
const VERSION = 'key:';

export interface NewKey {
  readonly id: string;
  /** The key in plain text; it is never stored. */
  readonly token: string;
  readonly digest: Uint8Array;
}

export function newKey(): NewKey {
  const id = randomBytes(ID_BYTES).toString('base64url');
  const token = `sdk_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { id, token, digest: toDigest(token) };
}

/** Hashes the text rather than the decoded bytes, which have several encodings. */
export const toDigest = (token: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(token).digest());

/** `undefined` if the text does not have the format of an API key. */
export const idIn = (token: string): string | undefined => FORM.exec(token)?.[1];

/**
 * Credential version of a principal authenticated by an API key, which becomes invalid with the
 * key.
 */
export const versionOfKey = (id: string): string => VERSION + id;

/** The id of the API key in a credential version, if it has one. */
export const keyOfVersion = (version: string | undefined): string | undefined =>
  version?.startsWith(VERSION) ? version.slice(VERSION.length) : undefined;
