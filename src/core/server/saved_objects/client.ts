/**
 * Saved objects of one scope: checks permissions, types, ids and attributes, then calls the store.
 * Behavior and texts: docs/reference/core.md#saved-objects-api.
 */
import { cloneDeep, pick } from 'lodash';
import { SAVED_OBJECTS_ERRORS as ERRORS, type ErrorDefinition } from '../../../contracts/errors';
import { SAVED_OBJECTS_LIMITS, type SavedObject, type SavedObjectReference } from '../../common';
import {
  decodeVersion,
  savedObjectsErrors,
  SavedObjectsError,
  type FoundObject,
  type FoundPage,
  type ObjectKey,
  type SavedObjectsStore,
  type StoredObject,
  type StoreOperation,
  type StoreOutcome,
} from '../../../backend/api';
import { iterateInSlices } from '../../../workers';
import { toStoreQuery } from './find_options';
import { assertObjectId, assertShape, createObjectId } from './object_validation';
import type { KeyedMutex } from './keyed_mutex';
import type { SavedObjectsTypeRegistry } from './type_registry';
import type {
  SavedObjectOrError,
  SavedObjectsBulkItem,
  SavedObjectsClientContract,
  SavedObjectsCreateOptions,
  SavedObjectsFindOptions,
  SavedObjectsFindResult,
  SavedObjectsScope,
} from './types';
import { updateObjects, type ObjectChange } from './update_objects';

export interface SavedObjectsClientOptions {
  /** The caller's store in the tenant of `scope`. */
  readonly store: SavedObjectsStore;
  /** Serializes updates of the same object of a tenant. */
  readonly updates: KeyedMutex;
  readonly types: SavedObjectsTypeRegistry;
  readonly scope: SavedObjectsScope;
  /** Hidden types that this client can access anyway. */
  readonly includedHiddenTypes: readonly string[] | 'all';
  /** Identifies the caller, so that expensive work alternates between callers. */
  readonly caller: string;
}

/** Objects that were found and are read individually, in time slices. */
export interface OpenObjects<T> {
  /** Size of their stored JSON. */
  readonly bytes: number;
  readonly items: AsyncIterable<T>;
}

type FindHead = Omit<SavedObjectsFindResult, 'saved_objects'>;
type BulkGetItem = ObjectKey & { readonly fields?: readonly string[] };

type Attributes = Record<string, unknown>;
type BulkUpdateItem = SavedObjectsBulkItem & { readonly id: string };

export class SavedObjectsClient implements SavedObjectsClientContract {
  constructor(private readonly options: SavedObjectsClientOptions) {}

  /** Identifies the caller. */
  get caller(): string {
    return this.options.caller;
  }

  async create<T extends Attributes>(
    type: string,
    attributes: T,
    options: SavedObjectsCreateOptions = {}
  ): Promise<SavedObject<T>> {
    this.assertMay('write');
    const operation = this.toCreate({ ...options, type, attributes }, options.overwrite ?? false);
    const [outcome] = await this.options.store.write([operation]);
    return toSavedObject(unwrap(outcome)) as SavedObject<T>;
  }

  async bulkCreate(
    objects: readonly SavedObjectsBulkItem[],
    { overwrite = false }: { overwrite?: boolean } = {}
  ): Promise<{ saved_objects: SavedObjectOrError[] }> {
    this.assertMay('write');
    return this.runBulk(
      objects,
      (item) => this.toCreate(item, overwrite),
      (operations) => this.options.store.write(operations),
      (stored) => toSavedObject(stored)
    );
  }

  /** Like `bulkCreate`, with a separate `overwrite` option for each object. */
  async bulkCreateEach(
    objects: ReadonlyArray<SavedObjectsBulkItem & { readonly overwrite: boolean }>
  ): Promise<SavedObjectOrError[]> {
    this.assertMay('write');
    const { saved_objects: responses } = await this.runBulk(
      objects,
      (item) => this.toCreate(item, item.overwrite),
      (operations) => this.options.store.write(operations),
      (stored) => toSavedObject(stored)
    );
    return responses;
  }

  async get<T = Attributes>(type: string, id: string): Promise<SavedObject<T>> {
    this.assertMay('read');
    if (!this.isKnown(type)) throw savedObjectsErrors.notFound(type, id);
    const [hit] = await this.options.store.locate([{ type, id }]);
    const stored = await hit?.read();
    if (!stored) throw savedObjectsErrors.notFound(type, id);
    return toSavedObject(stored) as SavedObject<T>;
  }

  async bulkGet(
    objects: readonly BulkGetItem[]
  ): Promise<{ saved_objects: SavedObjectOrError[]; bytes: number }> {
    const { items, bytes } = await this.openBulkGet(objects);
    return { saved_objects: await collect(items), bytes };
  }

