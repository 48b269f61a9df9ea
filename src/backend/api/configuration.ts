/**
 * What a backend lets the server itself know of the configuration, for what is put around its
 * engine.
 */
import type { EntityByType, ResourceType } from '../../contracts/entities';
import type { HistoryType } from './history';

type Json = Readonly<Record<string, unknown>>;

/**
 * Reading with the server's own rights, as `GET` of the management API shows it to somebody from
 * whom nothing is hidden. Nothing of it is shown to callers but through their own rights. Rejects
 * when the backend cannot be reached.
 */
export interface ConfigurationReader {
  entity<T extends ResourceType>(type: T, name: string): Promise<EntityByType[T] | undefined>;
  entities<T extends ResourceType>(type: T): Promise<ReadonlyMap<string, EntityByType[T]>>;
  document(id: Exclude<HistoryType, ResourceType>): Promise<Json | undefined>;
}

/** Where `Engine.auditEvents` finds events of changes that the backend does not write by itself. */
export interface AuditTrail {
  append(events: ReadonlyArray<{ readonly atMs: number; readonly document: Json }>): Promise<void>;
}
