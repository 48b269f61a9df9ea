import type { TSchema } from '@sinclair/typebox';
import type { ErrorDefinition, ErrorParams } from '../../../contracts/errors';
import type { RouteRequest } from '../http/types';
import type { SavedObject, SavedObjectReference, SavedObjectError } from '../../common';

/** A type of saved object. Types are registered in setup; the API rejects unknown types. */
export interface SavedObjectsType {
  /** For example `index-pattern` or `dashboard`. */
  readonly name: string;
  /** The HTTP API treats hidden types as unknown. */
  readonly hidden?: boolean;
  /** Schema of `attributes`. Unknown attributes are kept. */
  readonly attributes?: TSchema;
  /** Attribute with the object's display name. Default: `title`. */
  readonly titleField?: string;
  /** Maximum JSON size of one object in bytes, if lower than the general limit. */
  readonly maxBytes?: number;
  /** For the management app. `icon`: EUI type; `importableAndExportable`: default true. */
  readonly management?: { readonly icon?: string; readonly importableAndExportable?: boolean };
}

/** A caller's part of the store: one tenant, and the caller's permissions in it. */
export interface SavedObjectsScope {
  /**
   * Storage key of the partition. '' is the Global tenant; keys of private tenants include the
   * owner.
   */
  readonly partition: string;
  /** If false, reading and searching lead to 403. */
  readonly canRead: boolean;
  /** If false, every change leads to 403. */
  readonly canWrite: boolean;
  /** Reason shown with 403; its status is 400 or above. Default: a general text. */
  readonly denied?: { readonly error: ErrorDefinition; readonly params?: ErrorParams };
}

export type SavedObjectsScopeProvider = (request: RouteRequest) => SavedObjectsScope;

export interface SavedObjectsCreateOptions {
  readonly id?: string;
  readonly overwrite?: boolean;
  readonly version?: string;
  readonly migrationVersion?: Readonly<Record<string, string>>;
  readonly references?: readonly SavedObjectReference[];
}

/** Search criteria for `find`; absent ones do not restrict the results. */
export interface SavedObjectsFindOptions {
  /** Types to search; unknown and hidden ones yield no objects. */
  readonly type: string | readonly string[];
  /**
   * Words, `"a phrase"`, `pre*`, `-without`, joined by `+` and `|`, as in OpenSearch's simple query
   * string.
   */
  readonly search?: string;
  /** Joins words without an operator. Default: `OR`. */
  readonly defaultSearchOperator?: 'AND' | 'OR';
  /** Attributes to search. A weight (`title^3`) is parsed and ignored. Default: all. */
  readonly searchFields?: readonly string[];
  /**
   * `type`, `id`, `updated_at`, `display_title` (the attribute with an object's display name), or,
   * for a single type, one of its declared attributes.
   */
  readonly sortField?: string;
  /** Default: `asc`. Without `sortField`, results are sorted by relevance. */
  readonly sortOrder?: 'asc' | 'desc';
  /** Only objects that reference this one. */
  readonly hasReference?: { readonly type: string; readonly id: string };
  /**
   * KQL filter over the fields of the searched types: `dashboard.attributes.title: sales*`,
   * `dashboard.updated_at >= 2024-01-01`, `dashboard.references.id: "1"`. At most 8192 characters
   * and 16 clauses; an invalid filter rejects with 400.
   */
  readonly filter?: string;
  /** Attributes to return. Absent: all. */
  readonly fields?: readonly string[];
  /** Starts at 1. */
  readonly page?: number;
  /** 0 to 10,000; default: 20. */
  readonly perPage?: number;
}

/** One page of objects, with the property names of the HTTP API. */
export interface SavedObjectsFindResult<T = Record<string, unknown>> {
  /** `score`: relevance of the object for `search`; comparable within one response. */
  readonly saved_objects: ReadonlyArray<SavedObject<T> & { readonly score: number }>;
  /** Total across all pages. */
  readonly total: number;
  /** The requested page size. */
  readonly per_page: number;
  /** Starts at 1. */
  readonly page: number;
}

export interface SavedObjectsBulkItem {
  readonly type: string;
  readonly id?: string;
  readonly attributes: Record<string, unknown>;
  readonly version?: string;
  readonly migrationVersion?: Readonly<Record<string, string>>;
  readonly references?: readonly SavedObjectReference[];
}

