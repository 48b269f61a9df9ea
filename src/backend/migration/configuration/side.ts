/**
 * The security configuration of one side of a migration, with the permissions of its administrator.
 */
import type { Entity, ResourceType } from '../../../contracts/entities';
import type { DocumentId } from '../../api/engine';

type Json = Readonly<Record<string, unknown>>;
export type { DocumentId };

/** An entry that is neither built in nor generated. */
export interface Entry {
  readonly type: ResourceType;
  readonly name: string;
  readonly entity: Entity;
  /** For internal users: absent if there is no password, or if this side does not expose hashes. */
  readonly hash?: string;
}

/** What can be read of a cluster, an installation, or a folder of files. */
export interface ConfigurationSource {
  entries(type: ResourceType): AsyncIterable<Entry> | Iterable<Entry>;
  /** `unreadable`: the document may exist, but is not fully visible. */
  document(id: DocumentId): Promise<Json | 'unreadable' | undefined>;
  /**
   * `false` for a folder without the file of this kind, and for the guardrails of a cluster, which
   * has none. The kind is then not compared.
   */
  has?(kind: ResourceType | DocumentId): boolean;
  /** Whether a folder has the file of this kind, but it cannot be read. */
  isBroken?(kind: ResourceType | DocumentId): boolean;
}

export interface ConfigurationSide extends ConfigurationSource {
  /** Whether entries are refused that name a role which does not exist. */
  readonly refusesMissingRoles?: boolean;
  /** Whether `hash` is present for all users with a password. */
  readonly showsHashes: boolean;
  /**
   * Whether a user could log in with this hash.
   * @param before - the hash that it replaces; absent if unknown
   */
  verifies(hash: string, before: string | undefined): boolean;
  /** `built_in`: an entry of the program, which cannot be replaced. */
  present(type: ResourceType, name: string): Promise<Entry | 'built_in' | undefined>;
  /** Why an entry cannot be written, given the existing one. */
  blocker(entry: Entry, there: Entry | undefined): string | undefined;
  /** Why a document cannot be written here. */
  documentBlocker(id: DocumentId, body: Json): string | undefined;
  /**
   * Writes entries of one type, all or none.
   * @throws {MoveError}
   */
  write(type: ResourceType, entries: readonly Entry[]): Promise<void>;
  /** @throws {MoveError} */
  writeDocument(id: DocumentId, body: Json): Promise<void>;
}

export interface ClusterConfiguration extends ConfigurationSide {
  /**
   * Deletes entries of one type, all or none.
   * @throws {MoveError}
   */
  remove(type: ResourceType, names: readonly string[]): Promise<void>;
}

/** Ends the migration. The message says why, and what to do. */
export class MoveError extends Error {}
