/** The spans of time that events are counted in. Pure. */
import { AUDIT_LIMITS } from '../../contracts/limits';
import type { AuditQuery } from './audit_events';

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
