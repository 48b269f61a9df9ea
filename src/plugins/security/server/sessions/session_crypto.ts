/**
 * Session cryptography. The cookie contains a random 256-bit id. The store has only its SHA-256 and
 * encrypts the contents with AES-256-GCM under a key that HKDF (RFC 5869) derives from the id, so a
 * copy of the store can neither be used to present a session nor be read. Decision:
 * docs/decisions/0002-sessions-in-the-store.md.
 */
import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

const ID_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ID_SHAPE = /^[A-Za-z0-9_-]{43}$/;
const KEY_INFO = 'security-dashboards session contents v1';

/** Value of the cookie: 32 random bytes in base64url. */
export type SessionId = string & { readonly brand: unique symbol };

export function newSessionId(): SessionId {
  return randomBytes(ID_BYTES).toString('base64url') as SessionId;
}

/** Parses a cookie value; `undefined` if it cannot be an id. */
export function parseSessionId(value: string | undefined): SessionId | undefined {
  return value !== undefined && ID_SHAPE.test(value) ? (value as SessionId) : undefined;
}

/** Row key of the session. Looking up a hash leaks no timing information about ids. */
export function sessionKey(id: SessionId): string {
  return hash('sha256', id, 'base64url');
}

/** Layout: initialization vector (12 bytes), tag (16), ciphertext. `key` binds it to its row. */
export function seal(id: SessionId, key: string, contents: unknown): Uint8Array {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', contentsKey(id), iv);
  cipher.setAAD(Buffer.from(key));
  const ciphertext = Buffer.concat([
    cipher.update(JSON.stringify(contents), 'utf8'),
    cipher.final(),
  ]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** The contents, or `undefined` if they were tampered with or belong to another row. */
export function open(id: SessionId, key: string, sealed: Uint8Array): unknown {
  const bytes = Buffer.from(sealed);
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', contentsKey(id), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(key));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const plain = Buffer.concat([
      decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
      decipher.final(),
    ]);
    return JSON.parse(plain.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function contentsKey(id: SessionId): Uint8Array {
  // The id has full entropy, so no salt is needed (RFC 5869, 3.1).
  return new Uint8Array(hkdfSync('sha256', id, new Uint8Array(0), KEY_INFO, 32));
}
