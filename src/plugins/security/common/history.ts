/**
 * Changes of the configuration between browser and server: `GET /api/v1/history`, `GET /api/v1/history/{id}`,
 * `POST /api/v1/history/{id}/revert`. Secrets are placeholders everywhere.
 */
import { API_PREFIX } from './api';

export const HISTORY_PATHS = Object.freeze({
  /** `GET HistoryListQuery`: `HistoryListResponse`. `GET {list}/{id}`: `HistoryDetails`. */
  list: `${API_PREFIX}/history`,
  /** `POST {list}/{id}/{revert} RevertRequest`: `ChangeResponse`. */
  revert: 'revert',
});

/** Entities, and the single documents; the name of a document is `config`. */
export const HISTORY_TYPES = Object.freeze([
  'roles',
  'rolesmapping',
  'internalusers',
  'actiongroups',
  'tenants',
  'config',
  'audit',
  'nodesdn',
  'allowlist',
] as const);
export type HistoryTypeName = (typeof HISTORY_TYPES)[number];

export interface HistoryListQuery {
  /** Comma-joined; any of them. Default: every type the caller may read. */
  readonly type?: string;
  /** Exact name of the entity. */
  readonly name?: string;
  /** Exact name of the user who made the change. */
  readonly actor?: string;
  /** ISO 8601 or milliseconds since 1970, inclusive. A date alone is the whole day (UTC). */
  readonly from?: string;
  readonly to?: string;
  /** From 1. */
  readonly page?: number;
  /** 1 to 500, default 50. */
  readonly per_page?: number;
}

export interface HistoryItem {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly changed_at: number;
  readonly actor: string;
  readonly remote_address?: string;
  /** `start`: a new folder; `files`: an import; `recovery`: the offline reset; `revert`: undoes `reverts`. */
  readonly via: 'rest' | 'revert' | 'start' | 'files' | 'recovery';
  readonly reverts?: number;
  readonly type: HistoryTypeName;
  readonly name: string;
  readonly action: 'create' | 'update' | 'delete';
}

export interface HistoryListResponse {
  readonly total: number;
  readonly page: number;
  readonly per_page: number;
  /** Newest first. */
  readonly items: readonly HistoryItem[];
}

/** One step of a JSON Patch; the path starts with the name. */
export interface HistoryDifference {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
}

export interface HistoryDetails extends HistoryItem {
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly diff: readonly HistoryDifference[];
  /** Nothing changed since: a revert needs no `version`. */
  readonly is_latest: boolean;
  /** Version of the entity as it is now; null when there is none. */
  readonly current_version: string | null;
}

export interface RevertRequest {
  /** `current_version` as the caller knows it: reverts although the entity changed since. */
  readonly version?: string | null;
  /** Also when nobody, or not the caller, could administer security afterwards. */
  readonly confirm_lockout?: boolean;
}
