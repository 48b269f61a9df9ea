/** What promoting chosen entries would write to the target, as entries of files. */
import {
  followReferences,
  IMPORT_KINDS,
  type ImportKind,
  type PromotionSelection,
  type SelectionRequest,
} from '@sd/contracts';
import { timeSlices } from '@sd/core/server';
import type { ComparedRow } from '@sd/plugins/security/server';
import { type KeptComparison, toKey } from './kept_comparisons';

type LeftOut = PromotionSelection['left_out'][number];

export async function selectPromoted(
  { byKey }: Pick<KeptComparison, 'byKey'>,
  { to, entries, with_dependencies: withDependencies = false }: SelectionRequest
): Promise<PromotionSelection> {
  const from = to === 'right' ? 'left' : 'right';
  const onlySource = `only_${from}` as const;
  const chosen = new Map<string, ComparedRow>();
  const step = timeSlices();
  for (const { kind, name } of entries) {
    const row = byKey.get(toKey(kind, name));
    if (row && row.state !== 'equal') chosen.set(toKey(kind, name), row);
  }
  const task = followReferences(chosen, {
    sourceOf: (row) => row[from],
    onlyInSource: (key) => {
      const row = byKey.get(key);
      return row?.state === onlySource ? row : undefined;
    },
    isAdding: withDependencies,
  });
  let next = task.next();
  for (; !next.done; next = task.next()) await step();

  const leftOut: LeftOut[] = [];
  const files = new Map<ImportKind, { entries: Map<string, object>; removed: string[] }>();
  for (const row of chosen.values()) {
    const { kind, name, [from]: source, [to]: target } = row;
    const reason = findReason(row, onlySource, target);
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
    missing: [...next.value],
    left_out: leftOut,
  };
}

function findReason(
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
