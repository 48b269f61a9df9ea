/** What promoting chosen entries would write to the target, as entries of files. */
import {
  IMPORT_KINDS,
  type ComparisonKind,
  type ImportKind,
  type PromotionSelection,
  referencesOf,
  type SelectionRequest,
} from '@sd/contracts';
import type { ComparedRow } from './compare_sides';
import { keyOf, type KeptComparison } from './kept_comparisons';

type LeftOut = PromotionSelection['left_out'][number];
type Missing = PromotionSelection['missing'][number];

export function selectionOf(
  comparison: KeptComparison,
  { to, entries, with_dependencies: withDependencies = false }: SelectionRequest
): PromotionSelection {
  const from = to === 'right' ? 'left' : 'right';
  const onlySource = `only_${from}` as const;
  const chosen = new Map<string, ComparedRow>();
  const missing = new Map<string, Missing>();
  const rowOf = (kind: ComparisonKind, name: string) => comparison.byKey.get(keyOf(kind, name));
  // Dependencies are appended, and looked through as well.
  const queue = entries.flatMap(({ kind, name }) => rowOf(kind, name) ?? []);
  for (const row of queue) {
    const key = keyOf(row.kind, row.name);
    if (chosen.has(key) || row.state === 'equal') continue;
    chosen.set(key, row);
    if (withDependencies) queue.push(...dependenciesOf(row));
  }
  for (const row of chosen.values())
    for (const { kind, name } of dependenciesOf(row))
      if (!chosen.has(keyOf(kind, name)))
        missing.set(keyOf(kind, name), { kind: kind as ImportKind, name });

  const leftOut: LeftOut[] = [];
  const files = new Map<ImportKind, { entries: Record<string, object>; removed: string[] }>();
  for (const row of chosen.values()) {
    const { kind, name, [from]: source, [to]: target } = row;
    const reason = reasonOf(row, onlySource, target);
    if (reason !== undefined) {
      leftOut.push({ kind, name, reason });
      continue;
    }
    const file = files.get(kind as ImportKind) ?? { entries: {}, removed: [] };
    files.set(kind as ImportKind, file);
    if (source) file.entries[name] = withoutFlags(source);
    else file.removed.push(name);
  }
  return {
    files: IMPORT_KINDS.flatMap((kind) => {
      const file = files.get(kind);
      return file ? [{ kind, ...file } as PromotionSelection['files'][number]] : [];
    }),
    missing: [...missing.values()],
    left_out: leftOut,
  };

  function dependenciesOf({ kind, name, [from]: source }: ComparedRow): readonly ComparedRow[] {
    if (!source) return [];
    return referencesOf(kind, name, source).flatMap((reference) => {
      const row = rowOf(reference.kind, reference.name);
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
