/** Changes of the configuration, as callers see them. */
import type { RequestCaller } from './caller';
import type { ResourceType } from './find';
import type { EngineAnswer, EngineResponse } from './request';

/** Entities, and the single documents, whose name in the history is `config`. */
export type HistoryType = ResourceType | 'config' | 'audit' | 'nodesdn' | 'allowlist';
export type HistoryAction = 'create' | 'update' | 'delete';

export interface HistoryQuery {
  /** Default: every type the caller may read. */
  readonly types?: readonly HistoryType[];
  /** Exact name of the entity. */
  readonly name?: string;
  /** Exact name of the user who made the change. */
  readonly actor?: string;
  readonly actions?: readonly HistoryAction[];
  /** Every word must occur in the name or in the actor's name. */
  readonly search?: string;
  /** Epoch milliseconds, both inclusive. */
  readonly fromMs?: number;
  readonly toMs?: number;
  /** From 1. */
  readonly page: number;
  /** 1 to 1000. */
  readonly perPage: number;
}

export interface HistoryChange {
  readonly id: number;
  readonly atMs: number;
  readonly actor: string;
  readonly remoteAddress?: string;
  /** `start`: a new folder; `files`: an import; `recovery`: the offline reset; `revert`: undoes `reverts`. */
  readonly via: 'rest' | 'revert' | 'start' | 'files' | 'recovery';
  readonly reverts?: number;
  readonly type: HistoryType;
  readonly name: string;
  readonly action: HistoryAction;
}

/** Secrets are replaced by placeholders everywhere. */
export interface HistoryChangeDetails extends HistoryChange {
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** JSON Patch; paths start with the name. */
  readonly diff: readonly {
    readonly op: 'add' | 'remove' | 'replace';
    readonly path: string;
    readonly value?: unknown;
  }[];
  /** Nothing changed since: a revert needs no `version`. */
  readonly isLatest: boolean;
  /** Entity tag of the entity as it is now; null when there is none. */
  readonly currentVersion: string | null;
}

export interface RevertOptions {
  /** `currentVersion` as the caller knows it, null for none: reverts although the entity changed since. */
  readonly version?: string | null;
  /** As `?confirm_lockout=true` of the API. */
  readonly confirmsLockout?: boolean;
}

/** Every change of the configuration. Each call needs access to the management endpoint of the type. */
export interface EngineHistory {
  /** Newest first. */
  list(
    caller: RequestCaller,
    query: HistoryQuery
  ): Promise<EngineAnswer<{ total: number; items: readonly HistoryChange[] }>>;
  get(caller: RequestCaller, id: number): Promise<EngineAnswer<HistoryChangeDetails>>;
  /**
   * Puts back what was before one change; itself a change, with the checks and answers of PUT or DELETE.
   * 409 when the entity changed since, unless `version` is the present one.
   */
  revert(caller: RequestCaller, id: number, options?: RevertOptions): Promise<EngineResponse>;
}
