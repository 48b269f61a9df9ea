/** What promoting chosen entries would write to the target, as entries of files. */
import {
  IMPORT_KINDS,
  type ImportKind,
  type PromotionSelection,
  referencesOf,
  type SelectionRequest,
} from '@sd/contracts';
import {
  type ComparedRow,
  type ComparedSides,
  keyOf,
  timeSlices,
} from '../../comparison/compare_contents';

type LeftOut = PromotionSelection['left_out'][number];
type Missing = PromotionSelection['missing'][number];

export async function selectionOf(
  { byKey }: Pick<ComparedSides, 'byKey'>,
  { to, entries, with_dependencies: withDependencies = false }: SelectionRequest
): Promise<PromotionSelection> {
  const from = to === 'right' ? 'left' : 'right';
  const onlySource = `only_${from}` as const;
  const chosen = new Map<string, ComparedRow>();
  const missing = new Map<string, Missing>();
  const step = timeSlices();
  for (const { kind, name } of entries) {
    const row = byKey.get(keyOf(kind, name));
    if (row && row.state !== 'equal') chosen.set(keyOf(kind, name), row);
  }
  // A map that grows is walked to its end, so dependencies of dependencies are found as well.
  for (const row of chosen.values())
    for (const one of dependenciesOf(row)) {
      const key = keyOf(one.kind, one.name);
      if (withDependencies) chosen.set(key, one);
      else if (!chosen.has(key)) missing.set(key, { kind: one.kind as ImportKind, name: one.name });
      await step();
    }

  const leftOut: LeftOut[] = [];
  const files = new Map<ImportKind, { entries: Map<string, object>; removed: string[] }>();
  for (const row of chosen.values()) {
    const { kind, name, [from]: source, [to]: target } = row;
    const reason = reasonOf(row, onlySource, target);
    if (reason !== undefined) {
      leftOut.push({ kind, name, reason });
      continue;
    }
    const file = files.get(kind as ImportKind) ?? {
      entries: new Map<string, object>(),
      removed: [] as string[],
    };
    files.set(kind as ImportKind, file);
    if (source) file.entries.set(name, withoutFlags(source));
    else file.removed.push(name);
  }
  return {
    files: IMPORT_KINDS.flatMap((kind) => {
      const file = files.get(kind);
      if (!file) return [];
      const written = { entries: Object.fromEntries(file.entries), removed: file.removed };
      return [{ kind, ...written } as PromotionSelection['files'][number]];
    }),
    missing: [...missing.values()],
    left_out: leftOut,
  };

  function dependenciesOf({ kind, name, [from]: source }: ComparedRow): readonly ComparedRow[] {
    if (!source) return [];
    return referencesOf(kind, name, source).flatMap((reference) => {
      const row = byKey.get(keyOf(reference.kind, reference.name));
      return row?.state === onlySource ? [row] : [];
    });
  }
}

function reasonOf(
  { kind, state }: ComparedRow,
  onlySource: ComparedRow['state'],
  target: ComparedRow['left']
): LeftOut['reason'] | undefined {
  if (kind === 'config') return 'settings';
  if (kind === 'internalusers' && state === onlySource) return 'new_user';
  return target?.['reserved'] === true || target?.['hidden'] === true ? 'reserved' : undefined;
}

/** Only administrators with the cluster's certificate may set them. */
const withoutFlags = ({
  reserved: _reserved,
  hidden: _hidden,
  ...entry
}: NonNullable<ComparedRow['left']>): object => entry;
