import type { TSchema } from '@sinclair/typebox';
import type { ErrorDefinition, ErrorParams } from '../../../contracts/errors';
import type { RouteRequest } from '../http/types';
import type { SavedObject, SavedObjectReference, SavedObjectError } from '../../common';

/** A kind of saved object. Registered in setup; unknown kinds are refused by the API. */
export interface SavedObjectsType {
  /** `index-pattern`, `dashboard`, ... */
  readonly name: string;
  /** Hidden kinds are unknown to the HTTP API. */
  readonly hidden?: boolean;
  /** Shape of `attributes`; unknown attributes are kept. */
  readonly attributes?: TSchema;
  /** Attribute that names an object to people. Default `title`. */
  readonly titleField?: string;
  /** Bytes of one object as JSON, when it is less than any object may have. */
  readonly maxBytes?: number;
  /** For the management app. `icon`: EUI type; `importableAndExportable`: default true. */
  readonly management?: { readonly icon?: string; readonly importableAndExportable?: boolean };
}

/** The part of the store one caller sees: one tenant, with what the caller may do there. */
export interface SavedObjectsScope {
  /** Storage key of the partition. '' is the global tenant; private tenants carry their owner. */
  readonly partition: string;
  /** Otherwise reading and finding answer 403. */
  readonly canRead: boolean;
  /** Otherwise every change answers 403. */
  readonly canWrite: boolean;
  /** Why, shown with 403; its status is 400 or above. Default: a general text. */
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

/** A question to `find`; what is absent narrows nothing. */
export interface SavedObjectsFindOptions {
  /** Kinds to look through; unknown and hidden ones hold nothing. */
  readonly type: string | readonly string[];
  /**
   * Words, `"a phrase"`, `pre*`, `-without`, joined by `+` and `|`, as in the cluster's simple
   * query string.
   */
  readonly search?: string;
  /** Between words that nothing joins. Default `OR`. */
  readonly defaultSearchOperator?: 'AND' | 'OR';
  /** Attributes to look into; a weight (`title^3`) is understood and ignored. Default: all. */
  readonly searchFields?: readonly string[];
  /**
   * `type`, `id`, `updated_at`, `display_title` (the attribute that names an object), or, for a
   * single type, one of its declared attributes.
   */
  readonly sortField?: string;
  /** Default `asc`. Without `sortField`, the best match comes first. */
  readonly sortOrder?: 'asc' | 'desc';
  /** Only objects that refer to this one. */
  readonly hasReference?: { readonly type: string; readonly id: string };
  /**
   * KQL over the fields of the searched types: `dashboard.attributes.title: sales*`,
   * `dashboard.updated_at >= 2024-01-01`, `dashboard.references.id: "1"`. 8192 characters and 16
   * clauses at most; a filter that means nothing rejects with 400.
   */
  readonly filter?: string;
  /** Attributes of the answer; absent: all. */
  readonly fields?: readonly string[];
  /** From 1. */
  readonly page?: number;
  /** 0 to 10 000, default 20. */
  readonly perPage?: number;
}

/** A page of objects, in the names of the HTTP interface. */
export interface SavedObjectsFindResult<T = Record<string, unknown>> {
  /** `score`: how well the object matches `search`; comparable within one answer. */
  readonly saved_objects: ReadonlyArray<SavedObject<T> & { readonly score: number }>;
  /** How many there are on all pages. */
  readonly total: number;
  /** Size of a page as it was asked for. */
  readonly per_page: number;
  /** From 1. */
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
 * Saved objects of one scope. Rejects with `SavedObjectsError` (statusCode 400, 403, 404, 409)
 * whose messages are those of docs/reference/core.md#saved-objects-api.
 */
export interface SavedObjectsClientContract {
  /**
   * Without `id` in the options one is made (UUID). 409 for an id that is taken, unless `overwrite`
   * is set.
   */
  create<T extends Record<string, unknown>>(
    type: string,
    attributes: T,
    options?: SavedObjectsCreateOptions
  ): Promise<SavedObject<T>>;
  /** Each object succeeds or fails for itself, in the order of `objects`. */
  bulkCreate(
    objects: readonly SavedObjectsBulkItem[],
    options?: { overwrite?: boolean }
  ): Promise<{ saved_objects: SavedObjectOrError[] }>;
  /** 404 when it is not there, and for kinds nobody knows. */
  get<T = Record<string, unknown>>(type: string, id: string): Promise<SavedObject<T>>;
  /** Rejects with 413 for more bytes than one answer may have. */
  bulkGet(
    objects: ReadonlyArray<{ type: string; id: string; fields?: readonly string[] }>
  ): Promise<{
    saved_objects: SavedObjectOrError[];
    /** Of the objects as they are stored, fields that were not asked for included. */
    bytes: number;
  }>;
  /**
   * A page. 400 for a page outside the window, unknown sort fields and wrong filters; 413 for too
   * many bytes.
   */
  find<T = Record<string, unknown>>(
    options: SavedObjectsFindOptions
  ): Promise<SavedObjectsFindResult<T>>;
  /**
   * Changes the named attributes, and the references when there are any; answers with what was
   * sent.
   * 404 when it is not there; 409 when `version` is not the present one.
   */
  update<T extends Record<string, unknown>>(
    type: string,
    id: string,
    attributes: Partial<T>,
    options?: { version?: string; references?: readonly SavedObjectReference[] }
  ): Promise<SavedObject<Partial<T>>>;
  /** As `update`, each object for itself, in the order of `objects`. */
  bulkUpdate(
    objects: ReadonlyArray<SavedObjectsBulkItem & { id: string }>
  ): Promise<{ saved_objects: SavedObjectOrError[] }>;
  /** 404 when it is not there. `force` changes nothing: an object is in one tenant only. */
  delete(type: string, id: string, options?: { force?: boolean }): Promise<Record<string, never>>;
}

/** Kinds of saved objects, and the rule of who sees which; before anybody asks for one. */
export interface SavedObjectsServiceSetup {
  /**
   * Makes a kind known; objects of unknown kinds are refused.
   * @throws for a name that is taken or has other characters than letters, digits, `-` and `_`, and
   *   after setup
   */
  registerType(type: SavedObjectsType): void;
  /**
   * Who sees which partition. Without a provider every caller reads and writes the global one.
   * @throws when called twice
   */
  setScopeProvider(provider: SavedObjectsScopeProvider): void;
}

interface SavedObjectsClientProviderOptions {
  /** Hidden types the client shall know all the same. */
  readonly includedHiddenTypes?: readonly string[];
}

/** Saved objects at work. */
export interface SavedObjectsServiceStart {
  /** The objects of the request's tenant, with the rights its user has there. */
  getScopedClient(
    request: RouteRequest,
    options?: SavedObjectsClientProviderOptions
  ): SavedObjectsClientContract;
  /** A client of one partition with full access, for the server's own work (seeding, copying). */
  createInternalClient(partition: string): SavedObjectsClientContract;
  /**
   * Runs work over very many objects (imports, copies) when it is its turn: one of a caller at a
   * time, few of all. Rejects with 429 when too many wait.
   */
  runTransfer<T>(request: RouteRequest, work: () => Promise<T>): Promise<T>;
  /** All kinds, hidden ones included, in the order of registration. */
  getTypes(): readonly SavedObjectsType[];
}
