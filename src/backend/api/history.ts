/** Changes of the configuration, as callers see them. */
import type { RequestTrace } from './request_trace';
import type { RequestCaller } from './caller';
import type { ResourceType } from './find';
import type { EngineResult, EngineResponse } from './request';

/** Entities, and the single documents, whose name in the history is `config`. */
export type HistoryType = ResourceType | 'config' | 'audit' | 'nodesdn' | 'allowlist';
/** What a change did to the entity as a whole. */
export type HistoryAction = 'create' | 'update' | 'delete';

/** Which changes to list; what is absent narrows nothing. */
export interface HistoryQuery {
  /** Default: every type the caller may read. */
  readonly types?: readonly HistoryType[];
  /** Exact name of the entity. */
  readonly name?: string;
  /** Exact name of the user who made the change. */
  readonly actor?: string;
  /** Any of them. */
  readonly actions?: readonly HistoryAction[];
  /** Every word must occur in the name or in the actor's name. */
  readonly search?: string;
  /** Epoch milliseconds, inclusive. */
  readonly fromMs?: number;
  /** Epoch milliseconds, inclusive. */
  readonly toMs?: number;
  /** From 1. */
  readonly page: number;
  /** 1 to 1000. */
  readonly perPage: number;
}

/** Who or what changes the configuration; kept with every change. */
export interface ChangeOrigin {
  /**
   * Name of the user; `_internal` for the server itself, `_offline` for whoever has the data
   * folder.
   */
  readonly userName: string;
  readonly via: HistoryChange['via'];
  readonly remoteAddress?: string;
  /** Number of the change that a revert undoes. */
  readonly reverts?: number;
  /** The HTTP request that made the change; the audit log names it. */
  readonly request?: RequestTrace;
}

/** One change of one entity, without its contents. */
export interface HistoryChange {
  /** Ascending in the order of the changes; never used again. */
  readonly id: number;
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** User who made the change; `_internal` for the server itself. */
  readonly actor: string;
  /** From where the user asked; absent for changes of the server itself. */
  readonly remoteAddress?: string;
  /**
   * `rest`: a call of the management API; `revert`: the same, undoing an earlier change; `start`:
   * entries a new folder begins with; `files`: an import; `recovery`: the offline reset of an
   * administrator.
   */
  readonly via: 'rest' | 'revert' | 'start' | 'files' | 'recovery';
  /** `id` of the change this one undoes; with `via: revert` only. */
  readonly reverts?: number;
  /** What was changed. */
  readonly type: HistoryType;
  /** Name of the entity. */
  readonly name: string;
  /** What was done to it. */
  readonly action: HistoryAction;
}

/** Secrets are replaced by placeholders everywhere. */
export interface HistoryChangeDetails extends HistoryChange {
  /** The entity before; absent when it was created. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** The entity afterwards; absent when it was deleted. */
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

/** What a caller confirms when it reverts. */
export interface RevertOptions {
  /**
   * `currentVersion` as the caller knows it, null for none: reverts although the entity changed
   * since.
   */
  readonly version?: string | null;
  /** As `?confirm_lockout=true` of the API. */
  readonly confirmsLockout?: boolean;
}

/**
 * Every change of the configuration. Each call needs access to the management endpoint of the type.
 */
export interface EngineHistory {
  /** Newest first. */
  list(
    caller: RequestCaller,
    query: HistoryQuery
  ): Promise<EngineResult<{ total: number; items: readonly HistoryChange[] }>>;
  /** One change with its contents; 404 when there is none of that id. */
  get(caller: RequestCaller, id: number): Promise<EngineResult<HistoryChangeDetails>>;
  /**
   * Puts back what was before one change; itself a change, with the checks and answers of PUT or
   * DELETE. 409 when the entity changed since, unless `version` is the present one.
   */
  revert(caller: RequestCaller, id: number, options?: RevertOptions): Promise<EngineResponse>;
}