  /**
   * Like `bulkGet`, but reads the objects individually.
   * @param maxBytes - JSON size of all objects together
   * @throws {SavedObjectsError} 413 if exceeded; nothing was read then
   */
  async openBulkGet(
    objects: readonly BulkGetItem[],
    maxBytes: number = SAVED_OBJECTS_LIMITS.responseBytes
  ): Promise<OpenObjects<SavedObjectOrError>> {
    this.assertMay('read');
    const hits = await this.locate(objects);
    const bytes = hits.reduce((sum, hit) => sum + (hit?.bytes ?? 0), 0);
    assertBytes(bytes, maxBytes, ERRORS.responseTooLarge);
    return {
      bytes,
      items: mapInSlices(objects, async (item, index) => {
        if (!this.isKnown(item.type))
          return toItemError(item, savedObjectsErrors.unsupportedType(item.type));
        const stored = await hits[index]?.read();
        if (!stored) return toItemError(item, savedObjectsErrors.notFound(item.type, item.id));
        return toSavedObject(stored, item.fields);
      }),
    };
  }

  /** In the order of `objects`; `undefined` for missing objects and unknown types. */
  async locate(objects: readonly ObjectKey[]): Promise<Array<FoundObject | undefined>> {
    this.assertMay('read');
    const known = objects.filter(({ type }) => this.isKnown(type));
    const found = await this.options.store.locate(known);
    let next = 0;
    return objects.map(({ type }) => (this.isKnown(type) ? found[next++] : undefined));
  }

  async find<T = Attributes>(options: SavedObjectsFindOptions): Promise<SavedObjectsFindResult<T>> {
    const { items, page, per_page, total } = await this.openFind(options);
    return {
      page,
      per_page,
      total,
      saved_objects: (await collect(items)) as Array<SavedObject<T> & { score: number }>,
    };
  }

  /**
   * Like `find`, but reads the objects individually. Objects deleted meanwhile are left out.
   * @throws {SavedObjectsError} 413 if a page exceeds `responseBytes`
   */
  async openFind(
    options: SavedObjectsFindOptions
  ): Promise<OpenObjects<SavedObject & { score: number }> & FindHead> {
    const { hits, page, perPage, total } = await this.findHits(options);
    const bytes = hits.reduce((sum, hit) => sum + hit.bytes, 0);
    assertBytes(bytes, SAVED_OBJECTS_LIMITS.responseBytes, ERRORS.pageTooLarge);
    return {
      page,
      per_page: perPage,
      total,
      bytes,
      items: mapInSlices(hits, async (hit) => {
        const stored = await hit.read();
        return stored && { ...toSavedObject(stored, options.fields), score: hit.score };
      }),
    };
  }

  /** Locates the objects of a page without reading them. */
  async findHits(
    options: SavedObjectsFindOptions
  ): Promise<FoundPage & { page: number; perPage: number }> {
    this.assertMay('read');
    const { page, perPage, query } = toStoreQuery(options, this.options.types, (type) =>
      this.isKnown(type)
    );
    return { ...(await this.options.store.find(query)), page, perPage };
  }

  async update<T extends Attributes>(
    type: string,
    id: string,
    attributes: Partial<T>,
    options: { version?: string; references?: readonly SavedObjectReference[] } = {}
  ): Promise<SavedObject<Partial<T>>> {
    this.assertMay('write');
    const sent = attributes as Attributes;
    const change = this.toUpdate({ ...options, type, id, attributes: sent });
    const { store, scope, updates } = this.options;
    const key = JSON.stringify([scope.partition, type, id]);
    const [outcome] = await updates.run(key, () => updateObjects(store, [change]));
    return toUpdateResponse(unwrap(outcome), sent) as SavedObject<Partial<T>>;
  }

  async bulkUpdate(
    objects: readonly BulkUpdateItem[]
  ): Promise<{ saved_objects: SavedObjectOrError[] }> {
    this.assertMay('write');
    return this.runBulk(
      objects,
      (item) => this.toUpdate(item),
      (changes) => updateObjects(this.options.store, changes),
      (stored, item) => toUpdateResponse(stored, item.attributes)
    );
  }

  /** `force` has no effect, because an object belongs to one tenant only. */
  async delete(
    type: string,
    id: string,
    _options?: { readonly force?: boolean }
  ): Promise<Record<string, never>> {
    this.assertMay('write');
    if (!this.isKnown(type)) throw savedObjectsErrors.notFound(type, id);
    const [outcome] = await this.options.store.write([{ kind: 'delete', type, id }]);
    unwrap(outcome);
    return {};
  }

  /** Writes valid items in order. Each invalid one becomes an error at its position. */
  private async runBulk<I extends SavedObjectsBulkItem, O extends ObjectKey>(
    items: readonly I[],
    toOperation: (item: I) => O,
    write: (operations: readonly O[]) => Promise<StoreOutcome[]>,
    toResponse: (stored: StoredObject, item: I) => SavedObject
  ): Promise<{ saved_objects: SavedObjectOrError[] }> {
    const prepared: Array<O | SavedObjectsError> = [];
    for await (const item of iterateInSlices(items))
      prepared.push(attempt(() => toOperation(item)));
    const operations = prepared.filter(
      (entry): entry is O => !(entry instanceof SavedObjectsError)
    );
    const outcomes = operations.length > 0 ? await write(operations) : [];
    let next = 0;
    return {
      saved_objects: prepared.map((entry, index) => {
        const item = items[index] as I;
        if (entry instanceof SavedObjectsError)
          return toItemError({ type: item.type, id: item.id ?? '' }, entry);
        const outcome = outcomes[next++] as StoreOutcome;
        if (outcome.ok) return toResponse(outcome.object, item);
        return toItemError(entry, bulkError(entry, outcome.error));
      }),
    };
  }

