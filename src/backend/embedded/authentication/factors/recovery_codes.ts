/**
 * Codes for who has lost everything else; each is good for one sign-in. They have 80 bits, so that
 * a keyed digest keeps them as well as a slow hash would.
 */
import { randomBytes } from 'node:crypto';
import { FACTOR_LIMITS } from '../../../../contracts/limits';
import type { FactorKey } from './factor_key';

/** RFC 4648, without digits that look like letters. */
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

/** Whether a code that was typed in can be one of these. */
export const isRecoveryCode = (typed: string): boolean => SHAPE.test(plain(typed));

export const digestOf = (key: FactorKey, userName: string, code: string): string =>
  key.digest('recovery', JSON.stringify([userName, plain(code)])).toString('base64url');
