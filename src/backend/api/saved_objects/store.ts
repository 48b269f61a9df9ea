/**
 * Storage of saved objects. A store handles tenants, keys, versions and search, but neither types
 * nor their schemas. Each instance is one caller's view of one tenant: a cluster is queried with
 * that caller's credentials and checks permissions itself (403); for the embedded store, the code
 * that opens it checks permissions.
 *
 * The guarantees are those of a cluster: operations are independent, each has its own outcome, and
 * after a crash any subset may have been applied. To update an object, read it and write it
 * conditionally on the version that was read.
 *
 * Every method rejects with `BackendError` if the store cannot be reached or written.
 */
import type { PageCaller } from '../caller';
import type { SavedObjectsError } from './errors';
import type { ObjectContent, ObjectKey, StoredObject } from './object';
import type { StoreQuery } from './query';

/** The object to write, with its limits. */
interface NewContent extends ObjectKey, ObjectContent {
  /** The attribute with the title of objects of this type. */
  readonly titleField: string;
  /**
   * Limit of attributes and references in bytes of JSON; default `objectBytes`. An object that
   * exceeds it may become smaller.
   */
  readonly maxBytes?: number;
  /** ISO 8601, UTC, of an object from another store; default: now. */
  readonly updatedAt?: string;
}

export type StoreOperation =
  /** Creates an object: 409 if it exists, unless `overwrite` replaces it. */
  | ({
      readonly kind: 'create';
      readonly overwrite: boolean;
      /** The required version; only with `overwrite`. */
      readonly ifVersion?: string;
    } & NewContent)
  /** Replaces an object that still has this version: 409 for another version, 404 if it is gone. */
  | ({ readonly kind: 'replace'; readonly ifVersion: string } & NewContent)
  | ({ readonly kind: 'delete' } & ObjectKey);

export type StoreOutcome =
  | { readonly ok: true; readonly object: StoredObject }
  | { readonly ok: false; readonly error: SavedObjectsError };

/** A found object, possibly not read yet. */
export interface FoundObject {
  /** Size of its JSON, attributes and references. */
  readonly bytes: number;
  /** The current object; `undefined` if it has been deleted since. */
  read(): Promise<StoredObject | undefined>;
  /** Without attributes. */
  readHead(): Promise<(ObjectKey & Pick<StoredObject, 'references'>) | undefined>;
}

export interface FoundPage {
  readonly total: number;
  readonly hits: ReadonlyArray<FoundObject & { readonly score: number }>;
}

export interface SavedObjectsStore {
  /** In the order of `keys`; `undefined` for missing objects. */
  locate(keys: readonly ObjectKey[]): Promise<Array<FoundObject | undefined>>;
  /**
   * Searches are queued fairly by caller.
   * @throws {SavedObjectsError} 400 if it takes too long or has too many words, 429 if the queue is
   *   full
   */
  find(query: StoreQuery): Promise<FoundPage>;
  /**
   * Applies operations in order, each independently. Completed operations are durable and visible
   * to `find` once it resolves. A failed operation changes nothing. Other writes may come in
   * between. After a rejection, the first operations may have been applied.
   */
  write(operations: readonly StoreOperation[]): Promise<StoreOutcome[]>;
}

/** The caller of a store; `server` for the server itself. */
export type SavedObjectsCaller = { readonly kind: 'server' } | PageCaller;

/** '' for the global tenant, `user:<name>` for a private one, `tenant:<name>` for all others. */
export type TenantKey = string;

/** Must be cheap: called for every request. */
export type OpenSavedObjects = (caller: SavedObjectsCaller, tenant: TenantKey) => SavedObjectsStore;
