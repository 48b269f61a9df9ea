export interface SavedObjectReference {
  readonly name: string;
  readonly type: string;
  readonly id: string;
}

export interface SavedObjectError {
  readonly error: string;
  readonly message: string;
  readonly statusCode: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A saved object on the wire (core-services section 9 and 23). */
export interface SavedObject<T = Record<string, unknown>> {
  readonly id: string;
  readonly type: string;
  readonly attributes: T;
  readonly references: readonly SavedObjectReference[];
  /** Opaque; changes with every write. */
  readonly version?: string;
  /** ISO 8601, UTC. */
  readonly updated_at?: string;
  readonly migrationVersion?: Readonly<Record<string, string>>;
  readonly error?: SavedObjectError;
}