export type SavedObjectOrError =
  SavedObject | { readonly type: string; readonly id: string; readonly error: SavedObjectError };

/**
 * Saved objects of one scope. Rejects with `SavedObjectsError` (statusCode 400, 403, 404, 409),
 * with the messages of docs/reference/core.md#saved-objects-api.
 */
export interface SavedObjectsClientContract {
  /**
   * Creates an object, with a new UUID if the options have no `id`. Rejects with 409 for an id in
   * use, unless `overwrite` is set.
   */
  create<T extends Record<string, unknown>>(
    type: string,
    attributes: T,
    options?: SavedObjectsCreateOptions
  ): Promise<SavedObject<T>>;
  /** Creates objects independently of each other; results are in the order of `objects`. */
  bulkCreate(
    objects: readonly SavedObjectsBulkItem[],
    options?: { overwrite?: boolean }
  ): Promise<{ saved_objects: SavedObjectOrError[] }>;
  /** Rejects with 404 if the object does not exist or its type is unknown. */
  get<T = Record<string, unknown>>(type: string, id: string): Promise<SavedObject<T>>;
  /** Rejects with 413 if the response would exceed the size limit. */
  bulkGet(
    objects: ReadonlyArray<{ type: string; id: string; fields?: readonly string[] }>
  ): Promise<{
    saved_objects: SavedObjectOrError[];
    /** Size of the stored objects, including fields that were not requested. */
    bytes: number;
  }>;
  /**
   * Returns one page. Rejects with 400 for a page outside the result window, unknown sort fields
   * and invalid filters; with 413 for too many bytes.
   */
  find<T = Record<string, unknown>>(
    options: SavedObjectsFindOptions
  ): Promise<SavedObjectsFindResult<T>>;
  /**
   * Changes the given attributes, and the references if given; returns what was sent. Rejects with
   * 404 if the object does not exist, and with 409 if `version` is not the current one.
   */
  update<T extends Record<string, unknown>>(
    type: string,
    id: string,
    attributes: Partial<T>,
    options?: { version?: string; references?: readonly SavedObjectReference[] }
  ): Promise<SavedObject<Partial<T>>>;
  /** Like `update` for each object independently; results are in the order of `objects`. */
  bulkUpdate(
    objects: ReadonlyArray<SavedObjectsBulkItem & { id: string }>
  ): Promise<{ saved_objects: SavedObjectOrError[] }>;
  /**
   * Rejects with 404 if the object does not exist. `force` has no effect, because an object belongs
   * to one tenant only.
   */
  delete(type: string, id: string, options?: { force?: boolean }): Promise<Record<string, never>>;
}

/** Registers types of saved objects, and the scope of each caller, before the first request. */
export interface SavedObjectsServiceSetup {
  /**
   * Registers a type; objects of unknown types are rejected.
   * @throws for a name in use, for characters other than letters, digits, `-` and `_`, and after
   *   setup
   */
  registerType(type: SavedObjectsType): void;
  /**
   * Sets the function that determines the partition and permissions of a caller. Without one, every
   * caller reads and writes the Global one.
   * @throws if called twice
   */
  setScopeProvider(provider: SavedObjectsScopeProvider): void;
}

interface SavedObjectsClientProviderOptions {
  /** Hidden types that the client can access anyway. */
  readonly includedHiddenTypes?: readonly string[];
}

/** Saved objects service after start. */
export interface SavedObjectsServiceStart {
  /** Returns a client for the request's tenant, with its user's permissions there. */
  getScopedClient(
    request: RouteRequest,
    options?: SavedObjectsClientProviderOptions
  ): SavedObjectsClientContract;
  /**
   * Returns a client of one partition with full access, for the server's own work (seeding,
   * copying).
   */
  createInternalClient(partition: string): SavedObjectsClientContract;
  /**
   * Queues work on very many objects (imports, copies): one at a time per caller, a few in total.
   * Rejects with 429 if too many are waiting.
   */
  runTransfer<T>(request: RouteRequest, work: () => Promise<T>): Promise<T>;
  /** Returns all types, including hidden ones, in registration order. */
  getTypes(): readonly SavedObjectsType[];
}
