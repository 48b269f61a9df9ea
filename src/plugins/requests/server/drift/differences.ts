/** What differs between a folder of files and the configuration, field by field. */
import {
  DRIFT_LIMITS,
  type DriftEntry,
  type DriftField,
  IMPORT_KINDS,
  type ImportKind,
  isSecretKey,
  redact,
} from '@sd/contracts';
import {
  type ConfigurationFiles,
  type ConfigurationSnapshot,
  type ParsedConfigurationFile,
  timeSlices,
} from '@sd/core/server';
import type { ChangeTools, ComparedRow } from '@sd/plugins/security/server';
import type { IgnoreRules } from './ignore_rules';

type Json = Readonly<Record<string, unknown>>;
type Entities = ReadonlyMap<string, Json>;
export type ParsedFiles = Awaited<ReturnType<ConfigurationFiles['parse']>>['kinds'];

export interface DriftedEntry extends Omit<DriftEntry, 'changed'> {
  /** What the folder asks for, with its hash; absent for an additional entry. */
  readonly desired?: Json;
  /** What a file would have to say, with its own hash left out; absent for a missing entry. */
  readonly accepted?: Json;
  /** Whether the folder has variables in an entry that does not exist. */
  readonly hasVariables: boolean;
}

export interface FolderDifferences {
  /** By kind, then by name. */
  readonly entries: readonly DriftedEntry[];
  /** Number of entries that ignore rules leave out. */
  readonly ignored: number;
}

/** @throws {CodedError} if the differences are too large to keep */
export async function findDifferences(
  compareFiles: ChangeTools['compareFiles'],
  files: ParsedFiles,
  snapshot: ConfigurationSnapshot,
  rules: IgnoreRules
): Promise<FolderDifferences> {
  const step = timeSlices();
  const desired: Partial<Record<ImportKind, Record<string, Json | null>>> = {};
  const actual = new Map<ImportKind, Entities>();
  let ignored = 0;
  for (const kind of IMPORT_KINDS) {
    const file = files.get(kind);
    if (!file) continue;
    const present = snapshot.entries.get(kind) ?? new Map<string, Json>();
    const ofFile: [string, Json | null][] = [];
    for (const [name, entry] of file.entries) {
      await step();
      const now = present.get(name);
      if (entry?.['hidden'] === true || now?.['hidden'] === true) continue;
      if (rules.matches(kind, name)) ignored++;
      else ofFile.push([name, now ? withKept({ kind, name, file, rules }, entry, now) : entry]);
    }
    const compared = new Map<string, Json>();
    for (const [name, now] of present) {
      await step();
      const isInFile = file.entries.has(name);
      const isLeftAlone = isInFile ? file.entries.get(name)?.['static'] === true : isBuiltIn(now);
      if (now['hidden'] === true || isLeftAlone) continue;
      if (!rules.matches(kind, name)) compared.set(name, now);
      else if (!isInFile) ignored++;
    }
    desired[kind] = Object.fromEntries(ofFile);
    actual.set(kind, compared);
  }
  const { rows } = await compareFiles(desired, actual);
  const entries: DriftedEntry[] = [];
  for (const row of rows) {
    await step();
    const kind = row.kind as ImportKind;
    const file = files.get(kind);
    const inFile = desired[kind]?.[row.name];
    const isHashOther =
      kind === 'internalusers' &&
      !rules.matches(kind, row.name, 'hash') &&
      isOtherHash(inFile?.['hash'], snapshot.hashes.get(row.name));
    if (!file || (row.state === 'equal' && !isHashOther)) continue;
    const now = actual.get(kind)?.get(row.name);
    entries.push(toEntry({ kind, name: row.name, file, rules }, row, inFile, now, isHashOther));
  }
  return { entries, ignored };
}

/** `import --prune` leaves them alone, too. */
const isBuiltIn = (entity: Json): boolean =>
  entity['reserved'] === true || entity['static'] === true;

interface Place {
  readonly kind: ImportKind;
  readonly name: string;
  readonly file: ParsedConfigurationFile;
  readonly rules: IgnoreRules;
}

/** Whether a field stays as it is on both sides. */
const isKept = ({ kind, name, file, rules }: Place, field: string): boolean =>
  file.variableFields.get(name)?.has(field) === true || rules.matches(kind, name, field);

/** `one`, with the fields of `other` where both sides keep theirs. */
function withKept(place: Place, one: Json | null, other: Json | null): Json {
  const fields = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]);
  return Object.fromEntries(
    [...fields].flatMap((field) => {
      const value = (isKept(place, field) ? other : one)?.[field];
      return value === undefined ? [] : [[field, value]];
    })
  );
}

const STATES = { only_left: 'missing', only_right: 'additional', differs: 'differs' } as const;

function toEntry(
  place: Place,
  { state, left, right, fields = [] }: ComparedRow,
  inFile: Json | null | undefined,
  actual: Json | undefined,
  isHashOther: boolean
): DriftedEntry {
  const { kind, name, file } = place;
  const [one = {}, other = {}] = [left, right];
  const names = state === 'differs' || state === 'equal' ? fields : Object.keys(left ?? other);
  const isPasswordShown = isHashOther || (state === 'only_left' && Boolean(inFile?.['hash']));
  const all = [
    ...names.map((field) => getField(field, one[field], other[field])),
    ...(isPasswordShown ? [{ field: 'hash', is_secret: true }] : []),
  ];
  const written = file.entries.get(name) ?? null;
  return {
    kind,
    name,
    state: state === 'equal' ? 'differs' : STATES[state],
    fields: all.slice(0, DRIFT_LIMITS.fields),
    ...(all.length > DRIFT_LIMITS.fields && { more_fields: all.length - DRIFT_LIMITS.fields }),
    ...(inFile !== undefined && { desired: inFile ?? {} }),
    ...(actual && right && { accepted: withKept(place, right, written) }),
    hasVariables: !actual && file.variableFields.has(name),
  };
}

function getField(field: string, desired: unknown, actual: unknown): DriftField {
  if (isSecretKey(field)) return { field, is_secret: true };
  const values = [desired, actual].map((value) => redact(value, field));
  const isLong = values.some(
    (value) => (JSON.stringify(value)?.length ?? 0) > DRIFT_LIMITS.valueLength
  );
  if (isLong) return { field, is_long: true };
  const [inFile, present] = values;
  return {
    field,
    ...(inFile !== undefined && { desired: inFile }),
    ...(present !== undefined && { actual: present }),
  };
}

/**
 * Hashes of one algorithm and cost differ with their passwords. A login can renew a hash with
 * another algorithm, so those say nothing.
 */
function isOtherHash(desired: unknown, actual: string | undefined): boolean {
  if (typeof desired !== 'string' || desired === '' || actual === undefined) return false;
  const form = (hash: string) => hash.split('$').slice(1, 3).join('$');
  return desired !== actual && form(desired) === form(actual);
}
