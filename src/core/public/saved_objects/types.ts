import type { SavedObject, SavedObjectError, SavedObjectReference } from '../../common';

/** How an object is written first. */
export interface SavedObjectsCreateOptions {
  /** Default: a new one, made by the server. */
  readonly id?: string;
  /** Replaces an object of the same id; without it the server answers 409. */
  readonly overwrite?: boolean;
  /** Kept with the object. */
  readonly migrationVersion?: Readonly<Record<string, string>>;
  /** Objects it uses. */
  readonly references?: readonly SavedObjectReference[];
}

/** A question for objects; all conditions have to hold. */
export interface SavedObjectsFindOptions {
  /** One type or several; those the user may not see find nothing. */
  readonly type?: string | readonly string[];
  /** Words, in the simple query language: `+`, `|`, `-`, quotes, `*` at the end of a word. */
  readonly search?: string;
  /** Attributes that are searched, for example `title`; default: all texts. */
  readonly searchFields?: readonly string[];
  /** Whether all words have to be found; default: `OR`. */
  readonly defaultSearchOperator?: 'AND' | 'OR';
  /** `updated_at`, `type`, `display_title`, or an attribute when one type is asked for. */
  readonly sortField?: string;
  /** Attributes that are sent; default: all. */
  readonly fields?: readonly string[];
  /** Only objects that refer to this one. */
  readonly hasReference?: { readonly type: string; readonly id: string };
  /** An expression over attributes, for example `dashboard.attributes.title: sales*`. */
  readonly filter?: string;
  /** Accepted as in the lineage; objects are those of the tenant one is in. */
  readonly namespaces?: readonly string[];
  /** Accepted as in the lineage, without effect here. */
  readonly preference?: string;
  /** From 1; default: 1. */
  readonly page?: number;
  /** Default: 20. */
  readonly perPage?: number;
}

/** One object with the few operations that screens need. */
export interface SimpleSavedObjectContract<T = Record<string, unknown>> {
  /** To be changed with `set`; written by `save`. */
  attributes: T;
  /** Of the state that was read; `update` of the client takes it. */
  _version?: string;
  /** Absent until the object was saved. */
  id?: string;
  /** Name of a registered type. */
  type: string;
  /** Kept with the object. */
  migrationVersion?: Readonly<Record<string, string>>;
  /** Why there is no such object to be had; its attributes mean nothing then. */
  error?: SavedObjectError;
  /** Objects it uses. */
  references: readonly SavedObjectReference[];
  /** ISO 8601, UTC. */
  updated_at?: string;
  /** An attribute by its path, for example `state.query`. */
  get(path: string): unknown;
  /** Changes an attribute by its path; gives all attributes. */
  set(path: string, value: unknown): T;
  /** Whether there is an attribute at the path. */
  has(path: string): boolean;
  /** Creates the object, or updates it whatever its version: the last writer wins. */
  save(): Promise<SimpleSavedObjectContract<T>>;
  /** Rejects with `requires type and id` while the object was never saved. */
  delete(): Promise<unknown>;
}

/** Answer about several objects, in the order they were asked for. */
export interface SavedObjectsBatchResponse<T = Record<string, unknown>> {
  /** Each by itself: some may have an `error`. */
  readonly savedObjects: Array<SimpleSavedObjectContract<T>>;
}

/** A page of found objects. */
export interface SavedObjectsFindResponse<
  T = Record<string, unknown>,
> extends SavedObjectsBatchResponse<T> {
  /** Of all pages. */
  readonly total: number;
  /** As asked, or the default. */
  readonly perPage: number;
  /** From 1. */
  readonly page: number;
}

/**
 * Saved objects of the tenant one is in, with the user's rights. Methods reject as requests do; an
 * object that is missing, or could not be written among others, resolves with its `error`.
 */
export interface SavedObjectsClientContract {
  /** Writes a new object. */
  create<T = Record<string, unknown>>(
    type: string,
    attributes: T,
    options?: SavedObjectsCreateOptions
  ): Promise<SimpleSavedObjectContract<T>>;
  /** Writes several, each by itself. */
  bulkCreate(
    objects?: ReadonlyArray<Partial<SavedObject> & { type: string }>,
    options?: { overwrite?: boolean }
  ): Promise<SavedObjectsBatchResponse>;
  /** Calls of one moment are asked for in one request. */
  get<T = Record<string, unknown>>(type: string, id: string): Promise<SimpleSavedObjectContract<T>>;
  /** Reads several. */
  bulkGet(
    objects?: ReadonlyArray<{ id: string; type: string }>
  ): Promise<SavedObjectsBatchResponse>;
  /** Searches; objects come without attributes that `fields` does not name. */
  find<T = Record<string, unknown>>(
    options: SavedObjectsFindOptions
  ): Promise<SavedObjectsFindResponse<T>>;
  /**
   * Changes the attributes given and leaves the others. With the `version` that was read, a later
   * change of somebody else answers 409.
   */
  update<T = Record<string, unknown>>(
    type: string,
    id: string,
    attributes: T,
    options?: {
      version?: string;
      migrationVersion?: Readonly<Record<string, string>>;
      references?: readonly SavedObjectReference[];
    }
  ): Promise<SimpleSavedObjectContract<T>>;
  /** Changes several, each by itself. */
  bulkUpdate(
    objects?: ReadonlyArray<{
      type: string;
      id: string;
      attributes: Record<string, unknown>;
      version?: string;
      references?: readonly SavedObjectReference[];
    }>
  ): Promise<SavedObjectsBatchResponse>;
  /**
   * Rejects with 404 when there is none. `force` is accepted as in the lineage, without effect
   * here.
   */
  delete(type: string, id: string, options?: { force?: boolean }): Promise<unknown>;
}

/** Saved objects of the tenant. */
export interface SavedObjectsStart {
  /** With the user's rights; the server refuses the rest. */
  readonly client: SavedObjectsClientContract;
}
