/**
 * Where saved objects are kept. A store knows tenants, keys, versions and searching, but neither
 * types nor their schemas. It is one caller's view of one tenant: a cluster is asked with that
 * caller's credentials and refuses by itself (403); the embedded one leaves rights to whoever opens
 * it.
 *
 * Nothing is promised that a cluster cannot hold: operations stand each for itself, what happened
 * to each is told, and after a crash any of them may be done. Who changes an object reads it, and
 * writes it on condition that it still has the version that was read.
 *
 * Calls reject with `BackendError` when the store cannot be reached or written.
 */
import type { PageCaller } from '../caller';
import type { SavedObjectsError } from './errors';
import type { ObjectContent, ObjectKey, StoredObject } from './object';
import type { StoreQuery } from './query';

/** What is written, and within which bounds. */
interface NewContent extends ObjectKey, ObjectContent {
  /** Attribute that names objects of the type. */
  readonly titleField: string;
  /**
   * Bytes of attributes and references as JSON; default `objectBytes`. What was larger before may
   * become smaller.
   */
  readonly maxBytes?: number;
  /** ISO 8601, UTC, of an object that comes from another store; now when absent. */
  readonly updatedAt?: string;
}

export type StoreOperation =
  /**
   * Refused with 409 when the object is there, but for `overwrite`, which then makes a new one of
   * it.
   */
  | ({
      readonly kind: 'create';
      readonly overwrite: boolean;
      /** Only with `overwrite`: the version it must have. */
      readonly ifVersion?: string;
    } & NewContent)
  /** Writes an object that still has a version: 409 when it has another, 404 when it is gone. */
  | ({ readonly kind: 'replace'; readonly ifVersion: string } & NewContent)
  | ({ readonly kind: 'delete' } & ObjectKey);

export type StoreOutcome =
  | { readonly ok: true; readonly object: StoredObject }
  | { readonly ok: false; readonly error: SavedObjectsError };

/** An object that was found; it may not have been read yet. */
export interface FoundObject {
  /** Of its JSON, attributes and references. */
  readonly bytes: number;
  /** As it is now; `undefined` when it was deleted meanwhile. */
  read(): Promise<StoredObject | undefined>;
  /** Without attributes. */
  readHead(): Promise<(ObjectKey & Pick<StoredObject, 'references'>) | undefined>;
}

export interface FoundPage {
  readonly total: number;
  readonly hits: ReadonlyArray<FoundObject & { readonly score: number }>;
}

export interface SavedObjectsStore {
  /** In the order of `keys`; `undefined` for those that are not there. */
  locate(keys: readonly ObjectKey[]): Promise<Array<FoundObject | undefined>>;
  /**
   * Callers take turns.
   * @throws {SavedObjectsError} 400 when it takes too long or has too many words, 429 when too many
   *   wait
   */
  find(query: StoreQuery): Promise<FoundPage>;
  /**
   * Applies operations in order, each for itself; what is done is durable and visible to `find`
   * when it resolves. An operation that fails changes nothing. Others may write in between. When it
   * rejects, the first operations may be done.
   */
  write(operations: readonly StoreOperation[]): Promise<StoreOutcome[]>;
}

/** For whom a store works; `server` for the server's own work. */
export type SavedObjectsCaller = { readonly kind: 'server' } | PageCaller;

/** '' the global tenant, `user:<name>` the private one of a user, `tenant:<name>` any other. */
export type TenantKey = string;

/** Cheap: called for every request. */
export type OpenSavedObjects = (caller: SavedObjectsCaller, tenant: TenantKey) => SavedObjectsStore;
