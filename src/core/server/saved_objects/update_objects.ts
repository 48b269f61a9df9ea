/**
 * Optimistic updates over a store that writes an object only if it is unchanged since it was read.
 * Reads, changes and writes, and retries after a concurrent change by another user.
 */
import { SAVED_OBJECTS_LIMITS } from '../../common';
import {
  isSameVersion,
  objectKey,
  SavedObjectsError,
  savedObjectsErrors,
  type FoundObject,
  type ObjectContent,
  type ObjectKey,
  type SavedObjectsStore,
  type StoredObject,
  type StoreOperation,
  type StoreOutcome,
} from '../../../backend/api';
import { iterateInSlices } from '../../../workers';

export interface ObjectChange extends ObjectKey {
  readonly titleField: string;
  readonly maxBytes?: number;
  /** Required version of the object. Absent: any. */
  readonly ifVersion?: string;
  /**
   * Computes the new content from the current one. It may throw a `SavedObjectsError` to reject the
   * change, and may be called several times.
   */
  readonly change: (current: StoredObject) => ObjectContent;
}

/** Changes of the same object, combined into one write. */
interface Group {
  readonly key: ObjectKey;
  /** Changes without an outcome, in order. */
  waiting: Pending[];
}

interface Pending {
  readonly change: ObjectChange;
  outcome?: StoreOutcome;
}

/** Changes applied to the object as read, ready to be written. */
interface Prepared {
  readonly group: Group;
  readonly operation: StoreOperation;
  readonly made: readonly Pending[];
}

/** @returns an outcome for each change, in order; 409 if concurrent changes keep winning */
export async function updateObjects(
  store: SavedObjectsStore,
  changes: readonly ObjectChange[]
): Promise<StoreOutcome[]> {
  const all: Pending[] = changes.map((change) => ({ change }));
  let groups = toGroups(all);
  for (let round = 0; round < SAVED_OBJECTS_LIMITS.updateRounds && groups.length > 0; round++) {
    await runRound(store, groups);
    groups = groups.filter(({ waiting }) => waiting.length > 0);
  }
  return all.map(({ change, outcome }) => outcome ?? findConflict(change));
}

function toGroups(all: readonly Pending[]): Group[] {
  const groups = new Map<string, Group>();
  for (const pending of all) {
    const { type, id } = pending.change;
    const name = objectKey({ type, id });
    const group = groups.get(name);
    if (group) group.waiting.push(pending);
    else groups.set(name, { key: { type, id }, waiting: [pending] });
  }
  return [...groups.values()];
}

/** Reads and writes in batches, so that only some of the objects are in memory at a time. */
async function runRound(store: SavedObjectsStore, groups: readonly Group[]): Promise<void> {
  const found = await store.locate(groups.map(({ key }) => key));
  let prepared: Prepared[] = [];
  let bytes = 0;
  let index = 0;
  for await (const group of iterateInSlices(groups)) {
    const hit = found[index++];
    const made = await prepare(group, hit);
    if (made) prepared.push(made);
    bytes += hit?.bytes ?? 0;
    if (bytes < SAVED_OBJECTS_LIMITS.updateBatchBytes) continue;
    await writeAll(store, prepared);
    prepared = [];
    bytes = 0;
  }
  await writeAll(store, prepared);
}

async function prepare(group: Group, hit: FoundObject | undefined): Promise<Prepared | undefined> {
  const stored = await hit?.read();
  if (!stored) {
    const { type, id } = group.key;
    settle(group, group.waiting, { ok: false, error: savedObjectsErrors.notFound(type, id) });
    return undefined;
  }
  let current = stored;
  const made: Pending[] = [];
  for await (const pending of iterateInSlices(group.waiting)) {
    const { change } = pending;
    const isExpected =
      change.ifVersion === undefined ||
      (made.length === 0 && isSameVersion(change.ifVersion, stored.version));
    if (!isExpected) {
      pending.outcome = findConflict(change);
      continue;
    }
    try {
      current = { ...current, ...change.change(current) };
      made.push(pending);
    } catch (error) {
      if (!(error instanceof SavedObjectsError)) throw error;
      pending.outcome = { ok: false, error };
    }
  }
  group.waiting = made;
  const [first] = made;
  if (!first) return undefined;
  const { titleField, maxBytes } = first.change;
  return {
    group,
    made,
    operation: {
      kind: 'replace',
      ...group.key,
      titleField,
      ...(maxBytes !== undefined && { maxBytes }),
      ifVersion: stored.version,
      attributes: current.attributes,
      references: current.references,
      ...(current.migrationVersion && { migrationVersion: current.migrationVersion }),
    },
  };
}

async function writeAll(store: SavedObjectsStore, prepared: readonly Prepared[]): Promise<void> {
  if (prepared.length === 0) return;
  const outcomes = await store.write(prepared.map(({ operation }) => operation));
  prepared.forEach(({ group, made }, index) => {
    const outcome = outcomes[index] as StoreOutcome;
    const isOvertaken = !outcome.ok && outcome.error.statusCode === 409;
    // Changes with an explicit version fail; the others are retried.
    const settled = isOvertaken
      ? made.filter(({ change }) => change.ifVersion !== undefined)
      : made;
    settle(group, settled, outcome);
  });
}

function settle(group: Group, settled: readonly Pending[], outcome: StoreOutcome): void {
  for (const pending of settled) pending.outcome = outcome;
  group.waiting = group.waiting.filter((pending) => pending.outcome === undefined);
}

const findConflict = ({ type, id }: ObjectKey): StoreOutcome => ({
  ok: false,
  error: savedObjectsErrors.conflict(type, id),
});
