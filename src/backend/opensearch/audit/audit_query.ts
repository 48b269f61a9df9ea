/**
 * Builds searches for audit events in the cluster's query language. Texts have a `keyword` subfield
 * unless a template says otherwise.
 */
import { BACKEND_ERRORS, englishText, type ErrorDefinition } from '../../../contracts/errors';
import type { AuditSettings, AuditStorage } from '../../api';
import { getSpans } from '../../api/audit_events';
import type { AuditQuery, AuditSpan } from '../../api/engine';

/** The default index names of the security plugin. */
const INDICES: Partial<Record<AuditStorage, string>> = {
  internal_opensearch: 'security-auditlog-*',
  internal_opensearch_data_stream: 'opensearch-security-auditlog',
};

const NOT_SEARCHABLE: Partial<Record<AuditStorage, ErrorDefinition>> = {
  external_opensearch: BACKEND_ERRORS.auditInAnotherCluster,
  webhook: BACKEND_ERRORS.auditAtWebAddress,
  log4j: BACKEND_ERRORS.auditInLogFiles,
  kafka: BACKEND_ERRORS.auditInTopic,
  debug: BACKEND_ERRORS.auditOnOutput,
  noop: BACKEND_ERRORS.auditNowhere,
};

/** The indices to search, or a sentence that explains why there are none. */
export function auditIndices({ type, index }: AuditSettings): { index: string } | { why: string } {
  const unsearchable = NOT_SEARCHABLE[type];
  return unsearchable === undefined
    ? { index: index ?? (INDICES[type] as string) }
    : { why: englishText(unsearchable) };
}

/**
 * Position from which the next page continues. Sequence numbers grow with the events of a shard;
 * unlike ids, sorting by them does not load them into the cluster's memory. Events of the same time
 * in different shards may share a number, so the number of those already seen is counted; they keep
 * their order by shard.
 */
export interface AuditPosition {
  readonly atMs: number;
  /** `_seq_no` of the last event. */
  readonly number: number;
  /** Events already seen with this time and number, including the last one; at least 1. */
  readonly seenCount: number;
}

const CURSOR = /^(\d{1,15})\.(\d{1,15})(?:\.([1-9]\d{0,2}))?$/;

export const toCursor = ({ atMs, number, seenCount }: AuditPosition): string =>
  `${atMs}.${number}${seenCount > 1 ? `.${seenCount}` : ''}`;

/** An invalid cursor starts from the beginning. */
export function toPosition(cursor: string | undefined): AuditPosition | undefined {
  const [match, atMs, number, seenCount = 1] = CURSOR.exec(cursor ?? '') ?? [];
  return match === undefined
    ? undefined
    : { atMs: Number(atMs), number: Number(number), seenCount: Number(seenCount) };
}

export interface AuditPart {
  readonly query: AuditQuery;
  /** The server's own account; absent if its events are not left out. */
  readonly hiddenUser: string | undefined;
  readonly size: number;
  /** Events to skip; used instead of `after`. */
  readonly from: number;
  readonly after: AuditPosition | undefined;
  /** Upper limit for the total; `undefined`: no total. */
  readonly counted: number | undefined;
  /** Whether to count the events of the query's spans. */
  readonly hasSpans: boolean;
}

/** The body of `_search`, newest first. */
export const searchBody = ({
  query,
  hiddenUser,
  size,
  from,
  after,
  counted,
  hasSpans,
}: AuditPart): object => ({
  size,
  // More events may share the last event's time and number.
  ...(after ? { search_after: [after.atMs, after.number + 1] } : { from }),
  track_total_hits: counted ?? false,
  query: {
    bool: {
      filter: toFilters(query),
      ...(hiddenUser !== undefined && { must_not: [getRoutine(hiddenUser)] }),
    },
  },
  sort: [
    { '@timestamp': { order: 'desc', numeric_type: 'date', unmapped_type: 'date' } },
    { _seq_no: { order: 'desc' } },
  ],
  ...(hasSpans && spansBody(query)),
});

const SPANS = 'spans';

/** Uses `date_range`, because spans need not begin at a unit of time. */
function spansBody(query: AuditQuery): object {
  const ranges = getSpans(query).map(({ fromMs, toMs }) => ({ from: fromMs, to: toMs }));
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

/** `undefined` if they were not requested. */
export const spansFrom = ({ aggregations }: SpansResponse): readonly AuditSpan[] | undefined =>
  aggregations?.[SPANS]?.buckets.map(({ from, doc_count: count }) => ({ fromMs: from, count }));

function toFilters({ fromMs, toMs, categories = [], user, remote }: AuditQuery): object[] {
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

/** What an account does, without its refused requests and logins. */
const getRoutine = (user: string): object => ({
  bool: {
    filter: [isOneOf('audit_request_effective_user', [user])],
    must_not: [isOneOf('audit_category', DENIAL_CATEGORIES)],
  },
});

const DENIAL_CATEGORIES = ['FAILED_LOGIN', 'MISSING_PRIVILEGES', 'BAD_HEADERS', 'SSL_EXCEPTION'];

/**
 * The field itself is used only without a `keyword` subfield, because a text field matches single
 * words.
 */
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
