/**
 * Scans all stored hashes after startup, in small batches: reports their costs to the hasher, and
 * logs one warning with the users who cannot log in because of their hash.
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
  /** Stops the scan, because the store is about to close. */
  readonly isStopped: () => boolean;
}

/** Rows per batch, a few milliseconds of work. */
const STEP = 1_000;
/** User names in the log message; the count covers the rest. */
const MAX_NAMED = 5;

export async function scanPasswordHashes(deps: HashScanDeps): Promise<void> {
  const { store, hasher, limits, log, isStopped } = deps;
  const unusable: string[] = [];
  let count = 0;
  for (let after = ''; !isStopped(); await yieldToEventLoop()) {
    const step = store.credentials(after, STEP);
    for (const { userName, hash } of step) {
      hasher.registerCostClass(hash);
      if (hashProblem(hash, limits) === undefined) continue;
      count++;
      if (unusable.length < MAX_NAMED) unusable.push(userName);
    }
    if (step.length < STEP) break;
    after = step.at(-1)?.userName as string;
  }
  if (count > 0) {
    log.warn(
      'Users have password hashes that are malformed or cost more than engine.hash.max_* allows; they cannot log in until they get new passwords.',
      { count, users: unusable }
    );
  }
}

const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
