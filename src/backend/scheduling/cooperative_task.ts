/**
 * Cooperative tasks: generators that yield at least once per millisecond. `runToCompletion` runs
 * them synchronously, `runInSlices` in time slices.
 */
import { LimitExceededError } from './limit_exceeded';

export type CooperativeTask<T> = Generator<undefined, T, undefined>;

export function runToCompletion<T>(steps: CooperativeTask<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The task reached its time limit. Tasks can catch it to skip optional parts. */
export class TimeSpentError extends LimitExceededError {}

export interface SliceOptions {
  /** Length of a time slice in milliseconds. */
  readonly sliceMs: number;
  /**
   * Limit of the working time in milliseconds, without waiting. Beyond it, each yield throws
   * `TimeSpentError`.
   */
  readonly limitMs: number;
}

export async function runInSlices<T>(
  steps: CooperativeTask<T>,
  { sliceMs, limitMs }: SliceOptions
): Promise<T> {
  for (let spentMs = 0; ;) {
    const startedAtMs = performance.now();
    const isLate = spentMs >= limitMs;
    for (let elapsedMs = 0; elapsedMs < sliceMs; elapsedMs = performance.now() - startedAtMs) {
      const { done, value } = isLate
        ? steps.throw(new TimeSpentError(`The calculation took more than ${limitMs} ms.`))
        : steps.next();
      if (done) return value;
    }
    spentMs += performance.now() - startedAtMs;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * For asynchronous work: returns a function to await between steps. It yields to the event loop
 * once per `sliceMs`.
 */
export function yieldBetween(sliceMs: number): () => Promise<void> {
  let endsAtMs = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < endsAtMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    endsAtMs = performance.now() + sliceMs;
  };
}

/** Entries per step, which takes a fraction of a millisecond. */
const SORTED_AT_ONCE = 256;

/** Like `sort`, in time slices: merges sorted runs pairwise. */
export function* sortedInSteps<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number
): CooperativeTask<readonly T[]> {
  let from = [...items];
  for (let at = 0; at < from.length; at += SORTED_AT_ONCE) {
    const run = from.slice(at, at + SORTED_AT_ONCE).sort(compare);
    run.forEach((item, i) => (from[at + i] = item));
    yield;
  }
  for (let width = SORTED_AT_ONCE; width < from.length; width *= 2) {
    const merged: T[] = [];
    for (let at = 0; at < from.length; at += 2 * width) {
      const middle = Math.min(at + width, from.length);
      const end = Math.min(at + 2 * width, from.length);
      let [left, right] = [at, middle];
      while (left < middle || right < end) {
        const isLeft =
          right >= end || (left < middle && compare(from[left] as T, from[right] as T) <= 0);
        merged.push(from[isLeft ? left++ : right++] as T);
        if (merged.length % SORTED_AT_ONCE === 0) yield;
      }
    }
    from = merged;
  }
  return from;
}
