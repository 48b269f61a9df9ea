/**
 * What a key looks like: `sdk_`, the id by which it is found, and 256 random bits. The prefix lets
 * scanners for leaked secrets tell one.
 */
import { createHash, randomBytes } from 'node:crypto';

const ID_BYTES = 9;
const SECRET_BYTES = 32;
const FORM = /^sdk_([A-Za-z0-9_-]{12})_[A-Za-z0-9_-]{43}$/;
const VERSION = 'key:';

export interface NewKey {
  readonly id: string;
  /** The key itself; kept nowhere. */
  readonly token: string;
  readonly digest: Uint8Array;
}

export function newKey(): NewKey {
  const id = randomBytes(ID_BYTES).toString('base64url');
  const token = `sdk_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { id, token, digest: digestOf(token) };
}

/** The text counts, not the bytes it stands for: those have several spellings. */
export const digestOf = (token: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(token).digest());

/** `undefined` for what is no key of ours by its looks. */
export const idIn = (token: string): string | undefined => FORM.exec(token)?.[1];

/** The credential version of a principal that a key proved: he ends with it. */
export const versionOfKey = (id: string): string => VERSION + id;

/** The key behind a credential version, if one is. */
export const keyOfVersion = (version: string | undefined): string | undefined =>
  version?.startsWith(VERSION) ? version.slice(VERSION.length) : undefined;
