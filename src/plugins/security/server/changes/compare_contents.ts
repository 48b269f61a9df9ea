/** Compares two contents entry by entry, in time slices. */
import {
  CALL_ERRORS,
  CodedError,
  COMPARISON_KINDS,
  COMPARISON_LIMITS,
  type ComparedEntry,
  type ComparisonKind,
  type ComparisonRow,
  type ComparisonState,
  compareEntries,
  differingFields,
  redact,
  sentEntry,
} from '@sd/contracts';
import { timeSlices } from '@sd/core/server';

type Json = Readonly<Record<string, unknown>>;
export type Entities = ReadonlyMap<string, Json>;
/** Entities by kind; `undefined` for a kind that the side does not show to the caller. */
export type SideContent = ReadonlyMap<ComparisonKind, Entities | undefined>;

export interface ComparedRow extends ComparisonRow {
  /** Without defaults and secrets; only of entries that differ. */
  readonly left?: Json;
  readonly right?: Json;
}

export interface ComparedSides {
  /** By kind, then by name. */
  readonly rows: readonly ComparedRow[];
  readonly unreadable: readonly ComparisonKind[];
  /** Characters of the entries in rows, as JSON. */
  readonly size: number;
}

const MEBI = 2 ** 20;
const STATES = {
  create: 'only_right',
  delete: 'only_left',
  update: 'differs',
  same: 'equal',
} as const satisfies Record<ComparedEntry['action'], ComparisonState>;

/**
 * @param one - the left side
 * @param other - the right side
 * @throws {CodedError} if the differences are too large to keep
 */
export async function compareContents(
  one: SideContent,
  other: SideContent
): Promise<ComparedSides> {
  const rows: ComparedRow[] = [];
  const unreadable: ComparisonKind[] = [];
  const { keptSize } = COMPARISON_LIMITS;
  let size = 0;
  const step = timeSlices();
  for (const kind of COMPARISON_KINDS) {
    if (!one.has(kind) || !other.has(kind)) continue;
    const [before, after] = [one.get(kind), other.get(kind)];
    if (!before || !after) {
      unreadable.push(kind);
      continue;
    }
    const compared: ComparedRow[] = [];
    for (const entry of compareEntries(kind, before, after)) {
      // Both sides have the same built-in entries, if their versions are the same.
      if (isBuiltIn(before.get(entry.name)) && isBuiltIn(after.get(entry.name))) continue;
      const row = toRow(kind, entry);
      compared.push(row);
      for (const shownEntry of [row.left, row.right])
        if (shownEntry) size += JSON.stringify(shownEntry).length;
      if (size > keptSize)
        throw new CodedError(CALL_ERRORS.differencesTooLarge, { size: keptSize / MEBI });
      await step();
    }
    compared.sort((a, b) => (a.name < b.name ? -1 : 1));
    // Spread as arguments, 125,000 rows would be more than the stack holds.
    for (const row of compared) rows.push(row);
  }
  return { rows, unreadable, size };
}

/** Also of an entry that is missing. */
const isBuiltIn = (entity: Json | undefined): boolean => !entity || entity['static'] === true;

function toRow(kind: ComparisonKind, entry: ComparedEntry): ComparedRow {
  const { name, action, before, after } = entry;
  const row = { kind, name, state: STATES[action] };
  if (action === 'same') return row;
  return {
    ...row,
    ...(action === 'update' && { fields: differingFields(kind, entry) }),
    ...(before && { left: shown(kind, before) }),
    ...(after && { right: shown(kind, after) }),
  };
}

const shown = (kind: ComparisonKind, entry: Json): Json =>
  kind === 'config' ? (redact(entry) as Json) : entry;

type Files = Readonly<Record<string, Readonly<Record<string, Json | null>> | undefined>>;

/** Compares entries of files, the left side, with those that are there. */
export const compareFiles = (files: Files, present: SideContent): Promise<ComparedSides> =>
  compareContents(fileContent(files), present);

/** Entries of files by kind and name, without built-in ones. */
export const fileContent = (files: Files): SideContent =>
  new Map(
    Object.entries(files).map(([kind, entries = {}]) => [
      kind as ComparisonKind,
      new Map(
        Object.entries(entries)
          .filter(([, entry]) => entry?.['static'] !== true)
          .map(([name, entry]) => [name, sentEntry(kind, entry)])
      ),
    ])
  );
