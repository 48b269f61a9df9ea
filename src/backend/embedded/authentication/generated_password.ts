/** Passwords to type once: four groups without look-alike characters have about 90 bits. */
import { randomInt } from 'node:crypto';

const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGIT = '23456789';
const ALL = LOWER + UPPER + DIGIT;

/** Holds upper case, lower case, a digit and a dash: `Rk7w-hN4q-Tz9v-mB2x`. */
export function generatePassword(groupCount = 4): string {
  for (;;) {
    const groups = Array.from({ length: groupCount }, () =>
      Array.from({ length: 4 }, () => pick(ALL)).join('')
    );
    const password = groups.join('-');
    if ([/[a-z]/, /[A-Z]/, /[0-9]/].every((pattern) => pattern.test(password))) return password;
  }
}

const pick = (alphabet: string): string => alphabet.charAt(randomInt(alphabet.length));
