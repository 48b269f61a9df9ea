/** Access to the configuration for the pipeline of changes of a cluster. */
import type { EntityByType, ResourceType } from '../../contracts/entities';
import type { DocumentId } from './history';

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads with the server's own permissions, as `GET` of the management API, including hidden
 * entries. Results must not be shown to callers without a check of their own permissions. Rejects
 * if the backend cannot be reached.
 */
export interface ConfigurationReader {
  entity<T extends ResourceType>(type: T, name: string): Promise<EntityByType[T] | undefined>;
  entities<T extends ResourceType>(type: T): Promise<ReadonlyMap<string, EntityByType[T]>>;
  document(id: DocumentId): Promise<Json | undefined>;
}

export type SnapshotKind = ResourceType | 'audit' | 'guardrails';

/**
 * The configuration as files have it, with hidden and built-in entries. It must not be shown to
 * callers without a check of their own permissions.
 */
export interface ConfigurationSnapshot {
  /** Another one after each change of the configuration. */
  readonly revision: string;
  /** By kind and name; the audit settings have the name `config`. */
  readonly entries: ReadonlyMap<SnapshotKind, ReadonlyMap<string, Json>>;
  /** Password hashes by user, if the backend shows them to the server. */
  readonly hashes: ReadonlyMap<string, string>;
}

/**
 * Stores audit events of changes that the backend does not audit itself, for `Engine.auditEvents`.
 */
export interface AuditTrail {
  append(events: ReadonlyArray<{ readonly atMs: number; readonly document: Json }>): Promise<void>;
}
