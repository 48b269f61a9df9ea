/**
 * Group commit: writers that wait at the same time share one transaction, hence one fsync.
 */
import { StorageError } from './storage_errors';

export interface WriteQueue {
  /** Resolves with the result after the commit; rejects alone when `work` throws. */
  add<T>(work: () => T): Promise<T>;
  /** Commits what waits; later calls reject. */
  close(): void;
}

interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };

/** Keeps one transaction short, so that reads between transactions never wait long. */
const MAX_GROUP = 64;

/** @param transaction - runs its argument in a transaction, nested calls in a savepoint */
export function createWriteQueue(transaction: <T>(work: () => T) => T): WriteQueue {
  let waiting: Waiting[] = [];
  let scheduled = false;
  let isClosed = false;

  function schedule(): void {
    if (scheduled || waiting.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      commitGroup(waiting.splice(0, MAX_GROUP));
      schedule();
    });
  }

  function commitGroup(group: readonly Waiting[]): void {
    if (group.length === 0) return;
    let outcomes: Outcome[];
    try {
      outcomes = transaction(() => group.map(({ work }) => attempt(() => transaction(work))));
    } catch (error) {
      // The commit itself failed: nobody's write is on the disk.
      group.forEach(({ reject }) => reject(error));
      return;
    }
    group.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index] as Outcome;
      if (outcome.ok) resolve(outcome.value);
      else reject(outcome.error);
    });
  }

  return {
    add<T>(work: () => T): Promise<T> {
      if (isClosed)
        return Promise.reject(new StorageError('storage.closed', 'The store is closing.'));
      return new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        schedule();
      });
    },
    close(): void {
      isClosed = true;
      while (waiting.length > 0) commitGroup(waiting.splice(0, MAX_GROUP));
      waiting = [];
    },
  };
}

function attempt(work: () => unknown): Outcome {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    return { ok: false, error };
  }
}
