/**
 * The store behind saved objects. One implementation keeps them in SQLite; another may keep them in a
 * cluster. The store knows partitions, keys, versions and search, but neither rights nor types' schemas.
 */
import type { SavedObjectReference } from '../../../common';
import type { SavedObjectsError } from '../errors';
import type { DateSpan } from './date_span';

export interface ObjectKey {
  readonly type: string;
  readonly id: string;
}

/** What the store keeps of an object. */
export interface StoredObject extends ObjectKey {
  readonly attributes: Record<string, unknown>;
  readonly references: readonly SavedObjectReference[];
  readonly migrationVersion?: Readonly<Record<string, string>>;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
  /** See `encodeVersion`. */
  readonly version: string;
  /** Number of writes of this object, from 1. */
  readonly revision: number;
}

export type ObjectContent = Pick<StoredObject, 'attributes' | 'references' | 'migrationVersion'>;

export type StoreOperation =
  | ({
      readonly kind: 'create';
      readonly overwrite: boolean;
      readonly ifVersion?: string;
      readonly maxBytes?: number;
    } & ObjectKey &
      ObjectContent)
  | ({
      readonly kind: 'update';
      readonly ifVersion?: string;
      readonly maxBytes?: number;
      /** Makes the new content of the old; a throw refuses this operation. */
      readonly change: (current: StoredObject) => ObjectContent;
    } & ObjectKey)
  | ({ readonly kind: 'delete' } & ObjectKey);

export type StoreOutcome =
  | { readonly ok: true; readonly object: StoredObject }
  | { readonly ok: false; readonly error: SavedObjectsError };

export interface StoreQuery {
  readonly types: readonly string[];
  readonly search?: string;
  readonly searchOperator: 'AND' | 'OR';
  /** Attribute paths; absent: everywhere. */
  readonly searchFields?: readonly string[];
  readonly hasReference?: ObjectKey;
  readonly filter?: StoreFilter;
  /** Absent: best match first when searching, else last changed first. */
  readonly sort?: { readonly by: StoreSortField; readonly isDescending: boolean };
  /** Number of objects to skip. */
  readonly offset: number;
  readonly limit: number;
}

export type StoreSortField =
  'title' | 'updated_at' | 'type' | 'id' | { readonly attribute: string };

/** A condition on objects. Fields are those of one type: objects of other types do not meet it. */
export type StoreFilter =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly StoreFilter[] }
  | { readonly kind: 'not'; readonly node: StoreFilter }
  /** All of `node`, whose fields are those of a reference, about the same reference. */
  | { readonly kind: 'reference'; readonly type: string; readonly node: StoreFilter }
  | {
      readonly kind: 'field';
      readonly type: string;
      readonly field: StoreFilterField;
      readonly test: StoreFilterTest;
    };

export type StoreFilterField =
  | { readonly attribute: readonly string[] }
  | { readonly root: 'updated_at' | 'id' | 'type' }
  | { readonly reference: 'type' | 'id' | 'name' };

export type StoreFilterTest =
  /** Is there and not null, or has an element or member that is not. */
  | { readonly kind: 'exists' }
  | {
      readonly kind: 'equals';
      /** The text, cut at its wildcards: what ids are compared with. */
      readonly pieces: readonly string[];
      /** What texts are asked for: alternatives, each a list of patterns that must all be found. */
      readonly words: ReadonlyArray<readonly StoreWordPattern[]>;
      readonly number?: number;
      readonly truth?: 'true' | 'false';
      readonly dates?: DateSpan;
    }
  | {
      readonly kind: 'range';
      readonly operator: '<' | '<=' | '>' | '>=';
      readonly number?: number;
      readonly dates?: DateSpan;
    };

/** Words of `tokenize`: a phrase, or one word cut at its wildcards. */
export type StoreWordPattern =
  | { readonly words: readonly string[]; readonly isPrefix: boolean }
  | { readonly pieces: readonly string[] };

/** An object that was found and not read yet. */
export interface StoredHit {
  /** Of its JSON, attributes and references. */
  readonly bytes: number;
  /** `undefined` when it was deleted meanwhile. */
  read(): StoredObject | undefined;
  /** Without attributes. */
  readHead(): (ObjectKey & Pick<StoredObject, 'references'>) | undefined;
}

export interface StorePage {
  readonly total: number;
  readonly hits: ReadonlyArray<StoredHit & { readonly score: number }>;
}

export interface SavedObjectsStore {
  /** In the order of `keys`; `undefined` for those that are not there. */
  locate(partition: string, keys: readonly ObjectKey[]): Promise<Array<StoredHit | undefined>>;
  /**
   * @param caller - who asks; callers take turns
   * @throws {SavedObjectsError} 400 when it takes too long, 429 when too many wait
   */
  find(partition: string, query: StoreQuery, caller: string): Promise<StorePage>;
  /**
   * Applies operations in order; durable and visible to `find` when it resolves. An operation that fails
   * changes nothing. What takes longer than some milliseconds is several transactions, between which others
   * write: when the process dies or the disk fills up half way, the first operations are done.
   */
  write(partition: string, operations: readonly StoreOperation[]): Promise<StoreOutcome[]>;
  close(): void;
}
