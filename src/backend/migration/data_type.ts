/**
 * Data types of a migration: configuration, saved objects of one tenant, history. A run can be
 * repeated, because equal items are skipped.
 */

import { BackendError } from '../api';

/** Whether a different item of the same name in the target is kept or replaced. */
export type ConflictPolicy = 'keep' | 'replace';

export interface Compared {
  /** For display. */
  readonly name: string;
  readonly state: 'new' | 'equal' | 'differs';
  /** Why it cannot be written to the target. */
  readonly blocker?: string;
}

export interface MigrationError {
  readonly name: string;
  readonly why: string;
}

/** Some items of a type, in order. */
export interface Batch {
  readonly compared: readonly Compared[];
  /**
   * Writes new items, and replaces items that still are as they were when compared.
   * @param indexes - indexes in `compared`, ascending
   * @returns the items that were rejected
   */
  write(indexes: readonly number[]): Promise<readonly MigrationError[]>;
}

export interface Kind {
  readonly title: string;
  readonly batches: () => AsyncIterable<Batch>;
}

/** The first items, and the number of all. */
export class Sample<T> {
  readonly first: T[] = [];
  count = 0;

  add(...items: readonly T[]): void {
    this.count += items.length;
    this.first.push(...items.slice(0, Math.max(0, MAX_NAMES - this.first.length)));
  }
}

/** Names per data type in a plan. */
const MAX_NAMES = 50;

/** The result of comparing or writing a data type. */
export interface Tally {
  readonly title: string;
  readonly counts: { new: number; equal: number; differs: number };
  readonly differing: Sample<string>;
  readonly leftOut: Sample<MigrationError>;
  /** Policy for items that differ. */
  readonly onConflict?: ConflictPolicy;
  /** Number of items that are, or would be, written. */
  written: number;
  /** The backend was lost: what it said, and how many items it may have written nevertheless. */
  interruption?: { readonly why: string; readonly unknown: number };
}

export interface WalkOptions {
  readonly onConflict?: ConflictPolicy;
  /** Compares only, without writing. */
  readonly isDryRun: boolean;
}

export async function walk(
  { title, batches }: Kind,
  { onConflict, isDryRun }: WalkOptions
): Promise<Tally> {
  const tally: Tally = {
    title,
    counts: { new: 0, equal: 0, differs: 0 },
    differing: new Sample(),
    leftOut: new Sample(),
    ...(onConflict && { onConflict }),
    written: 0,
  };
  let sent = 0;
  try {
    for await (const batch of batches()) {
      const indexes = batch.compared.flatMap((one, at) =>
        countAndSelect(one, tally, onConflict) ? [at] : []
      );
      sent = isDryRun ? 0 : indexes.length;
      const refused = sent === 0 ? [] : await batch.write(indexes);
      tally.leftOut.add(...refused);
      tally.written += indexes.length - refused.length;
      sent = 0;
    }
  } catch (error) {
    if (isDryRun || !(error instanceof BackendError)) throw error;
    tally.interruption = { why: error.message, unknown: sent };
  }
  return tally;
}

function countAndSelect(
  { name, state, blocker }: Compared,
  tally: Tally,
  onConflict: ConflictPolicy | undefined
): boolean {
  if (state === 'equal') {
    tally.counts.equal++;
    return false;
  }
  const isSkipped = state === 'differs' && onConflict === 'keep';
  if (blocker !== undefined && !isSkipped) {
    tally.leftOut.add({ name, why: blocker });
    return false;
  }
  tally.counts[state]++;
  if (state === 'differs') tally.differing.add(name);
  return isWritten({ name, state }, onConflict);
}

/** Whether an item would be written. */
export const isWritten = (
  { state, blocker }: Compared,
  onConflict: ConflictPolicy | undefined
): boolean =>
  blocker === undefined && (state === 'new' || (state === 'differs' && onConflict === 'replace'));

/** Splits items into batches, in order. */
export async function* inBatches<T>(
  items: AsyncIterable<T> | Iterable<T>,
  limits: { readonly items: number; readonly bytes?: number },
  bytesOf: (item: T) => number = () => 0
): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for await (const item of items) {
    batch.push(item);
    bytes += bytesOf(item);
    if (batch.length < limits.items && bytes < (limits.bytes ?? Infinity)) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
