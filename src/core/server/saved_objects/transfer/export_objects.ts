/**
 * Export: selected objects, or all objects of some types, as lines that `_import` accepts
 * (docs/reference/core.md#saved-objects-api).
 */
import { TRANSFER_ERRORS } from '../../../../contracts/errors';
import { SAVED_OBJECTS_LIMITS, type SavedObject, type SavedObjectReference } from '../../../common';
import { toSavedObject, type SavedObjectsClient } from '../client';
import { objectKey, SavedObjectsError, type FoundObject } from '../../../../backend/api';
import { iterateInSlices } from '../../../../workers';
import type { SavedObjectsTypeRegistry } from '../type_registry';
import { sortByReferences } from './sort_by_references';

export interface ExportOptions {
  readonly types?: readonly string[];
  readonly objects?: ReadonlyArray<{ readonly type: string; readonly id: string }>;
  readonly search?: string;
  readonly hasReference?: { readonly type: string; readonly id: string };
  readonly includeReferencesDeep: boolean;
  readonly excludeExportDetails: boolean;
}

export interface ExportDeps {
  readonly client: Pick<SavedObjectsClient, 'locate' | 'findHits'>;
  readonly types: SavedObjectsTypeRegistry;
  /** Maximum number of objects in one file. */
  readonly maxObjects: number;
}

type Key = Pick<SavedObjectReference, 'type' | 'id'>;

/** An object of the file, read without its attributes. */
interface Head extends Key {
  readonly references: readonly SavedObjectReference[];
  readonly hit: FoundObject;
}

/**
 * Determines the objects of the file, which are read while it is written.
 * @returns the text of the file in chunks: the objects, sorted so that references come first, then
 *   a line with details unless excluded
 * @throws {SavedObjectsError} 400 for objects that cannot be exported, 413 for too many; nothing
 *   was written then
 */
export async function openExport(
  options: ExportOptions,
  deps: ExportDeps
): Promise<AsyncGenerator<string>> {
  assertExportable(options, deps.types);
  const hits = options.objects
    ? await locateChosen(options.objects, deps)
    : await findAll(options, deps);
  const roots = await readHeads(hits);
  const { objects, missing } = options.includeReferencesDeep
    ? await withReferences(roots, deps)
    : { objects: roots, missing: [] };
  assertBytes(objects);
  const sorted = (await sortByReferences(objects)).map(({ hit }) => hit);
  return writeFile(sorted, options.excludeExportDetails ? undefined : missing);
}

async function* writeFile(
  hits: readonly FoundObject[],
  missing: readonly Key[] | undefined
): AsyncGenerator<string> {
  let exportedCount = 0;
  for await (const hit of iterateInSlices(hits)) {
    const stored = await hit.read();
    // Deleted meanwhile.
    if (!stored) continue;
    yield `${exportedCount++ > 0 ? '\n' : ''}${JSON.stringify(toExported(toSavedObject(stored)))}`;
  }
  if (!missing) return;
  const details = {
    exportedCount,
    missingRefCount: missing.length,
    missingReferences: missing,
  };
  yield `${exportedCount > 0 ? '\n' : ''}${JSON.stringify(details)}`;
}

async function readHeads(hits: readonly FoundObject[]): Promise<Head[]> {
  const heads: Head[] = [];
  for await (const hit of iterateInSlices(hits)) {
    const head = await hit.readHead();
    if (head) heads.push({ ...head, hit });
  }
  return heads;
}

function assertBytes(objects: readonly Head[]): void {
  const { exportBytes } = SAVED_OBJECTS_LIMITS;
  const bytes = objects.reduce((sum, { hit }) => sum + hit.bytes, 0);
  if (bytes <= exportBytes) return;
  throw new SavedObjectsError(TRANSFER_ERRORS.exportTooLarge, { bytes, limit: exportBytes });
}

const isExportable = (types: SavedObjectsTypeRegistry, name: string): boolean => {
  const type = types.get(name);
  return type !== undefined && !type.hidden && type.management?.importableAndExportable !== false;
};

function assertExportable(
  { types, objects, search, hasReference }: ExportOptions,
  registry: SavedObjectsTypeRegistry
): void {
  if (!types && !objects) throw new SavedObjectsError(TRANSFER_ERRORS.nothingChosen);
  if (types && objects) throw new SavedObjectsError(TRANSFER_ERRORS.typesAndObjects);
  if (objects && (search !== undefined || hasReference))
    throw new SavedObjectsError(TRANSFER_ERRORS.searchAndObjects);
  const names = [...new Set(types ?? (objects ?? []).map(({ type }) => type))];
  const refused = names.filter((name) => !isExportable(registry, name));
  if (refused.length === 0) return;
  const { objectsNotExportable, typesNotExportable } = TRANSFER_ERRORS;
  throw new SavedObjectsError(objects ? objectsNotExportable : typesNotExportable, {
    types: refused.join(', '),
  });
}

async function locateChosen(
  keys: readonly Key[],
  { client, maxObjects }: ExportDeps
): Promise<FoundObject[]> {
  const unique = [...new Map(keys.map((key) => [objectKey(key), key])).values()];
  if (unique.length > maxObjects) throw tooMany(maxObjects);
  const hits = (await client.locate(unique)).filter((hit) => hit !== undefined);
  if (hits.length < unique.length) throw new SavedObjectsError(TRANSFER_ERRORS.notAllFound);
  return hits;
}

async function findAll(
  { types, search, hasReference }: ExportOptions,
  { client, maxObjects }: ExportDeps
): Promise<readonly FoundObject[]> {
  const { hits, total } = await client.findHits({
    type: types ?? [],
    ...(search !== undefined && { search }),
    ...(hasReference && { hasReference }),
    sortField: 'id',
    perPage: maxObjects,
  });
  if (total > maxObjects) throw tooMany(maxObjects);
  return hits;
}

const tooMany = (maxObjects: number) =>
  new SavedObjectsError(TRANSFER_ERRORS.tooManyExported, { limit: maxObjects });

/** Follows references until no new objects are found. */
async function withReferences(
  roots: readonly Head[],
  { client, types, maxObjects }: ExportDeps
): Promise<{ objects: Head[]; missing: Key[] }> {
  const known = new Map(roots.map((head) => [objectKey(head), head]));
  const missing = new Map<string, Key>();
  let newest: readonly Head[] = roots;
  while (newest.length > 0) {
    const referenced = new Map<string, Key>();
    for await (const { references } of iterateInSlices(newest)) {
      for (const { type, id } of references) {
        const key = objectKey({ type, id });
        if (known.has(key) || missing.has(key)) continue;
        referenced.set(key, { type, id });
        if (known.size + referenced.size > maxObjects) throw tooMany(maxObjects);
      }
    }
    const keys = [...referenced.values()];
    const hits = await client.locate(keys);
    newest = await readHeads(
      hits.filter(
        (hit, index) => hit && isExportable(types, (keys[index] as Key).type)
      ) as FoundObject[]
    );
    for (const head of newest) known.set(objectKey(head), head);
    for (const [key, value] of referenced) if (!known.has(key)) missing.set(key, value);
  }
  return { objects: [...known.values()], missing: [...missing.values()] };
}

const toExported = ({
  type,
  id,
  attributes,
  references,
  migrationVersion,
  updated_at,
  version,
}: SavedObject): unknown => ({
  attributes,
  id,
  ...(migrationVersion && { migrationVersion }),
  references,
  type,
  updated_at,
  version,
});
