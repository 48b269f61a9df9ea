/**
 * Password hashing: argon2id for everything new, bcrypt for what was imported. All work runs on libuv's
 * threads, behind a bounded queue, so that a flood of sign-ins can exhaust neither memory nor processor.
 *
 * Cost: the OWASP minimum for argon2id (19 MiB, two passes, one lane).
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
import { hash as argonHash, verify as argonVerify, parseOptions } from '@node-rs/argon2';
import { verify as bcryptVerify } from '@node-rs/bcrypt';

const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each running hash takes 19 MiB; two keep both cores of a small machine busy. */
const MAX_RUNNING = 2;
/** A thousand waiting sign-ins are some ten seconds of work; more would only time out. */
const MAX_WAITING = 1_000;

/** The queue is full; try again later. */
export class OverloadedError extends Error {
  constructor() {
    super('Too many passwords wait to be verified.');
  }
}

export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private dummyHash: Promise<string> | undefined;

  /** @throws {OverloadedError} */
  hash(password: string): Promise<string> {
    return this.limited(() => argonHash(password, COST));
  }

  /**
   * A hash of unknown form never matches and never throws.
   * @param isStillWanted - asked when the turn comes; `false` skips the work and answers `false`
   * @throws {OverloadedError}
   */
  verify(
    hash: string,
    password: string,
    isStillWanted: () => boolean = () => true
  ): Promise<boolean> {
    return this.limited(async () => isStillWanted() && (await verifyQuietly(hash, password)));
  }

  /** Takes as long as `verify` of a wrong password; for users that do not exist. */
  async verifyNothing(password: string, isStillWanted?: () => boolean): Promise<false> {
    this.dummyHash ??= this.hash('no user has this password');
    await this.verify(await this.dummyHash, password, isStillWanted);
    return false;
  }

  private async limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= MAX_RUNNING) {
      if (this.waiting.length >= MAX_WAITING) throw new OverloadedError();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running++;
    }
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so that nobody can slip in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

const isBcrypt = (hash: string): boolean => /^\$2[abxy]\$\d\d\$/.test(hash);

/** Whether anybody can sign in with such a hash: bcrypt or argon2. */
export const isVerifiable = (hash: string): boolean => isBcrypt(hash) || hash.startsWith('$argon2');

async function verifyQuietly(hash: string, password: string): Promise<boolean> {
  try {
    if (isBcrypt(hash)) return await bcryptVerify(password, hash);
    return hash.startsWith('$argon2') && (await argonVerify(hash, password));
  } catch {
    return false;
  }
}

/** Whether a verified hash should be replaced: another algorithm, or argon2id below today's cost. */
export function needsUpgrade(hash: string): boolean {
  if (!hash.startsWith('$argon2id$')) return true;
  try {
    const { memoryCost, timeCost } = parseOptions(hash);
    return memoryCost < COST.memoryCost || timeCost < COST.timeCost;
  } catch {
    return true;
  }
}
