/** The security configuration of one side, with the rights of whoever owns it. */
import type { Entity, ResourceType } from '../../../contracts/entities';
import type { HistoryType } from '../../api/engine';

type Json = Readonly<Record<string, unknown>>;
export type DocumentId = Exclude<HistoryType, ResourceType>;

/** What is neither built in nor made by the program. */
export interface Entry {
  readonly type: ResourceType;
  readonly name: string;
  readonly entity: Entity;
  /** Of internal users: absent when there is none, or this side does not show it. */
  readonly hash?: string;
}

export interface ConfigurationSide {
  /** Whether `hash` is there whenever a user has one. */
  readonly showsHashes: boolean;
  /**
   * Whether a user could log in whose hash there was `before` and is replaced.
   * @param before - absent when this side does not show it
   */
  verifies(hash: string, before: string | undefined): boolean;
  entries(type: ResourceType): AsyncIterable<Entry> | Iterable<Entry>;
  /** `built_in`: an entry of the program, which nobody replaces. */
  present(type: ResourceType, name: string): Promise<Entry | 'built_in' | undefined>;
  /** `unreadable`: there may be one, which is not shown. */
  document(id: DocumentId): Promise<Json | 'unreadable' | undefined>;
  /** Why an entry cannot be written here in place of what is there. */
  obstacle(entry: Entry, there: Entry | undefined): string | undefined;
  /** Why a document cannot be written here. */
  documentObstacle(id: DocumentId, body: Json): string | undefined;
  /**
   * All or none, of one type.
   * @throws {MoveError}
   */
  write(type: ResourceType, entries: readonly Entry[]): Promise<void>;
  /** @throws {MoveError} */
  writeDocument(id: DocumentId, body: Json): Promise<void>;
}

/** Ends the move; the message says why, and what to do. */
export class MoveError extends Error {}
