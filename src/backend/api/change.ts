/** The changes of a configuration, as every check and every record sees them. */
import { ENTITIES, type Entity, type ResourceType } from '../../contracts/entities';
import type { DocumentId, HistoryType } from './history';

type Json = Readonly<Record<string, unknown>>;

export interface EntityChange {
  readonly type: ResourceType;
  readonly name: string;
  /** Absent if the entity is created. */
  readonly before?: Entity;
  /** Absent if the entity is deleted. */
  readonly after?: Entity;
  /** Whether a password or hash changes, which entities do not contain. */
  readonly isCredentialChanged?: boolean;
  /** The name before a rename. A change of its own deletes the entity with that name. */
  readonly renamedFrom?: string;
}

export interface DocumentChange {
  readonly type: DocumentId;
  readonly name: typeof DOCUMENT_NAME;
  readonly before?: Json;
  readonly after: Json;
}

/** A change of one entity or document. */
export type Change = EntityChange | DocumentChange;

/** The name of every document. */
export const DOCUMENT_NAME = 'config';

export const isEntityType = (type: HistoryType): type is ResourceType =>
  Object.hasOwn(ENTITIES, type);

export const entityChanges = <C extends Change>(
  changes: readonly C[]
): ReadonlyArray<Extract<C, EntityChange>> =>
  changes.filter((change): change is Extract<C, EntityChange> => isEntityType(change.type));

export const documentChanges = <C extends Change>(
  changes: readonly C[]
): ReadonlyArray<Extract<C, DocumentChange>> =>
  changes.filter((change): change is Extract<C, DocumentChange> => !isEntityType(change.type));
