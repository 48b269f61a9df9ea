/**
 * Work in pieces. A function that returns `Steps` yields wherever other work may come in between; a
 * piece between two yields takes a fraction of a millisecond. Whoever needs the result at once
 * calls `finish`, whoever serves others beside it `inSlices`.
 */
import { LimitExceededError } from './limit_exceeded';

export type CooperativeTask<T> = Generator<undefined, T, undefined>;

export function runToCompletion<T>(steps: CooperativeTask<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The work went on for as long as it may. A part that can be left out catches it. */
export class TimeSpentError extends LimitExceededError {}

export interface SliceOptions {
  /** Milliseconds at a stretch. */
  readonly sliceMs: number;
  /**
   * Milliseconds of work in all, waiting not counted. Beyond, each yield throws `TimeSpentError`.
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
        ? steps.throw(new TimeSpentError(`The work took more than ${limitMs} ms.`))
        : steps.next();
      if (done) return value;
    }
    spentMs += performance.now() - startedAtMs;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * For asynchronous work: `await` what this returns wherever others may come in between. It waits
 * only when so many milliseconds went by since it last did.
 */
export function yieldBetween(sliceMs: number): () => Promise<void> {
  let endsAtMs = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < endsAtMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    endsAtMs = performance.now() + sliceMs;
  };
}

/** Entries at a stretch: a fraction of a millisecond. */
const SORTED_AT_ONCE = 256;

/** As `sort` does, in pieces: sorted runs, merged pair by pair. */
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
