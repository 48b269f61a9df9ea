/** Export: chosen objects, or all of some types, as lines that `_import` takes (core-services section 23). */
import type { SavedObject, SavedObjectReference } from '../../../common';
import { savedObjectsErrors } from '../errors';
import type { SavedObjectsTypeRegistry } from '../type_registry';
import type { SavedObjectsClientContract } from '../types';

export interface ExportOptions {
  readonly types?: readonly string[];
  readonly objects?: ReadonlyArray<{ readonly type: string; readonly id: string }>;
  readonly search?: string;
  readonly hasReference?: { readonly type: string; readonly id: string };
  readonly includeReferencesDeep: boolean;
  readonly excludeExportDetails: boolean;
}

export interface ExportDeps {
  readonly client: SavedObjectsClientContract;
  readonly types: SavedObjectsTypeRegistry;
  /** Objects in one file. */
  readonly maxObjects: number;
}

type Key = Pick<SavedObjectReference, 'type' | 'id'>;

const keyOf = ({ type, id }: Key): string => JSON.stringify([type, id]);

/** @returns the objects, those referred to first, then a line of details unless excluded */
export async function exportObjects(options: ExportOptions, deps: ExportDeps): Promise<unknown[]> {
  assertExportable(options, deps.types);
  const roots = options.objects
    ? await readChosen(options.objects, deps)
    : await findAll(options, deps);
  const { objects, missing } = options.includeReferencesDeep
    ? await withReferences(roots, deps)
    : { objects: roots, missing: [] };
  const lines: unknown[] = sortByReferences(objects).map(toExported);
  if (!options.excludeExportDetails) {
    lines.push({
      exportedCount: objects.length,
      missingRefCount: missing.length,
      missingReferences: missing,
    });
  }
  return lines;
}

const isExportable = (types: SavedObjectsTypeRegistry, name: string): boolean => {
  const type = types.get(name);
  return type !== undefined && !type.hidden && type.management?.importableAndExportable !== false;
};

function assertExportable(
  { types, objects, search, hasReference }: ExportOptions,
  registry: SavedObjectsTypeRegistry
): void {
  if (!types && !objects)
    throw savedObjectsErrors.badRequest('Either "type" or "objects" are required.');
  if (types && objects)
    throw savedObjectsErrors.badRequest(
      'Can\'t specify both "types" and "objects" properties when exporting'
    );
  if (objects && (search !== undefined || hasReference)) {
    throw savedObjectsErrors.badRequest(
      'Can\'t specify both "search" and "objects" properties when exporting'
    );
  }
  const names = [...new Set(types ?? (objects ?? []).map(({ type }) => type))];
  const refused = names.filter((name) => !isExportable(registry, name));
  if (refused.length === 0) return;
  throw savedObjectsErrors.badRequest(
    objects
      ? `Trying to export object(s) with non-exportable types: ${refused.join(', ')}`
      : `Trying to export non-exportable type(s): ${refused.join(', ')}`
  );
}

async function readChosen(
  keys: readonly Key[],
  { client, maxObjects }: ExportDeps
): Promise<SavedObject[]> {
  const unique = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
  if (unique.length > maxObjects) throw tooMany(maxObjects);
  const { saved_objects: found } = await client.bulkGet(unique);
  const failed = found.find((object) => object.error);
  if (failed) throw savedObjectsErrors.badRequest('Error fetching objects to export');
  return found as SavedObject[];
}

async function findAll(
  { types, search, hasReference }: ExportOptions,
  { client, maxObjects }: ExportDeps
): Promise<SavedObject[]> {
  const result = await client.find({
    type: types ?? [],
    ...(search !== undefined && { search }),
    ...(hasReference && { hasReference }),
    sortField: 'id',
    perPage: maxObjects,
  });
  if (result.total > maxObjects) throw tooMany(maxObjects);
  return result.saved_objects.map(({ score: _score, ...object }) => object);
}

const tooMany = (maxObjects: number) =>
  savedObjectsErrors.badRequest(`Can't export more than ${maxObjects} objects`);

/** Follows references until nothing new turns up. */
async function withReferences(
  roots: readonly SavedObject[],
  { client, types, maxObjects }: ExportDeps
): Promise<{ objects: SavedObject[]; missing: Key[] }> {
  const known = new Map(roots.map((object) => [keyOf(object), object]));
  const missing = new Map<string, Key>();
  let wanted = missingReferences([...known.values()], [...missing.values()]);
  while (wanted.length > 0) {
    if (known.size + wanted.length > maxObjects) throw tooMany(maxObjects);
    const { saved_objects: found } = await client.bulkGet(wanted);
    for (const object of found) {
      if (object.error || !isExportable(types, object.type))
        missing.set(keyOf(object), { type: object.type, id: object.id });
      else known.set(keyOf(object), object as SavedObject);
    }
    wanted = missingReferences([...known.values()], [...missing.values()]);
  }
  return { objects: [...known.values()], missing: [...missing.values()] };
}

function missingReferences(objects: readonly SavedObject[], except: readonly Key[]): Key[] {
  const present = new Set([...objects, ...except].map(keyOf));
  const wanted = new Map<string, Key>();
  for (const { references } of objects) {
    for (const { type, id } of references) {
      const key = keyOf({ type, id });
      if (!present.has(key)) wanted.set(key, { type, id });
    }
  }
  return [...wanted.values()];
}

/** What is referred to comes before what refers to it; circles are cut where they are met. */
export function sortByReferences<T extends Pick<SavedObject, 'type' | 'id' | 'references'>>(
  objects: readonly T[]
): T[] {
  const byKey = new Map(objects.map((object) => [keyOf(object), object]));
  const sorted = new Set<T>();
  const visited = new Set<T>();
  for (const root of objects) {
    // An explicit stack: a chain of references may be longer than the call stack.
    const stack: Array<{ object: T; isLeaving: boolean }> = [{ object: root, isLeaving: false }];
    for (let top = stack.pop(); top; top = stack.pop()) {
      if (top.isLeaving) {
        sorted.add(top.object);
      } else if (!visited.has(top.object)) {
        visited.add(top.object);
        stack.push({ object: top.object, isLeaving: true });
        for (const reference of top.object.references) {
          const next = byKey.get(keyOf(reference));
          if (next && !visited.has(next)) stack.push({ object: next, isLeaving: false });
        }
      }
    }
  }
  return [...sorted];
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
