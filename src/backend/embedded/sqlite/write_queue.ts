/** Group commit: writers that wait at the same time share one transaction, hence one fsync. */
import { isUnwritable } from '../../api/backend_error';
import { StorageError } from './storage_errors';

export interface WriteQueue {
  /** Resolves with the result after the commit; if `work` throws, only this call is rejected. */
  add<T>(work: () => T): Promise<T>;
  /** Commits all waiting writes; later calls reject. */
  close(): void;
}

interface QueuedWrite {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };

/** Keeps a transaction short, so that waiting writers are not delayed for long. */
const MAX_GROUP = 64;
const MAX_GROUP_MS = 10;

/** @param transaction - runs its argument in a transaction, nested calls in a savepoint */
export function createWriteQueue(transaction: <T>(work: () => T) => T): WriteQueue {
  const queued: QueuedWrite[] = [];
  let scheduled = false;
  let isClosed = false;

  function schedule(): void {
    if (scheduled || queued.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      commitGroup();
      schedule();
    });
  }

  /** Commits as many waiting writes as fit into one transaction, at least one. */
  function commitGroup(): void {
    const group: QueuedWrite[] = [];
    const outcomes: Outcome[] = [];
    try {
      transaction(() => {
        const endsAtMs = performance.now() + MAX_GROUP_MS;
        do {
          const next = queued.shift();
          if (!next) return;
          group.push(next);
          const outcome = attempt(() => transaction(next.work));
          // The store itself failed, so the other writes of the group are lost as well.
          if (!outcome.ok && isUnwritable(outcome.error)) throw outcome.error;
          outcomes.push(outcome);
        } while (group.length < MAX_GROUP && performance.now() < endsAtMs);
      });
    } catch (error) {
      // BEGIN itself may have failed; the first waiting write gets the error.
      if (group.length === 0) group.push(...queued.splice(0, 1));
      // The commit failed, so none of the writes is on disk.
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
        queued.push({ work, resolve: resolve as (value: unknown) => void, reject });
        schedule();
      });
    },
    close(): void {
      isClosed = true;
      while (queued.length > 0) commitGroup();
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
