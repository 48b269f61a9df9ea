/**
 * Audit events of a cluster that stores them in indices. The cluster decides who may read them: all
 * requests use the caller's credentials.
 */
import { AUDIT_LIMITS } from '../../../contracts/limits';
import { BACKEND_ERRORS, englishText } from '../../../contracts/errors';
import { withinLimits } from '../../changes/within_limits';
import type { AuditSettings, EngineResult, EngineResponse, RequestCaller } from '../../api';
import type { AuditPage, AuditQuery } from '../../api/engine';
import { absentFeature } from '../../api/features';
import { isJsonObject } from '../../model/entity_shape';
import { notFound } from '../../model/responses';
import { LimitExceededError } from '../../scheduling/limit_exceeded';
import { parseSearchTerms } from '../../scheduling/search_terms';
import {
  assertReady,
  ClusterError,
  toResponse,
  withoutTenant,
  type ClusterClient,
} from '../client';
import { readInBatches, AdaptiveBatchSize } from '../documents/adaptive_batch';
import {
  toPosition,
  auditIndices,
  toCursor,
  searchBody,
  spansFrom,
  type AuditPosition,
  type AuditPart,
  type SpansResponse,
} from './audit_query';

type Json = Readonly<Record<string, unknown>>;

interface Hit {
  readonly _id: string;
  readonly _source?: Json;
  readonly sort: readonly [atMs: number, number: number];
}

interface SearchResponse extends SpansResponse {
  readonly _shards: { readonly total: number };
  readonly hits: {
    readonly total?: { readonly value: number; readonly relation: 'eq' | 'gte' };
    readonly hits: readonly Hit[];
  };
}

/**
 * Facts about one search: its spans, the size of the response and the number of events requested.
 */
interface SearchFacts {
  readonly spans: AuditPage['spans'];
  readonly bytes: number;
  readonly requested: number;
}

const DEFAULT_PER_PAGE = 50;
/**
 * Totals and numbered pages are limited to this many events, the cluster's default for
 * `max_result_window`.
 */
const WINDOW = 10_000;
/**
 * Events requested by the first search of a page, about as many as can be parsed without blocking.
 */
const FIRST_PART = 128;

/** The cluster denied the caller access. */
class Denial extends Error {
  constructor(readonly response: EngineResponse) {
    super(`status ${response.statusCode}`);
  }
}

/** The events found so far, and where to continue. */
interface Found {
  readonly hits: Array<Hit & { readonly position: AuditPosition }>;
  bytes: number;
  /** Matching events before the page. */
  skipped: number;
  after: AuditPosition | undefined;
  total?: SearchResponse['hits']['total'];
  spans?: AuditPage['spans'];
  isEnd: boolean;
}

export class ClusterAuditEvents {
  private readonly source: ReturnType<typeof auditIndices>;

  constructor(
    private readonly client: Pick<ClusterClient, 'asCaller' | 'ownCaller'>,
    settings: AuditSettings,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number
  ) {
    this.source = auditIndices(settings);
  }

  /** Whether the cluster stores its events where they can be searched. */
  get isReadable(): boolean {
    return 'index' in this.source;
  }

  /** @throws {ClusterError} if the cluster gives no complete response */
  async find(caller: RequestCaller, query: AuditQuery): Promise<EngineResult<AuditPage>> {
    const { source } = this;
    if ('why' in source) return absentFeature('auditEvents', source.why);
    try {
      return await withinLimits(() => this.page(caller, source.index, query));
    } catch (error) {
      if (error instanceof Denial) return { ok: false, response: error.response };
      throw error;
    }
  }

  private async page(caller: RequestCaller, index: string, query: AuditQuery): Promise<AuditPage> {
    const words = parseSearchTerms(query.search).map(asWritten);
    const perPage = Math.min(query.perPage ?? DEFAULT_PER_PAGE, AUDIT_LIMITS.perPage);
    const found = emptyFound(toPosition(query.cursor));
    const offset = found.after ? 0 : Math.min(((query.page ?? 1) - 1) * perPage, WINDOW);
    const size = new AdaptiveBatchSize(FIRST_PART);
    const endsAtMs = this.now() + AUDIT_LIMITS.searchMs;
    const { ownCaller } = this.client;
    const serverUser = ownCaller?.kind === 'user' ? ownCaller.principal.userName : undefined;
    const hiddenUser = query.hidesServer && query.user !== serverUser ? serverUser : undefined;
    let from = words.length > 0 ? 0 : offset;
    found.skipped = from;
    do {
      const missing = perPage + 1 - found.hits.length;
      const part = {
        query,
        hiddenUser,
        from,
        after: found.after,
        counted: words.length === 0 && !found.total ? WINDOW : undefined,
        hasSpans: words.length === 0 && !found.total,
      };
      const most = words.length > 0 ? WINDOW : missing;
      const response = await readInBatches(size, (count) =>
        this.search(caller, index, { ...part, size: Math.min(count, most, WINDOW - from) })
      );
      size.adapt(Math.max(response.hits.hits.length, 1), response.bytes);
      addHits(found, response, { words, offset, limit: perPage + 1 });
      from = 0;
    } while (!found.isEnd && found.hits.length <= perPage && this.now() < endsAtMs);
    return { ...getPage(found, perPage), ...(serverUser !== undefined && { serverUser }) };
  }

