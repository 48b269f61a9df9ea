/**
 * Creates and verifies password hashes: only known formats within `engine.hash.max_*`, behind a
 * bounded fair queue, so that a flood of logins exhausts neither memory nor processor and does not
 * starve other users.
 *
 * Response times reveal nothing about users. Verifying bcrypt takes twenty times as long as argon2,
 * so each attempt runs one hash of every cost class in use: the user's own hash, and a dummy hash
 * for each of the other classes. Unknown users, users without a usable hash and users of either
 * algorithm cost the same. The price: with imported bcrypt users, every login computes a bcrypt
 * hash until all of them have new passwords; a cost class without users disappears at the next
 * start. The limit: with more than {@link MAX_CLASSES} classes, users of the last ones can be
 * recognized by the time of their own hash. Padding responses to a fixed time instead would fail
 * under load that an attacker can cause.
 */
import { PASSWORD_LIMITS } from '../../../contracts/limits';
import { FairQueue, type QueueKey } from '../../../workers';
import type { HashLimits } from '../../api/settings';
import { usableHash } from './hash_form';
import { HASH_WORK, dummyHash, STANDARD_CLASS, type HashFunctions } from './hash_functions';

/** Two algorithms of a cluster, a changed one, and the standard. */
const MAX_CLASSES = 4;

export class PasswordHasher {
  private readonly queue = new FairQueue({
    running: PASSWORD_LIMITS.hashesRunning,
    waiting: PASSWORD_LIMITS.hashesWaiting,
    waitingPerKey: PASSWORD_LIMITS.hashesWaitingPerName,
  });
  /** Dummy hashes by cost class, in the order in which they run. */
  private readonly dummyHashes = new Map<string, string>();

  constructor(
    private readonly limits: HashLimits,
    private readonly work: HashFunctions = HASH_WORK
  ) {
    this.dummyHashes.set(STANDARD_CLASS, dummyHash({ form: 'argon2', costClass: STANDARD_CLASS }));
  }

  /**
   * @param key - the queue key
   * @throws {QueueFullError}
   */
  hash(password: string, key: QueueKey): Promise<string> {
    return this.queue.run(key, () => this.work.hash(password));
  }

  /**
   * An unusable hash never matches and never throws.
   * @param hash - `undefined` for users that do not exist or have none
   * @param key - the queue key
   * @param isStillNeeded - called when the work starts; `false` skips it and returns `false`
   * @throws {QueueFullError}
   */
  verify(
    hash: string | undefined,
    password: string,
    key: QueueKey,
    isStillNeeded: () => boolean = () => true
  ): Promise<boolean> {
    return this.queue.run(
      key,
      async () => isStillNeeded() && (await this.verifyAmongAll(hash, password))
    );
  }

  /** Registers the cost class of a stored hash: from now on every attempt computes one of it. */
  registerCostClass(text: string): void {
    const hash = usableHash(text, this.limits);
    if (!hash || this.dummyHashes.has(hash.costClass) || this.dummyHashes.size >= MAX_CLASSES)
      return;
    this.dummyHashes.set(hash.costClass, dummyHash(hash));
  }

  /** Rejects queued work. Running work ends within the allowed cost. */
  stop(): void {
    this.queue.close();
  }

  private async verifyAmongAll(text: string | undefined, password: string): Promise<boolean> {
    const own = text === undefined ? undefined : usableHash(text, this.limits);
    let isRight = false;
    for (const [costClass, dummyHash] of this.dummyHashes) {
      if (costClass !== own?.costClass) await this.matches(dummyHash, password);
      else isRight = await this.matches(text as string, password);
    }
    if (own && !this.dummyHashes.has(own.costClass)) return this.matches(text as string, password);
    return isRight;
  }

  private matches(text: string, password: string): Promise<boolean> {
    return this.work.verify(text, password).catch(() => false);
  }
}
