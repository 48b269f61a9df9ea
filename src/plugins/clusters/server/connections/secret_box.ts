/** Encrypts passwords and keys of connections with keys outside the store. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export class SecretBox {
  private readonly keys: readonly Uint8Array[];

  /** @param keys - at least one; the first encrypts, all decrypt */
  constructor(keys: readonly (string | Buffer)[]) {
    const info = 'security-dashboards clusters v1';
    this.keys = keys.map(
      (key) => new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), info, KEY_BYTES))
    );
  }

  /**
   * Encrypts with AES-256-GCM.
   * @param place - connection and field; the text can be decrypted only there
   * @returns initialization vector, tag and ciphertext as base64
   */
  seal(place: string, text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keys[0] as Uint8Array, iv);
    cipher.setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** `undefined` if no key fits, or the text was changed or belongs to another place. */
  open(place: string, sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
    for (const key of this.keys) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(place));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
        return Buffer.concat(text).toString('utf8');
      } catch {
        continue;
      }
    }
    return undefined;
  }
}
