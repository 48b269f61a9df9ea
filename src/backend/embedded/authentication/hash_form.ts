/**
 * Parses password hashes completely: a hash that does not parse can never be verified, and a parsed
 * one has a known cost.
 *
 * Formats: argon2 (PHC string format, https://github.com/P-H-C/phc-string-format), bcrypt with its
 * version letters, and PBKDF2 as OpenSearch stores it: `$<digest>$<iterations * 2^32 +
 * bits>$<salt>$<key>`.
 */
import type { HashLimits } from '../../api/settings';

/**
 * The parameters that decide how long a verification takes: the hash without salt, result and
 * bcrypt's version letter.
 */
interface Costs {
  readonly costClass: string;
}

export interface BcryptHash extends Costs {
  readonly form: 'bcrypt';
  readonly cost: number;
}

export interface Argon2Hash extends Costs {
  readonly form: 'argon2';
  readonly variant: 'argon2d' | 'argon2i' | 'argon2id';
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

export interface Pbkdf2Hash extends Costs {
  readonly form: 'pbkdf2';
  readonly digest: string;
  readonly iterations: number;
  readonly salt: Buffer;
  readonly key: Buffer;
}

export type ParsedHash = BcryptHash | Argon2Hash | Pbkdf2Hash;

/** The last characters of salt and result carry four and two bits that must be zero. */
const BCRYPT = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{30}[.CGKOSWaeimquy26]$/;
const ARGON2 =
  /^(\$(argon2(?:d|i|id))(?:\$v=(?:16|19))?\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,8})\$)([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const PBKDF2 = /^(\$([1-5])\$(\d{1,19})\$)([A-Za-z0-9+/]+={0,2})\$([A-Za-z0-9+/]+={0,2})$/;

/** Digests by OpenSearch's number; the first is SHA-1. */
const DIGESTS = ['sha1', 'sha224', 'sha256', 'sha384', 'sha512'] as const;
const TWO_32 = 2 ** 32;
const MIN_BCRYPT_COST = 4;
const MAX_BCRYPT_COST = 31;
/**
 * Bytes. Shorter salts may repeat, shorter results may match by chance; longer ones do not occur.
 */
const SALT = { from: 8, to: 64 } as const;
const RESULT = { from: 16, to: 64 } as const;

/** @returns `undefined` if the text is not a hash of a known format */
export const parseHash = (text: string): ParsedHash | undefined =>
  parseArgon2(text) ?? parseBcrypt(text) ?? parsePbkdf2(text);

/** @returns the problem with a hash and how to fix it, or `undefined` if it can be verified */
export function hashProblem(text: string, limits: HashLimits): string | undefined {
  const hash = parseHash(text);
  if (!hash)
    return 'The hash is of no known form: argon2 ($argon2id$v=19$m=…,t=…,p=…$salt$hash), bcrypt ($2a$, $2b$ or $2y$, 60 characters) and PBKDF2 ($3$…) can be verified.';
  const over = measureCosts(hash, limits).find(({ value, limit }) => value > limit);
  return over
    ? `The hash costs too much: ${over.name} is ${over.value}, at most ${over.limit} is allowed (${over.setting}).`
    : undefined;
}

/** The hash, if it can be verified within the limits. */
export function usableHash(text: string, limits: HashLimits): ParsedHash | undefined {
  const hash = parseHash(text);
  return hash && measureCosts(hash, limits).every(({ value, limit }) => value <= limit)
    ? hash
    : undefined;
}

const cost = (name: string, value: number, limit: number, key: string) => ({
  name,
  value,
  limit,
  setting: `engine.hash.max_${key}`,
});

function measureCosts(hash: ParsedHash, limits: HashLimits): readonly ReturnType<typeof cost>[] {
  switch (hash.form) {
    case 'bcrypt':
      return [cost('the cost of bcrypt', hash.cost, limits.bcryptCost, 'bcrypt_cost')];
    case 'argon2':
      return [
        cost('the memory (KiB)', hash.memoryKib, limits.argon2MemoryKib, 'argon2_memory_kib'),
        cost('the number of passes', hash.passes, limits.argon2Passes, 'argon2_passes'),
        cost('the number of lanes', hash.lanes, limits.argon2Lanes, 'argon2_lanes'),
      ];
    case 'pbkdf2':
      return [
        cost(
          'the number of iterations',
          hash.iterations,
          limits.pbkdf2Iterations,
          'pbkdf2_iterations'
        ),
      ];
  }
}

function parseBcrypt(text: string): BcryptHash | undefined {
  const [, digits] = BCRYPT.exec(text) ?? [];
  const steps = Number(digits);
  return steps >= MIN_BCRYPT_COST && steps <= MAX_BCRYPT_COST
    ? { form: 'bcrypt', cost: steps, costClass: `$2b$${digits}$` }
    : undefined;
}

function parseArgon2(text: string): Argon2Hash | undefined {
  const [, costClass, variant, m, t, p, salt, result] = ARGON2.exec(text) ?? [];
  if (costClass === undefined || salt === undefined || result === undefined) return undefined;
  const [memoryKib, passes, lanes] = [Number(m), Number(t), Number(p)];
  // RFC 9106 3.1: each lane needs eight blocks.
  if (lanes < 1 || passes < 1 || memoryKib < 8 * lanes) return undefined;
  if (!toBytes(salt, SALT) || !toBytes(result, RESULT)) return undefined;
  return {
    form: 'argon2',
    variant: variant as Argon2Hash['variant'],
    memoryKib,
    passes,
    lanes,
    costClass,
  };
}

function parsePbkdf2(text: string): Pbkdf2Hash | undefined {
  const [, costClass, digest, parameters, saltText, keyText] = PBKDF2.exec(text) ?? [];
  if (costClass === undefined || saltText === undefined || keyText === undefined) return undefined;
  const iterations = Math.floor(Number(parameters) / TWO_32);
  const bits = Number(parameters) % TWO_32;
  const salt = toBytes(saltText, SALT);
  const key = toBytes(keyText, RESULT);
  // Numbers too large for exact integers exceed any iteration limit anyway.
  const isWhole = Number.isSafeInteger(Number(parameters));
  if (!salt || !key || iterations < 1 || (isWhole && bits !== key.length * 8)) return undefined;
  return {
    form: 'pbkdf2',
    digest: DIGESTS[Number(digest) - 1] as string,
    iterations,
    salt,
    key,
    costClass,
  };
}

/**
 * Decodes the canonical encoding of the expected number of bytes, padded or not depending on the
 * format.
 */
function toBytes(
  text: string,
  { from, to }: { readonly from: number; readonly to: number }
): Buffer | undefined {
  if (text.length > 2 * to) return undefined;
  const bytes = Buffer.from(text, 'base64');
  const encoded = bytes.toString('base64');
  const isCanonical = encoded === text || encoded.replace(/=+$/, '') === text;
  return isCanonical && bytes.length >= from && bytes.length <= to ? bytes : undefined;
}
