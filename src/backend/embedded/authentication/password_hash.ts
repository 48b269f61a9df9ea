/**
 * Verifies and makes password hashes: only of known form and within `engine.hash.max_*`, behind a
 * bounded queue in which callers take turns, so that a flood of sign-ins exhausts neither memory
 * nor processor nor the others' patience.
 *
 * Time tells nothing about users. A verification of bcrypt takes twenty times that of argon2, so
 * each attempt runs one hash of every cost that users have here: the user's own, and for the other
 * costs a hash of nobody. Unknown users, users without a usable hash and users of either algorithm
 * cost the same. Its price: with imported bcrypt users, every sign-in costs a bcrypt, until they
 * are few enough to get new passwords; a cost that nobody has any more goes with the next start.
 * Its limit: with more than {@link MAX_CLASSES} costs, users of those that came last can be told
 * apart by the time of their own hash. Padding answers to a fixed time instead would give way under
 * the load of the prober.
 */
import { PASSWORD_LIMITS } from '../../../contracts/limits';
import { FairQueue, type QueueKey } from '../../../workers';
import type { HashLimits } from '../../api/settings';
import { usableHash } from './hash_form';
import { HASH_WORK, dummyHash, STANDARD_CLASS, type HashFunctions } from './hash_functions';

/** Two algorithms of a cluster, one that was changed, and the standard. */
const MAX_CLASSES = 4;

export class PasswordHasher {
  private readonly queue = new FairQueue({
    running: PASSWORD_LIMITS.hashesRunning,
    waiting: PASSWORD_LIMITS.hashesWaiting,
    waitingPerKey: PASSWORD_LIMITS.hashesWaitingPerName,
  });
  /** Cost class to a hash of nobody, in the order in which they run. */
  private readonly nobodies = new Map<string, string>();

  constructor(
    private readonly limits: HashLimits,
    private readonly work: HashFunctions = HASH_WORK
  ) {
    this.nobodies.set(STANDARD_CLASS, dummyHash({ form: 'argon2', costClass: STANDARD_CLASS }));
  }

  /**
   * @param key - whose turn it is
   * @throws {QueueFullError}
   */
  hash(password: string, key: QueueKey): Promise<string> {
    return this.queue.run(key, () => this.work.hash(password));
  }

  /**
   * A hash that cannot be used never matches and never throws.
   * @param hash - `undefined` for users that do not exist or have none
   * @param key - whose turn it is
   * @param isStillWanted - asked when the turn comes; `false` skips the work and answers `false`
   * @throws {QueueFullError}
   */
  verify(
    hash: string | undefined,
    password: string,
    key: QueueKey,
    isStillWanted: () => boolean = () => true
  ): Promise<boolean> {
    return this.queue.run(
      key,
      async () => isStillWanted() && (await this.verifyAmongAll(hash, password))
    );
  }

  /** Notes that a user has such a hash: from now on every attempt costs one of its kind. */
  note(text: string): void {
    const hash = usableHash(text, this.limits);
    if (!hash || this.nobodies.has(hash.costClass) || this.nobodies.size >= MAX_CLASSES) return;
    this.nobodies.set(hash.costClass, dummyHash(hash));
  }

  /** Nobody waits any longer; what runs takes at most the allowed cost. */
  stop(): void {
    this.queue.close();
  }

  private async verifyAmongAll(text: string | undefined, password: string): Promise<boolean> {
    const own = text === undefined ? undefined : usableHash(text, this.limits);
    let isRight = false;
    for (const [costClass, nobody] of this.nobodies) {
      if (costClass !== own?.costClass) await this.tried(nobody, password);
      else isRight = await this.tried(text as string, password);
    }
    if (own && !this.nobodies.has(own.costClass)) return this.tried(text as string, password);
    return isRight;
  }

  private tried(text: string, password: string): Promise<boolean> {
    return this.work.verify(text, password).catch(() => false);
  }
}
