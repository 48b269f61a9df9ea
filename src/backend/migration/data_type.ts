/**
 * What moves is told by kinds: roles, the saved objects of a tenant, the history. Each is compared
 * with what is there a few at a time, first to tell what would happen, then to do it. So it can be
 * repeated after any end: what is there already is not written again.
 */

/** What is done with what is there under the same name and differs. */
export type ConflictPolicy = 'keep' | 'replace';

export interface Compared {
  /** As people know it. */
  readonly name: string;
  readonly state: 'new' | 'equal' | 'differs';
  /** Why it cannot be written there. */
  readonly obstacle?: string;
}

export interface MigrationError {
  readonly name: string;
  readonly why: string;
}

/** A few of a kind, in order. */
export interface Batch {
  readonly compared: readonly Compared[];
  /**
   * Writes some of them: new ones, and others in place of what was there when they were compared.
   * @param places - which of `compared`, ascending
   * @returns those that were refused
   */
  write(places: readonly number[]): Promise<readonly MigrationError[]>;
}

export interface Kind {
  readonly title: string;
  readonly batches: () => AsyncIterable<Batch>;
}

/** So many of the first, and how many there are. */
export class Sample<T> {
  readonly first: T[] = [];
  count = 0;

  add(...items: readonly T[]): void {
    this.count += items.length;
    this.first.push(...items.slice(0, Math.max(0, SHOWN - this.first.length)));
  }
}

/** Names that a plan tells of one kind. */
const SHOWN = 50;

/** What a walk met, or did. */
export interface Tally {
  readonly title: string;
  readonly counts: { new: number; equal: number; differs: number };
  readonly differing: Sample<string>;
  readonly leftOut: Sample<MigrationError>;
  /** What becomes of those that differ. */
  readonly onConflict?: ConflictPolicy;
  /** How many are, or would be, written. */
  written: number;
}

export interface WalkOptions {
  readonly onConflict?: ConflictPolicy;
  /** Nothing is written. */
  readonly isDryRun: boolean;
}

export async function walk(
  { title, batches }: Kind,
  { onConflict, isDryRun: isDryRun }: WalkOptions
): Promise<Tally> {
  const tally: Tally = {
    title,
    counts: { new: 0, equal: 0, differs: 0 },
    differing: new Sample(),
    leftOut: new Sample(),
    ...(onConflict && { onConflict }),
    written: 0,
  };
  for await (const batch of batches()) {
    const places = batch.compared.flatMap((one, at) =>
      isWanted(one, tally, onConflict) ? [at] : []
    );
    const refused = isDryRun || places.length === 0 ? [] : await batch.write(places);
    tally.leftOut.add(...refused);
    tally.written += places.length - refused.length;
  }
  return tally;
}

function isWanted(
  { name, state, obstacle }: Compared,
  tally: Tally,
  onConflict: ConflictPolicy | undefined
): boolean {
  if (state === 'equal') {
    tally.counts.equal++;
    return false;
  }
  const isKept = state === 'differs' && onConflict === 'keep';
  if (obstacle !== undefined && !isKept) {
    tally.leftOut.add({ name, why: obstacle });
    return false;
  }
  tally.counts[state]++;
  if (state === 'differs') tally.differing.add(name);
  return isWritten({ name, state }, onConflict);
}

/** Whether an entry would be written. */
export const isWritten = (
  { state, obstacle }: Compared,
  onConflict: ConflictPolicy | undefined
): boolean =>
  obstacle === undefined && (state === 'new' || (state === 'differs' && onConflict === 'replace'));

/** Items in order, so many at a time. */
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
