/**
 * The key that encrypts second-factor secrets: 32 random bytes in `factors.key` of the data folder,
 * so that a copy of the database alone reveals no secret. Without the file, users cannot log in
 * until their factors are reset.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { keyInFile } from '../../key_file';

const FILE = 'factors.key';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export class FactorKey {
  private key: Buffer | undefined;

  /**
   * @param dir - the data folder
   * @param isNeeded - whether something is encrypted with the key
   */
  constructor(
    private readonly dir: string,
    private readonly isNeeded: () => boolean
  ) {}

  /**
   * Encrypts with AES-256-GCM. Returns initialization vector, tag and ciphertext.
   * @param rowKey - identifies the row; the contents can be decrypted only for the same row
   */
  seal(rowKey: string, contents: unknown): Uint8Array {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.derive('seal'), iv);
    cipher.setAAD(Buffer.from(rowKey));
    const text = Buffer.concat([cipher.update(JSON.stringify(contents), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]);
  }

  /** `undefined` if the data was sealed with another key, changed or moved to another row. */
  open(rowKey: string, sealed: Uint8Array): unknown {
    const bytes = Buffer.from(sealed);
    if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
    try {
      const iv = bytes.subarray(0, IV_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', this.derive('seal'), iv, {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(rowKey));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
      return JSON.parse(Buffer.concat(text).toString('utf8')) as unknown;
    } catch {
      return undefined;
    }
  }

  /** A keyed digest, for values with enough entropy of their own. */
  digest(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.derive(purpose)).update(text).digest();
  }

  private derive(purpose: string): Uint8Array {
    const info = `security-dashboards factors ${purpose} v1`;
    return new Uint8Array(hkdfSync('sha256', this.read(), new Uint8Array(0), info, KEY_BYTES));
  }

  private read(): Buffer {
    return (this.key ??= keyInFile({
      dir: this.dir,
      name: FILE,
      isNeeded: this.isNeeded,
      loss: 'users with a second factor are then to be reset.',
    }));
  }
}