  private async search(
    caller: RequestCaller,
    index: string,
    request: AuditPart
  ): Promise<SearchResponse & SearchFacts> {
    // Events that were already seen are returned again.
    const size = Math.min(request.size + (request.after?.seenCount ?? 0), WINDOW);
    const part = { ...request, size };
    const response = await this.client.asCaller(withoutTenant(caller), {
      method: 'POST',
      path: `/${index.split(',').map(encodeURIComponent).join(',')}/_search`,
      query: {
        ignore_unavailable: 'true',
        allow_no_indices: 'true',
        expand_wildcards: 'open',
        // A partial response would hide events.
        allow_partial_search_results: 'false',
      },
      body: searchBody(part),
      maxBytes: 2 * AUDIT_LIMITS.pageBytes,
      isRepeatable: true,
      right: 'GET AUDIT',
    });
    assertReady(response);
    if (response.statusCode !== 200) throw new Denial(toResponse(response, {}));
    const body = searchResponse(response.json);
    if (body._shards.total === 0) throw new Denial(noIndex(index));
    return { ...body, spans: spansFrom(body), bytes: response.text.length, requested: size };
  }
}

const emptyFound = (after: AuditPosition | undefined): Found => ({
  hits: [],
  bytes: 0,
  skipped: 0,
  after,
  isEnd: false,
});

/** @throws {LimitExceededError} if a page exceeds the size limit of a response */
function addHits(
  found: Found,
  { hits: { hits, total }, spans, requested }: SearchResponse & SearchFacts,
  { words, offset, limit }: { words: readonly string[]; offset: number; limit: number }
): void {
  found.total ??= total;
  found.spans ??= spans;
  for (const hit of findUnseen(hits, found.after)) {
    found.after = positionAfter(found.after, hit);
    const text = JSON.stringify(hit._source ?? {});
    if (words.length > 0) {
      const folded = folding(text);
      if (!words.every((word) => folded.includes(word))) continue;
    }
    if (found.skipped < offset) {
      found.skipped++;
      continue;
    }
    found.hits.push({ ...hit, position: found.after });
    if (found.hits.length === limit) return;
    found.bytes += Buffer.byteLength(text);
    if (found.bytes > AUDIT_LIMITS.pageBytes) {
      const limit = `The events of this page are more than ${AUDIT_LIMITS.pageBytes} bytes; ask for fewer per page.`;
      throw new LimitExceededError(limit);
    }
  }
  found.isEnd = hits.length < requested || requested === 0;
}

const isAt = (position: AuditPosition | undefined, { sort: [atMs, number] }: Hit): boolean =>
  position?.atMs === atMs && position.number === number;

/** @returns the hits without those at the beginning that were already taken */
function findUnseen(hits: readonly Hit[], position: AuditPosition | undefined): readonly Hit[] {
  const other = hits.findIndex((hit) => !isAt(position, hit));
  return hits.slice(Math.min(other < 0 ? hits.length : other, position?.seenCount ?? 0));
}

function positionAfter(before: AuditPosition | undefined, hit: Hit): AuditPosition {
  const [atMs, number] = hit.sort;
  return { atMs, number, seenCount: isAt(before, hit) ? (before?.seenCount ?? 0) + 1 : 1 };
}

/**
 * The search asks for one event more than fits on a page, to find out whether there is another
 * page.
 */
function getPage({ hits, after, total, spans, isEnd }: Found, perPage: number): AuditPage {
  const pageHits = hits.slice(0, perPage);
  const last = pageHits.at(-1)?.position;
  const next = hits.length > perPage ? last : isEnd ? undefined : after;
  return {
    events: pageHits.map(({ _id, _source }) => ({ ..._source, _id })),
    ...(next && { nextCursor: toCursor(next) }),
    ...(total && { total: total.value, totalRelation: total.relation }),
    ...(spans && { spans }),
  };
}

function searchResponse(json: unknown): SearchResponse {
  const { hits, _shards: shards } = isJsonObject(json) ? json : {};
  const isSearch =
    isJsonObject(hits) && isJsonObject(shards) && typeof shards['total'] === 'number';
  if (isSearch && Array.isArray(hits['hits']) && hits['hits'].every(isHit))
    return json as SearchResponse;
  throw new ClusterError('malformed', 'The cluster answers a search in another form.');
}

const isHit = (hit: unknown): boolean =>
  isJsonObject(hit) && Array.isArray(hit['sort']) && hit['sort'].length === 2;

const noIndex = (index: string): EngineResponse =>
  notFound(englishText(BACKEND_ERRORS.noAuditIndex, { index }));

/** Events are searched as JSON text, where quotes and control characters are escaped. */
const asWritten = (word: string): string => folding(JSON.stringify(word).slice(1, -1));

const folding = (text: string): string =>
  text.replaceAll(/[A-Z]+/g, (upper) => upper.toLowerCase());
