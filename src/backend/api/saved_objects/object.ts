/** What a saved object is to a store. */

export interface ObjectKey {
  readonly type: string;
  readonly id: string;
}

/** An object that another one names. */
export interface ObjectReference extends ObjectKey {
  readonly name: string;
}

export interface ObjectContent {
  readonly attributes: Record<string, unknown>;
  readonly references: readonly ObjectReference[];
  readonly migrationVersion?: Readonly<Record<string, string>>;
}

/** What the store keeps of an object. */
export interface StoredObject extends ObjectKey, ObjectContent {
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
  /** See `encodeVersion`. */
  readonly version: string;
  /** Number of writes of this object, from 1. */
  readonly revision: number;
}

/** One text for type and id, different for each pair whatever they hold. */
export const objectKey = ({ type, id }: ObjectKey): string => `${type.length}:${type}${id}`;
