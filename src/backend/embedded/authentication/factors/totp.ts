/** One-time codes of authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds, as in all. */
import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
/** RFC 4226, section 4: at least 128 bits, 160 recommended. */
const SECRET_BYTES = 20;
/** Steps by which the clock of a phone may be wrong, either way. */
const WINDOW = 1;
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: PERIOD_S } as const;

/** Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that apps read from a QR code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...SETTINGS, secret, issuer, label }).toString();

/**
 * @param nowMs - the wall clock, epoch milliseconds
 * @returns the step of 30 seconds that the code is of, or `undefined` for a wrong one
 */
export function totpStep(secret: string, typed: string, nowMs: number): number | undefined {
  const token = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = new TOTP({ ...SETTINGS, secret });
  const delta = totp.validate({ token, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / PERIOD_S) + delta;
}
