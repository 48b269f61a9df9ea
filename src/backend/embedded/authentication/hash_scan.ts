/**
 * Goes through all stored hashes after the start, in small steps: tells the hasher which costs
 * there are, and the administrator, in one line of log, which users cannot sign in because of their
 * hash.
 */
import type { EngineLog } from '../../api/log';
import type { HashLimits } from '../../api/settings';
import type { EntityStore } from '../configuration_store/entity_store';
import { hashProblem } from './hash_form';
import type { PasswordHasher } from './password_hash';

export interface HashScanDeps {
  readonly store: EntityStore;
  readonly hasher: PasswordHasher;
  readonly limits: HashLimits;
  readonly log: EngineLog;
  /** Ends the walk: the store is about to close. */
  readonly isStopped: () => boolean;
}

/** Some milliseconds of work. */
const STEP = 1_000;
/** So many are named; who has more repairs them by a list of their own. */
const MAX_NAMED = 5;

export async function scanPasswordHashes(deps: HashScanDeps): Promise<void> {
  const { store, hasher, limits, log, isStopped } = deps;
  const unusable: string[] = [];
  let count = 0;
  for (let after = ''; !isStopped(); await nextTurn()) {
    const step = store.credentials(after, STEP);
    for (const { userName, hash } of step) {
      hasher.note(hash);
      if (hashProblem(hash, limits) === undefined) continue;
      count++;
      if (unusable.length < MAX_NAMED) unusable.push(userName);
    }
    if (step.length < STEP) break;
    after = step.at(-1)?.userName as string;
  }
  if (count > 0) {
    log.warn(
      'Users have password hashes that are malformed or cost more than engine.hash.max_* allows; they cannot sign in until they get new passwords.',
      { count, users: unusable }
    );
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
