/** The change history, as callers see it. */
import type { ChangeCause, ProposedChanges } from '../../contracts/api';
import type { RequestTrace } from './request_trace';
import type { RequestCaller } from './caller';
import type { ResourceType } from './find';
import type { EngineResult, EngineResponse } from './request';

/** The single documents, whose name in the history is `config`. */
export type DocumentId = 'config' | 'audit' | 'nodesdn' | 'allowlist' | 'guardrails';
/** What a configuration contains. */
export type ConfiguredType = ResourceType | DocumentId;
/** The configuration, and connections to further clusters, whose name is their id. */
export type HistoryType = ConfiguredType | 'connections';
/** The effect of a change on the entity as a whole. */
export type HistoryAction = 'create' | 'update' | 'delete';

/** Filters of the change history. Absent members do not filter. */
export interface HistoryQuery {
  /** Default: every type the caller may read. */
  readonly types?: readonly HistoryType[];
  /** Exact name of the entity. */
  readonly name?: string;
  /** Exact name of the user who made the change. */
  readonly actor?: string;
  /** Matches any of these. */
  readonly actions?: readonly HistoryAction[];
  /** Every word must occur in the name or in the actor's name. */
  readonly search?: string;
  /** Epoch milliseconds, inclusive. */
  readonly fromMs?: number;
  /** Epoch milliseconds, inclusive. */
  readonly toMs?: number;
  /** From 1. */
  readonly page: number;
  /** 1 to 1,000. */
  readonly perPage: number;
}

/** The origin of a change, stored with it. */
export interface ChangeOrigin {
  /**
   * User name; `_internal` for the server itself, `_offline` for command-line tools on the data
   * folder.
   */
  readonly userName: string;
  readonly via: HistoryChange['via'];
  readonly remoteAddress?: string;
  /** Id of the reverted change. */
  readonly reverts?: number;
  /** Set for a rename: the name before. */
  readonly renamedFrom?: string;
  /** Id of the HTTP request, also in the audit log. */
  readonly request?: RequestTrace;
}

/** One change of one entity, without the states before and after. */
export interface HistoryChange {
  /** Ascending in the order of the changes; never reused. */
  readonly id: number;
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** User who made the change; `_internal` for the server itself. */
  readonly actor: string;
  /** Remote address of the user; absent for changes by the server itself. */
  readonly remoteAddress?: string;
  /**
   * `rest`: a request of the management API; `revert`: the same, reverting an earlier change;
   * `start`: initial entries of a new data folder; `files`: an import; `recovery`: the offline
   * reset of an administrator; `rename`: a change of what refers to a renamed entity, shown only in
   * the history of its own entity.
   */
  readonly via: 'rest' | 'revert' | 'start' | 'files' | 'recovery' | 'rename';
  /** Set for a rename: the name before. */
  readonly renamedFrom?: string;
  /** `id` of the reverted change; only with `via: revert`. */
  readonly reverts?: number;
  /** Id of the HTTP request: the same for all changes that it made. */
  readonly requestId?: string;
  /** Why, as the user said (`x-change-reason`). */
  readonly reason?: string;
  /** What led to the change, as the server knows it. */
  readonly cause?: ChangeCause;
  /** Type of the changed entity. */
  readonly type: HistoryType;
  /** Name of the entity. */
  readonly name: string;
  /** Effect on the entity. */
  readonly action: HistoryAction;
  /** For updates: names of changed fields; absent in records of earlier versions. */
  readonly fields?: readonly string[];
  /**
   * Set if this is the newest recorded change of its entity, and the entity has changed since: on
   * the cluster, without this product. Only in lists about one name without other filters.
   */
  readonly isChangedOutside?: true;
}

/** A change with its states before and after. Secrets are replaced by placeholders. */
export interface HistoryChangeDetails extends HistoryChange {
  /** The entity before the change; absent if it was created. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** The entity after the change; absent if it was deleted. */
  readonly after?: Readonly<Record<string, unknown>>;
  /** JSON Patch; paths start with the name of the entity. */
  readonly diff: readonly {
    readonly op: 'add' | 'remove' | 'replace';
    readonly path: string;
    readonly value?: unknown;
  }[];
  /**
   * Other changes of the same request that the caller may see, without parts of a rename; only if
   * asked for.
   */
  readonly together?: readonly HistoryChange[];
  /** The rename that this change is part of, if the caller may see it; only if asked for. */
  readonly rename?: HistoryChange;
  /** Whether the entity has not changed since, so that a revert needs no `version`. */
  readonly isLatest: boolean;
  /** Entity tag of the current entity; `null` if it does not exist. */
  readonly currentVersion: string | null;
}

/** What a caller confirms with a revert. */
export interface RevertOptions {
  /**
   * The `currentVersion` that the caller has seen, `null` if the entity did not exist: reverts even
   * though the entity changed since.
   */
  readonly version?: string | null;
  /** Like `?confirm_lockout=true` of the API. */
  readonly confirmsLockout?: boolean;
}

/** The change history. Every request requires access to the management endpoint of the type. */
export interface EngineHistory {
  /** Newest first. */
  list(
    caller: RequestCaller,
    query: HistoryQuery
  ): Promise<EngineResult<{ total: number; items: readonly HistoryChange[] }>>;
  /** One change with its states; 404 if the id is unknown. */
  get(
    caller: RequestCaller,
    id: number,
    options?: { readonly withTogether?: boolean }
  ): Promise<EngineResult<HistoryChangeDetails>>;
  /**
   * Restores the state before a change. This is itself a change, with the checks and responses of
   * PUT or DELETE. 409 if the entity changed since, unless `version` is the current one, and for a
   * part of a rename, which is reverted as a whole.
   */
  revert(caller: RequestCaller, id: number, options?: RevertOptions): Promise<EngineResponse>;
  /** What reverting these changes together would save: the earliest state of each entity. */
  revertProposal(
    caller: RequestCaller,
    ids: readonly number[]
  ): Promise<EngineResult<ProposedChanges>>;
}
