import { AUDIT_LIMITS } from '../../contracts/limits';

/** Query for a page of the audit log. */

export interface AuditQuery {
  /** Epoch milliseconds, inclusive. */
  readonly fromMs?: number;
  /** Epoch milliseconds, inclusive. */
  readonly toMs?: number;
  /** Matches any of these. */
  readonly categories?: readonly string[];
  /** Exact effective user. */
  readonly user?: string;
  /** Exact remote address. */
  readonly remote?: string;
  /** Leaves out what the server's own account does; events about refusals stay. */
  readonly hidesServer?: boolean;
  /** Case-insensitive (ASCII). Every word must occur in the event's JSON text. */
  readonly search?: string;
  /** `nextCursor` of the previous page, with the same filters. */
  readonly cursor?: string;
  /** Page number from 1, as an alternative to `cursor`, within the newest 10,000 events. */
  readonly page?: number;
  /** 1 to 1,000, default 50. */
  readonly perPage?: number;
  /**
   * Number of equal time spans (1 to 60) to count events in. Requires both ends of the time range,
   * and excludes `search`, whose matches are not counted.
   */
  readonly spans?: number;
}

/** Number of events in a time span. */
export interface AuditSpan {
  /** Epoch milliseconds. A span ends where the next one begins. */
  readonly fromMs: number;
  readonly count: number;
  /** Whether `count` is a lower bound. */
  readonly isMore?: boolean;
}

/** A page of the audit log, newest first. */
export interface AuditPage {
  /** Newest first. Event documents in the format of a cluster, each with `_id`. */
  readonly events: readonly Readonly<Record<string, unknown>>[];
  /** At most 10,000. Absent with `search`. */
  readonly total?: number;
  /** `gte`: counting stopped at `total`, there are more events. */
  readonly totalRelation?: 'eq' | 'gte';
  /** Absent on the last page. */
  readonly nextCursor?: string;
  /** Ascending, if requested. */
  readonly spans?: readonly AuditSpan[];
  /** The account with which the server itself reads the backend, if such events exist. */
  readonly serverUser?: string;
}

/** The adjacent time spans of a query, in whole milliseconds; empty if not requested. */
export function getSpans({
  fromMs,
  toMs,
  spans = 0,
}: AuditQuery): ReadonlyArray<{ readonly fromMs: number; readonly toMs: number }> {
  if (fromMs === undefined || toMs === undefined || toMs < fromMs) return [];
  const from = Math.trunc(fromMs);
  const end = Math.trunc(toMs) + 1;
  const number = Math.min(Math.trunc(spans), AUDIT_LIMITS.spans, end - from);
  if (!(number >= 1)) return [];
  const stepMs = Math.ceil((end - from) / number);
  return Array.from({ length: Math.ceil((end - from) / stepMs) }, (_, at) => ({
    fromMs: from + at * stepMs,
    toMs: Math.min(end, from + (at + 1) * stepMs),
  }));
}
