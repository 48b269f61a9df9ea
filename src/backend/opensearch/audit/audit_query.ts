/**
 * Questions about audit events in the cluster's query language. Their fields are mapped when the
 * first event comes: texts are texts with a `keyword` below, unless a template says otherwise.
 */
import { BACKEND_ERRORS, englishText, type ErrorDefinition } from '../../../contracts/errors';
import type { AuditSettings, AuditStorage } from '../../api';
import { spansOf } from '../../api/audit_events';
import type { AuditQuery, AuditSpan } from '../../api/engine';

/** The plugin's own names. */
const INDICES: Partial<Record<AuditStorage, string>> = {
  internal_opensearch: 'security-auditlog-*',
  internal_opensearch_data_stream: 'opensearch-security-auditlog',
};

const ELSEWHERE: Partial<Record<AuditStorage, ErrorDefinition>> = {
  external_opensearch: BACKEND_ERRORS.auditInAnotherCluster,
  webhook: BACKEND_ERRORS.auditAtWebAddress,
  log4j: BACKEND_ERRORS.auditInLogFiles,
  kafka: BACKEND_ERRORS.auditInTopic,
  debug: BACKEND_ERRORS.auditOnOutput,
  noop: BACKEND_ERRORS.auditNowhere,
};

/** Indices to look into, or a sentence that says why there are none. */
export function auditIndices({ type, index }: AuditSettings): { index: string } | { why: string } {
  const elsewhere = ELSEWHERE[type];
  return elsewhere === undefined
    ? { index: index ?? (INDICES[type] as string) }
    : { why: englishText(elsewhere) };
}

/**
 * Where a page goes on. Numbers grow with the events of a shard; unlike ids, they are in order
 * without being loaded into the cluster's memory. Events of one moment share a number when they are
 * in several shards, so it is counted how many of them were seen: in order of shards they stay.
 */
export interface AuditIndexRange {
  readonly atMs: number;
  /** `_seq_no` of the last event. */
  readonly number: number;
  /** Events of this moment and number, the last one included; at least 1. */
  readonly seen: number;
}

const PLACE = /^(\d{1,15})\.(\d{1,15})(?:\.([1-9]\d{0,2}))?$/;

export const cursorOf = ({ atMs, number, seen }: AuditIndexRange): string =>
  `${atMs}.${number}${seen > 1 ? `.${seen}` : ''}`;

/** A cursor that is none starts over. */
export function auditIndexRangeOf(cursor: string | undefined): AuditIndexRange | undefined {
  const [isOne, atMs, number, seen = 1] = PLACE.exec(cursor ?? '') ?? [];
  return isOne === undefined
    ? undefined
    : { atMs: Number(atMs), number: Number(number), seen: Number(seen) };
}

export interface AuditPart {
  readonly query: AuditQuery;
  readonly size: number;
  /** Events to skip; instead of `after`. */
  readonly from: number;
  readonly after: AuditIndexRange | undefined;
  /** Events are counted up to so many; none are without it. */
  readonly counted: number | undefined;
  /** Whether the spans of the question are counted. */
  readonly hasSpans: boolean;
}

/** The body of `_search`, newest first. */
export const searchBody = ({ query, size, from, after, counted, hasSpans }: AuditPart): object => ({
  size,
  // Of the last event's moment and number there may be more.
  ...(after ? { search_after: [after.atMs, after.number + 1] } : { from }),
  track_total_hits: counted ?? false,
  query: { bool: { filter: filtersOf(query) } },
  sort: [
    { '@timestamp': { order: 'desc', numeric_type: 'date', unmapped_type: 'date' } },
    { _seq_no: { order: 'desc' } },
  ],
  ...(hasSpans && spansBody(query)),
});

const SPANS = 'spans';

/** What is said of spans, as `date_range` has them: they need not begin with a unit of time. */
function spansBody(query: AuditQuery): object {
  const ranges = spansOf(query).map(({ fromMs, toMs }) => ({ from: fromMs, to: toMs }));
  if (ranges.length === 0) return {};
  return {
    aggs: { [SPANS]: { date_range: { field: '@timestamp', format: 'epoch_millis', ranges } } },
  };
}

export interface SpansResponse {
  readonly aggregations?: {
    readonly [SPANS]?: {
      readonly buckets: ReadonlyArray<{ readonly from: number; readonly doc_count: number }>;
    };
  };
}

/** `undefined` when they were not asked for. */
export const spansFrom = ({ aggregations }: SpansResponse): readonly AuditSpan[] | undefined =>
  aggregations?.[SPANS]?.buckets.map(({ from, doc_count: count }) => ({ fromMs: from, count }));

function filtersOf({ fromMs, toMs, categories = [], user, remote }: AuditQuery): object[] {
  const time = {
    ...(fromMs !== undefined && { gte: Math.trunc(fromMs) }),
    ...(toMs !== undefined && { lte: Math.trunc(toMs) }),
  };
  return [
    ...(Object.keys(time).length > 0
      ? [{ range: { '@timestamp': { ...time, format: 'epoch_millis' } } }]
      : []),
    ...(categories.length > 0 ? [isOneOf('audit_category', categories)] : []),
    ...(user === undefined ? [] : [isOneOf('audit_request_effective_user', [user])]),
    ...(remote === undefined ? [] : [isOneOf('audit_request_remote_address', [remote])]),
  ];
}

/** The field itself counts only where no `keyword` is below it: a text matches by its words. */
function isOneOf(field: string, values: readonly string[]): object {
  const exact = `${field}.keyword`;
  const itself = {
    bool: {
      filter: [{ terms: { [field]: values } }],
      must_not: [{ exists: { field: exact } }],
    },
  };
  return { bool: { should: [{ terms: { [exact]: values } }, itself], minimum_should_match: 1 } };
}
