import { AUDIT_LIMITS } from '../../contracts/limits';

/** Pages of the audit log. */

export interface AuditQuery {
  /** Epoch milliseconds, inclusive. */
  readonly fromMs?: number;
  /** Epoch milliseconds, inclusive. */
  readonly toMs?: number;
  /** Any of them. */
  readonly categories?: readonly string[];
  /** Exact effective user. */
  readonly user?: string;
  /** Exact remote address. */
  readonly remote?: string;
  /** Case-insensitive (ASCII); every word must occur in the event's JSON text. */
  readonly search?: string;
  /** `nextCursor` of the page before; the filters must be the same. */
  readonly cursor?: string;
  /** From 1; instead of `cursor`, within the newest 10 000 events. */
  readonly page?: number;
  /** 1 to 1000, default 50. */
  readonly perPage?: number;
  /**
   * Counts events in so many spans of the same length, 1 to 60. Only with both ends of the time,
   * and without words, which nobody has counted.
   */
  readonly spans?: number;
}

/** How many events there are in a span of time. */
export interface AuditSpan {
  /** Epoch milliseconds; a span ends where the next one begins. */
  readonly fromMs: number;
  readonly count: number;
  /** There are at least so many. */
  readonly isMore?: boolean;
}

/** A page of the audit log, newest first. */
export interface AuditPage {
  /** Newest first: event documents as the cluster writes them, each with `_id`. */
  readonly events: readonly Readonly<Record<string, unknown>>[];
  /** Up to 10 000; absent with `search`. */
  readonly total?: number;
  /** `gte`: there are more than `total`, which is as far as was counted. */
  readonly totalRelation?: 'eq' | 'gte';
  /** Absent on the last page. */
  readonly nextCursor?: string;
  /** In their order; when they were asked for. */
  readonly spans?: readonly AuditSpan[];
}

/** Whole milliseconds, one after the other; none when they are not asked for. */
export function spansOf({
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
