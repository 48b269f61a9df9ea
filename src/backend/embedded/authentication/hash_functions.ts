/**
 * Computes hashes on libuv's threads. New hashes use argon2id at the OWASP minimum (19 MiB, two
 * passes, one lane), which takes 10 ms.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2';
import { verify as bcryptVerify } from '@node-rs/bcrypt';
import { parseHash, type ParsedHash, type Pbkdf2Hash } from './hash_form';

const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Cost class of the hashes that {@link HashFunctions.hash} creates. */
export const STANDARD_CLASS = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** An interface, so that tests can count calls: the work done determines the response time. */
export interface HashFunctions {
  hash(password: string): Promise<string>;
  /** @param hash - parsed before, with a cost within the limits */
  verify(hash: string, password: string): Promise<boolean>;
}

const derive = promisify(pbkdf2);

export const HASH_WORK: HashFunctions = {
  hash: (password) => argonHash(password, COST),
  verify: async (text, password) => {
    const hash = parseHash(text);
    switch (hash?.form) {
      case 'bcrypt':
        return bcryptVerify(password, text);
      case 'argon2':
        return argonVerify(text, password);
      case 'pbkdf2':
        return pbkdf2Verify(hash, password);
      default:
        return false;
    }
  },
};

async function pbkdf2Verify(
  { salt, iterations, key, digest }: Pbkdf2Hash,
  password: string
): Promise<boolean> {
  return timingSafeEqual(await derive(password, salt, iterations, key.length, digest), key);
}

const base64 = (bytes: number): string => randomBytes(bytes).toString('base64');
const dropPadding = (bytes: number): string => base64(bytes).replace(/=+$/, '');

/** A random hash of this cost that matches no password. */
export function dummyHash({ form, costClass }: Pick<ParsedHash, 'form' | 'costClass'>): string {
  switch (form) {
    case 'bcrypt':
      return `${costClass}${bcryptCharacters(21)}.${bcryptCharacters(30)}.`;
    case 'argon2':
      return `${costClass}${dropPadding(16)}$${dropPadding(32)}`;
    case 'pbkdf2':
      return `${costClass}${base64(64)}$${base64((Number(costClass.split('$')[2]) % 2 ** 32) / 8)}`;
  }
}

const bcryptCharacters = (count: number): string =>
  base64(count).replaceAll('+', '.').slice(0, count);

/**
 * Whether a verified hash should be replaced: another algorithm, or argon2id below the current
 * cost.
 */
export function needsUpgrade(text: string): boolean {
  const hash = parseHash(text);
  if (hash?.form !== 'argon2' || hash.variant !== 'argon2id') return true;
  return hash.memoryKib < COST.memoryCost || hash.passes < COST.timeCost;
}
