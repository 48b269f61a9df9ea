/**
 * Change history and audit events. Loaded with the pages that show them. Paths and payloads:
 * `common/api.ts`. All functions reject with the HTTP service's fetch error.
 */
import type { RevertTogetherResponse } from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import {
  AUDIT_PATHS,
  type AuditEventsResponse,
  type ChangeResponse,
  HISTORY_PATHS,
  type HistoryDetails,
  type HistoryListResponse,
} from '../../common';
import { json } from './http_helpers';
import type { Confirmation } from './lockout_confirmation';

type Reading = Pick<HttpSetup, 'get'>;

/** Query of the routes; absent values do not filter. */
export type RecordsQuery = Readonly<Record<string, string | number | undefined>>;

export const listChanges = (
  http: Reading,
  query: RecordsQuery,
  signal?: AbortSignal
): Promise<HistoryListResponse> => http.get(HISTORY_PATHS.list, { query, signal });

export const readChange = (
  http: Reading,
  id: string,
  signal?: AbortSignal
): Promise<HistoryDetails> =>
  http.get(`${HISTORY_PATHS.list}/${encodeURIComponent(id)}`, { signal });

export const listEvents = (
  http: Reading,
  query: RecordsQuery,
  signal?: AbortSignal
): Promise<AuditEventsResponse> => http.get(AUDIT_PATHS.events, { query, signal });

/** Reverts changes that were made together; none of them if an entry has changed since. */
export const revertTogether = (
  http: Pick<HttpSetup, 'post'>,
  changes: readonly number[]
): Promise<RevertTogetherResponse> =>
  http.post(`${HISTORY_PATHS.list}/${HISTORY_PATHS.revertTogether}`, json({ changes }));

/**
 * Reverts a change.
 * @param version - current version that the user has seen; null if the entity does not exist now
 */
export const revertChange = (
  http: Pick<HttpSetup, 'post'>,
  id: number,
  version: string | null,
  query: Confirmation
): Promise<ChangeResponse> =>
  http.post(`${HISTORY_PATHS.list}/${id}/${HISTORY_PATHS.revert}`, { ...json({ version }), query });
