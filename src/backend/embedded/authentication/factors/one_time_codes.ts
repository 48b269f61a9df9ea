/**
 * One-time codes of authenticator apps (RFC 6238) with the parameters that all apps support: SHA-1,
 * six digits, 30 seconds.
 */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { FACTOR_LIMITS } from '../../../../contracts/limits';
import type { FactorKey } from './factor_key';

/** Base32 alphabet of RFC 4648, whose digits do not look like letters. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LENGTH = 16;
const SHAPE = /^[A-Z2-7]{16}$/;

/** Such as `7KQM-AB2C-XYZW-PLT5`. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: FACTOR_LIMITS.recoveryCodes }, () => {
    const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join('');
    return letters.replace(/(.{4})(?=.)/g, '$1-');
  });
}

const plain = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '');

/** Whether a typed code has the format of a recovery code. */
export const isRecoveryCode = (typed: string): boolean => SHAPE.test(plain(typed));

export const toDigest = (key: FactorKey, userName: string, code: string): string =>
  key.digest('recovery', JSON.stringify([userName, plain(code)])).toString('base64url');

const PERIOD_S = 30;
/** RFC 4226, section 4: at least 128 bits, 160 recommended. */
const SECRET_BYTES = 20;
/** Accepted time steps of clock difference, either way. */
const WINDOW = 1;
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: PERIOD_S } as const;

/** Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The URI that apps read from a QR code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...SETTINGS, secret, issuer, label }).toString();

/**
 * @param nowMs - the wall clock, epoch milliseconds
 * @returns the 30-second step that the code belongs to, or `undefined` for a wrong code
 */
export function totpStep(secret: string, typed: string, nowMs: number): number | undefined {
  const token = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = new TOTP({ ...SETTINGS, secret });
  const delta = totp.validate({ token, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / PERIOD_S) + delta;
}
