/** Reads objects, and optionally their references, with one client and writes them with another. */
import { setImmediate } from 'node:timers/promises';
import { CodedError } from '@sd/contracts';
import { SAVED_OBJECTS_LIMITS, type SavedObject } from '@sd/core/common';
import type { SavedObjectsClientContract, SavedObjectsType } from '@sd/core/server';
import { MANAGEMENT_ERRORS, type CopyRequest, type CopyResult, type ObjectKey } from '../common';
import { DEFAULT_TITLE_FIELD, isExportable } from './saved_objects_access';

/** Limits of one copy, references included. */
const { bulkItems: MAX_COPIED_OBJECTS, responseBytes: MAX_COPIED_BYTES } = SAVED_OBJECTS_LIMITS;
const OBJECTS_PER_SLICE = 10;

export interface CopyDeps {
  /** Checks the caller's permissions. */
  readonly source: SavedObjectsClientContract;
  /** The caller of the function has checked the permissions. */
  readonly target: SavedObjectsClientContract;
  readonly types: readonly SavedObjectsType[];
}

type FoundObject = Awaited<
  ReturnType<SavedObjectsClientContract['bulkGet']>
>['saved_objects'][number];
/** The copy exceeds its limits. */
class CopyTooLargeError extends CodedError {
  constructor(limit: string) {
    super(MANAGEMENT_ERRORS.tooMuch, { limit });
    this.name = 'CopyTooLargeError';
  }
}

const toKey = ({ type, id }: ObjectKey): string => JSON.stringify([type, id]);

/**
 * @returns one result for each object found or missing, the selected objects first
 * @throws {CopyTooLargeError} and errors of the source client
 */
export async function copyObjects(
  { objects, includeReferences, overwrite }: Omit<CopyRequest, 'tenant'>,
  deps: CopyDeps
): Promise<CopyResult[]> {
  const collection = await collect(objects, includeReferences, deps);
  const written = await write(collection.found, overwrite, deps);
  return collection.order.map((key) => {
    const result = written.get(key) ?? (collection.failed.get(key) as Outcome);
    return { ...result, isReference: !collection.chosen.has(key) };
  });
}

type Outcome = Omit<CopyResult, 'isReference'>;

interface Collection {
  /** Keys in discovery order. */
  readonly order: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly found: readonly SavedObject[];
  readonly failed: ReadonlyMap<string, Outcome>;
}

async function collect(
  roots: readonly ObjectKey[],
  includeReferences: boolean,
  { source, types }: CopyDeps
): Promise<Collection> {
  const copyable = new Set(types.filter(isExportable).map(({ name }) => name));
  const order: string[] = [];
  const found: SavedObject[] = [];
  const failed = new Map<string, Outcome>();
  const known = new Set<string>();
  const chosen = new Set(roots.map(toKey));
  let pending = findUnknown(roots, known);
  let allBytes = 0;
  while (pending.length > 0) {
    order.push(...pending.map(toKey));
    const { saved_objects: responses, bytes } = await source.bulkGet(pending);
    // All objects are in memory at the same time.
    allBytes += bytes;
    if (allBytes > MAX_COPIED_BYTES) throw new CopyTooLargeError(`${MAX_COPIED_BYTES} bytes`);
    const level = responses.filter((response): response is SavedObject => {
      const failure = findFailure(response, copyable);
      if (failure) failed.set(toKey(response), failure);
      return failure === undefined;
    });
    found.push(...level);
    pending = includeReferences ? await unknownReferences(level, known) : [];
  }
  return { order, chosen, found, failed };
}

/** Yields to the event loop between objects: each can have a thousand references. */
async function unknownReferences(
  objects: readonly SavedObject[],
  known: Set<string>
): Promise<ObjectKey[]> {
  const unknown: ObjectKey[] = [];
  for (const [index, { references }] of objects.entries()) {
    if (index % OBJECTS_PER_SLICE === 0) await setImmediate();
    unknown.push(...findUnknown(references, known));
  }
  return unknown;
}

/**
 * Returns the unseen keys and marks them as seen.
 * @throws {CopyTooLargeError}
 */
function findUnknown(keys: readonly ObjectKey[], known: Set<string>): ObjectKey[] {
  const unknown = keys.flatMap(({ type, id }) => {
    const key = toKey({ type, id });
    if (known.has(key)) return [];
    known.add(key);
    return [{ type, id }];
  });
  if (known.size > MAX_COPIED_OBJECTS) throw new CopyTooLargeError(`${MAX_COPIED_OBJECTS} objects`);
  return unknown;
}

function findFailure(response: FoundObject, copyable: ReadonlySet<string>): Outcome | undefined {
  const { type, id, error } = response;
  if (error) {
    const status = error.statusCode === 404 ? 'missing' : 'failed';
    return { type, id, status, message: error.message };
  }
  if (copyable.has(type)) return undefined;
  return { type, id, status: 'failed', message: `Objects of the type ${type} cannot be copied.` };
}

/** Existing objects are kept unless overwriting is requested. */
async function write(
  objects: readonly SavedObject[],
  overwrite: boolean,
  { target, types }: CopyDeps
): Promise<Map<string, Outcome>> {
  if (objects.length === 0) return new Map();
  const titleFields = new Map(types.map(({ name, titleField }) => [name, titleField]));
  const { saved_objects: before } = await target.bulkGet(
    objects.map(({ type, id }) => ({ type, id }))
  );
  const existing = new Set(before.filter(({ error }) => !error).map(toKey));
  const { saved_objects: after } = await target.bulkCreate(
    objects.map(({ type, id, attributes, references, migrationVersion }) => ({
      type,
      id,
      attributes,
      references,
      ...(migrationVersion && { migrationVersion }),
    })),
    { overwrite }
  );
  return new Map(
    objects.map((object, index): [string, Outcome] => {
      const { type, id } = object;
      const title = object.attributes[titleFields.get(type) ?? DEFAULT_TITLE_FIELD];
      const error = after[index]?.error;
      const named = { type, id, ...(typeof title === 'string' && { title }) };
      if (error?.statusCode === 409) return [toKey(object), { ...named, status: 'conflict' }];
      if (error) return [toKey(object), { ...named, status: 'failed', message: error.message }];
      return [
        toKey(object),
        { ...named, status: existing.has(toKey(object)) ? 'overwritten' : 'copied' },
      ];
    })
  );
}
