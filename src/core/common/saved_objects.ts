/**
 * A named pointer from one saved object to another; attributes use the name, export and import
 * follow it.
 */
export interface SavedObjectReference {
  /** Unique in the object that refers. */
  readonly name: string;
  /** Of the object referred to. */
  readonly type: string;
  /** Of the object referred to. */
  readonly id: string;
}

/** Why one object of several could not be given or written; the others are not affected. */
export interface SavedObjectError {
  /** Reason phrase of the status, for example `Not Found`. */
  readonly error: string;
  /** For people, in English. */
  readonly message: string;
  /** As a request for this object alone would have been answered. */
  readonly statusCode: number;
  /** What the error is about; for a conflict, whether overwriting is allowed. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/**
 * A saved object on the wire (docs/reference/core.md#saved-objects-client and #saved-objects-api).
 */
export interface SavedObject<T = Record<string, unknown>> {
  /** Unique among the objects of its type in a tenant. */
  readonly id: string;
  /** Name of a registered type. */
  readonly type: string;
  /** As the type's schema has them. */
  readonly attributes: T;
  /** Objects it uses; none: an empty list. */
  readonly references: readonly SavedObjectReference[];
  /** Opaque; changes with every write. */
  readonly version?: string;
  /** ISO 8601, UTC. */
  readonly updated_at?: string;
  /** As it was written; kept, and acted upon by nothing. */
  readonly migrationVersion?: Readonly<Record<string, string>>;
  /** Instead of attributes that mean anything. */
  readonly error?: SavedObjectError;
}
