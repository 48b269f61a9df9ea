/**
 * What desired entries would change. Every flow plans with this: import, promotion, putting drift
 * back, prepared changes and the command line (docs/architecture.md#changes-of-many-entries).
 */
import { setImmediate } from 'node:timers/promises';
import {
  englishText,
  isEmptyValue,
  ENGINE_LIMITS,
  type ImportChange,
  type ImportKind,
  type ImportPlan,
  type ImportPlanRequest,
  type ImportResult,
  type PlannedEntry,
  type PlannedImport,
  plannedEntries,
  toChange,
  sentEntry,
} from '@sd/contracts';
import type { ScopedEngineClient } from '@sd/core/server';
import { SECURITY_ERRORS, validateResourceName } from '../../common';
import { storedEntries } from './stored_entries';

type Json = Readonly<Record<string, unknown>>;

/** Entries of one kind as they are to be, from files, a folder, another cluster or a finding. */
export interface DesiredEntries extends ImportPlanRequest {
  readonly kind: ImportKind;
}

/** Entries compared per time slice. */
const SLICE_SIZE = 100;

/** The changes that make desired entries come true, and why some cannot be made. */
export async function planChanges(
  engine: ScopedEngineClient,
  desired: readonly DesiredEntries[]
): Promise<{ readonly changes: ImportChange[]; readonly problems: ImportResult[] }> {
  const changes: ImportChange[] = [];
  const problems: ImportResult[] = [];
  for (const one of desired) {
    const { kind, entries } = one;
    for (const item of (await planEntries(engine, one)).items) {
      const { name, problem } = item;
      if (problem !== undefined) problems.push({ kind, name, is_done: false, message: problem });
      changes.push(toChange(kind, item, entries[name]));
    }
  }
  return { changes, problems };
}

/** What desired entries of one kind would change, with the versions that are there now. */
export async function planEntries(
  engine: ScopedEngineClient,
  { kind, entries, prune = false, removed = [] }: DesiredEntries
): Promise<ImportPlan> {
  const stored = await storedEntries(engine, kind);
  // Files of a cluster contain built-in entries, too.
  const sent = new Map(
    Object.entries(entries)
      .filter(([, entry]) => entry?.['static'] !== true)
      .map(([name, entry]) => [name, sentEntry(kind, entry)])
  );
  const isRemoved = new Set(removed);
  const current = new Map([...stored].map(([name, { entity }]) => [name, entity]));
  const items: PlannedImport[] = [];
  let [same, at] = [0, 0];
  const planned = plannedEntries(kind, current, sent, {
    hasSecret: (name) => kind === 'internalusers' && !isEmptyValue(sent.get(name)?.['hash']),
    isDeleted: (name, present) =>
      (prune || isRemoved.has(name)) &&
      kind !== 'audit' &&
      !Object.hasOwn(entries, name) &&
      !isProtected(present),
  });
  for (const entry of planned) {
    if (++at % SLICE_SIZE === 0) await setImmediate();
    const { action } = entry;
    if (action === 'same') same++;
    else items.push(plannedItem(kind, { ...entry, action }, stored.get(entry.name)?.version));
  }
  items.sort((one, other) => (one.name < other.name ? -1 : 1));
  const limit = ENGINE_LIMITS.changeSetSize;
  return { items: items.slice(0, limit), same, more: Math.max(0, items.length - limit) };
}

const isProtected = ({ reserved, hidden, static: isStatic }: Json): boolean =>
  [reserved, hidden, isStatic].includes(true);

function plannedItem(
  kind: ImportKind,
  {
    name,
    action,
    before,
    after,
    desired,
    hasSecret,
  }: PlannedEntry<Json> & Pick<PlannedImport, 'action'>,
  version: string | undefined
): PlannedImport {
  const problem = desired && findProblem(kind, name, desired);
  return {
    name,
    action,
    ...(version !== undefined && { version }),
    ...(before && { before }),
    ...(after && { after }),
    ...(hasSecret && { has_secret: true }),
    ...(problem !== undefined && { problem }),
  };
}

/** Problems that can be found without the engine. */
function findProblem(kind: ImportKind, name: string, entry: Json): string | undefined {
  if (kind === 'audit') return name === 'config' ? undefined : 'The file has one entry, "config".';
  if (kind === 'guardrails') return undefined;
  // Files carry names that were given elsewhere, where they may be longer than our forms allow.
  if (validateResourceName(name).some((one) => one !== 'names.length'))
    return englishText(SECURITY_ERRORS.invalidName);
  if (kind === 'internalusers' && entry['password'] !== undefined)
    return 'Files hold no passwords; give a hash.';
  return undefined;
}
