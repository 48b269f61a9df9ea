/** Compares two configurations entry by entry. */
import { compareEntries, type ComparedEntry, type ResourceType } from '../../contracts/entities';
import { printedChange, type PrintedChange } from '../changes/plan/planned_change';
import { BODY_KEY, FILE_KINDS, type FileKind } from '../embedded/configuration_files/file_kinds';
import { complete } from './configuration/configuration_kinds';
import type { ConfigurationSource, DocumentId } from './configuration/side';

type Entities = ReadonlyMap<string, object>;
export type Selection = (kind: FileKind['type'], name: string) => boolean;

export interface KindComparison {
  readonly kind: FileKind;
  readonly compared: readonly ComparedEntry[];
  /** Whether one side does not show all of it, so that it cannot be compared. */
  readonly isUnreadable: boolean;
}

/** @param isSelected - entries to compare; default: all */
export async function compareSources(
  from: ConfigurationSource,
  to: ConfigurationSource,
  isSelected: Selection = () => true
): Promise<readonly KindComparison[]> {
  const comparisons: KindComparison[] = [];
  for (const kind of FILE_KINDS) {
    if ([from, to].some((side) => side.has?.(kind.type) === false)) continue;
    const compared =
      kind.form === 'entries'
        ? await listEntries(kind.type, from, to)
        : await readDocument(kind.type, from, to);
    comparisons.push({
      kind,
      compared: compared?.filter(({ name }) => isSelected(kind.type, name)) ?? [],
      isUnreadable: compared === undefined && isSelected(kind.type, BODY_KEY),
    });
  }
  return comparisons;
}

async function listEntries(
  type: ResourceType,
  from: ConfigurationSource,
  to: ConfigurationSource
): Promise<readonly ComparedEntry[]> {
  const [before, after] = [await getEntities(to, type), await getEntities(from, type)];
  return [...compareEntries(type, before, after)].sort((one, other) =>
    one.name < other.name ? -1 : 1
  );
}

async function getEntities(side: ConfigurationSource, type: ResourceType): Promise<Entities> {
  const entities = new Map<string, object>();
  for await (const { name, entity } of side.entries(type)) entities.set(name, entity);
  return entities;
}

/** @returns `undefined` if a side does not show all of the document */
async function readDocument(
  id: DocumentId,
  from: ConfigurationSource,
  to: ConfigurationSource
): Promise<readonly ComparedEntry[] | undefined> {
  const bodies: ReadonlyMap<string, object>[] = [];
  for (const side of [to, from]) {
    const body = await side.document(id);
    if (body === 'unreadable') return undefined;
    bodies.push(new Map(body === undefined ? [] : [[BODY_KEY, complete(id, body)]]));
  }
  const [before = new Map<string, object>(), after = new Map<string, object>()] = bodies;
  return [...compareEntries(id, before, after)];
}

/** As lines of a plan, without secrets. */
export const toPrinted = (
  { type }: FileKind,
  { action, ...entry }: ComparedEntry
): readonly PrintedChange[] =>
  action === 'same' ? [] : [printedChange({ ...entry, type, action })];
