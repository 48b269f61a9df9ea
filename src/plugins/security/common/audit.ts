/** Audit events between browser and server: `GET /api/v1/audit/events`. Times go out as the engine writes them. */
import { API_PREFIX } from './api';

export const AUDIT_PATHS = Object.freeze({
  /** `GET AuditEventsQuery`: `AuditEventsResponse`. */
  events: `${API_PREFIX}/audit/events`,
});

/** Numbered pages reach so many events back; `cursor` goes on from there. */
export const AUDIT_PAGES_REACH = 10_000;

export interface AuditEventsQuery {
  /** ISO 8601 or milliseconds since 1970, inclusive. A date alone is the whole day (UTC). */
  readonly from?: string;
  readonly to?: string;
  /** Comma-joined; any of them. */
  readonly categories?: string;
  /** Exact effective user. */
  readonly user?: string;
  /** Exact remote address. */
  readonly remote?: string;
  /** Every word must occur in the event. */
  readonly search?: string;
  /** `next_cursor` of the page before, with the same filters. Not with `page`. */
  readonly cursor?: string;
  /** From 1. */
  readonly page?: number;
  /** 1 to 500, default 50. */
  readonly per_page?: number;
}

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
