/**
 * Audit events between browser and server: `GET /api/v1/audit/events`. Times go out as the engine
 * writes them.
 */
import { API_PREFIX } from './api';

export const AUDIT_PATHS = Object.freeze({
  /** `GET`: `AuditEventsResponse`. */
  events: `${API_PREFIX}/audit/events`,
});

/** Numbered pages reach so many events back; `cursor` goes on from there. */
export const AUDIT_PAGES_REACH = 10_000;
