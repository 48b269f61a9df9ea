/**
 * Changes of the configuration between browser and server: `GET /api/v1/history`, `GET /api/v1/history/{id}`,
 * `POST /api/v1/history/{id}/revert`. Secrets are placeholders everywhere.
 */
import { API_PREFIX } from './api';

export const HISTORY_PATHS = Object.freeze({
  /** `GET`: `HistoryListResponse`. `GET {list}/{id}`: `HistoryDetails`. */
  list: `${API_PREFIX}/history`,
  /** `POST {list}/{id}/{revert}`: `ChangeResponse`. */
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
interface HistoryDifference {
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
