/** Audit events between browser and server: `GET /api/v1/audit/events`. Times go out as the engine writes them. */
import { API_PREFIX } from './api';

export const AUDIT_PATHS = Object.freeze({
  /** `GET`: `AuditEventsResponse`. */
  events: `${API_PREFIX}/audit/events`,
});

/** Numbered pages reach so many events back; `cursor` goes on from there. */
export const AUDIT_PAGES_REACH = 10_000;

/** An event document as a cluster writes it (`audit_category`, `@timestamp`, …). */
export interface AuditEvent {
  readonly _id: string;
  readonly [field: string]: unknown;
}

export interface AuditEventsResponse {
  /** Newest first. */
  readonly events: readonly AuditEvent[];
  readonly per_page: number;
  /** Up to 10 000; absent with `search`, and when counting would take long. */
  readonly total?: number;
  readonly total_relation?: 'eq' | 'gte';
  /** Absent on the last page. */
  readonly next_cursor?: string;
}