  private toCreate(item: SavedObjectsBulkItem, overwrite: boolean): StoreOperation {
    if (!this.isKnown(item.type)) throw savedObjectsErrors.unsupportedType(item.type);
    const id = item.id ?? createObjectId();
    assertObjectId(id);
    if (item.version !== undefined) decodeVersion(item.version);
    this.options.types.validate(item.type, item.attributes);
    const content = {
      attributes: item.attributes,
      references: toReferences(item.references),
      ...(item.migrationVersion && { migrationVersion: item.migrationVersion }),
    };
    assertShape(content);
    return {
      kind: 'create',
      type: item.type,
      id,
      overwrite,
      ...this.traits(item.type),
      // Without an id or `overwrite`, there is no object to compare the version with.
      ...(item.version !== undefined &&
        overwrite &&
        item.id !== undefined && { ifVersion: item.version }),
      ...content,
    };
  }

  private toUpdate(item: BulkUpdateItem): ObjectChange {
    const { type, id, version } = item;
    if (!this.isKnown(type)) throw savedObjectsErrors.notFound(type, id);
    if (version !== undefined) decodeVersion(version);
    return {
      type,
      id,
      ...this.traits(type),
      ...(version !== undefined && { ifVersion: version }),
      change: (current) => {
        const attributes = { ...current.attributes, ...item.attributes };
        this.options.types.validate(type, attributes);
        const content = {
          attributes,
          references: item.references ? toReferences(item.references) : current.references,
          ...(current.migrationVersion && { migrationVersion: current.migrationVersion }),
        };
        assertShape(content);
        return content;
      },
    };
  }

  /** Properties of a type that the store needs to save its objects. */
  private traits(type: string): { titleField: string; maxBytes?: number } {
    const { types } = this.options;
    const maxBytes = types.get(type)?.maxBytes;
    return { titleField: types.titleField(type), ...(maxBytes !== undefined && { maxBytes }) };
  }

  private isKnown(type: string): boolean {
    const known = this.options.types.get(type);
    if (!known) return false;
    const { includedHiddenTypes } = this.options;
    return !known.hidden || includedHiddenTypes === 'all' || includedHiddenTypes.includes(type);
  }

  private assertMay(action: 'read' | 'write'): void {
    const { canRead, canWrite, denied } = this.options.scope;
    if (action === 'read' ? canRead : canWrite) return;
    throw new SavedObjectsError(denied?.error ?? ERRORS.forbidden, denied?.params);
  }
}

/** @param fields - attributes to include; absent: all */
export function toSavedObject(stored: StoredObject, fields?: readonly string[]): SavedObject {
  return {
    type: stored.type,
    id: stored.id,
    attributes:
      fields && fields.length > 0
        ? (pick(stored.attributes, fields) as Attributes)
        : stored.attributes,
    references: stored.references,
    ...(stored.migrationVersion && { migrationVersion: stored.migrationVersion }),
    updated_at: stored.updatedAt,
    version: stored.version,
  };
}

/** The response to an update contains only the attributes that were sent. */
const toUpdateResponse = (stored: StoredObject, sent: Attributes): SavedObject => ({
  id: stored.id,
  type: stored.type,
  updated_at: stored.updatedAt,
  version: stored.version,
  references: stored.references,
  attributes: cloneDeep(sent),
});

const toReferences = (references: readonly SavedObjectReference[] = []): SavedObjectReference[] =>
  references.map(({ name, type, id }) => ({ name, type, id }));

const toItemError = (
  { type, id }: { readonly type: string; readonly id: string },
  error: SavedObjectsError
): SavedObjectOrError => ({
  type,
  id,
  error: error.toItem(),
});

/**
 * In bulk responses an existing id is a plain conflict; only a single create returns the engine's
 * own text.
 */
const bulkError = ({ type, id }: ObjectKey, error: SavedObjectsError): SavedObjectsError =>
  error.statusCode === 409 ? savedObjectsErrors.conflict(type, id) : error;

function unwrap(outcome: StoreOutcome | undefined): StoredObject {
  if (!outcome) throw new Error('The store did not answer an operation.');
  if (!outcome.ok) throw outcome.error;
  return outcome.object;
}

async function* mapInSlices<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => Promise<R | undefined>
): AsyncGenerator<R> {
  let index = 0;
  for await (const item of iterateInSlices(items)) {
    const mapped = await map(item, index++);
    if (mapped !== undefined) yield mapped;
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function assertBytes(bytes: number, limit: number, error: ErrorDefinition): void {
  if (bytes > limit) throw new SavedObjectsError(error, { bytes, limit });
}

function attempt<T>(work: () => T): T | SavedObjectsError {
  try {
    return work();
  } catch (error) {
    if (error instanceof SavedObjectsError) return error;
    throw error;
  }
}
