/** Searches the visible documents of one index with the caller's own permissions. */
import { CLUSTER_LIMITS, PREVIEW_LIMITS } from '../../../contracts/limits';
import type { PreviewedIndex, Restrictions } from '../../../contracts/api';
import { PatternSet } from '../../access/patterns/pattern';
import type { RequestCaller } from '../../api';
import { isJsonObject } from '../../model/entity_shape';
import { ClusterError, withoutTenant, type ClusterClient, type ClusterResponse } from '../client';
import { readInBatches, AdaptiveBatchSize } from '../documents/adaptive_batch';
import { assertSuccess } from './preview_error';

/** The cluster cannot parse the query; the message is the cluster's. */
export class QueryProblem extends Error {}

type Source = Readonly<Record<string, unknown>>;
interface Hit {
  readonly _id: string;
  readonly _source?: Source;
}

interface Found {
  readonly timed_out: boolean;
  readonly _shards: { readonly failed: number };
  readonly hits: {
    readonly total: NonNullable<PreviewedIndex['total']>;
    readonly hits: readonly Hit[];
  };
}

type Preview = Pick<
  PreviewedIndex,
  'visible' | 'total' | 'documents' | 'are_documents_left_out' | 'is_partial'
>;

const EVERYTHING = '{"match_all":{}}';
const EMPTY_PREVIEW = { documents: [], are_documents_left_out: false, is_partial: false } as const;

/**
 * @param size - number of documents to return
 * @param showsFieldsOfObjects - whether an included object includes its fields
 * @throws {QueryProblem} {PreviewError} {ClusterError}
 */
export async function visibleFields(
  search: Searcher,
  index: string,
  restrictions: Restrictions,
  size: number,
  showsFieldsOfObjects: boolean
): Promise<Preview> {
  const { mode, queries } = restrictions.documents;
  if (mode === 'error') return EMPTY_PREVIEW;
  const source = sourceFilter(restrictions);
  const showsDocuments = mode !== 'none' && source !== undefined;
  const query = mode === 'some' ? anyOf(queries) : EVERYTHING;
  const [matching, all] = await Promise.all([
    mode === 'none' ? undefined : search.documents(index, query, showsDocuments ? size : 0, source),
    mode === 'all' ? undefined : search.documents(index, EVERYTHING, 0),
  ]);
  const total = (all ?? matching)?.hits.total;
  const visible = matching?.hits.total ?? { value: 0, relation: 'eq' as const };
  const documents = matching?.hits.hits ?? [];
  const expected = Math.min(size, visible.value);
  return {
    visible,
    ...(total && { total }),
    documents: documents.map(({ _id, _source = {} }) => ({
      id: _id,
      source: showsFieldsOfObjects ? _source : withoutFieldsOfObjects(_source, restrictions),
    })),
    are_documents_left_out: documents.length < expected,
    is_partial: [matching, all].some((one) => one && (one.timed_out || one._shards.failed > 0)),
  };
}

export class Searcher {
  constructor(
    private readonly client: Pick<ClusterClient, 'asCaller'>,
    private readonly caller: RequestCaller
  ) {}

  /** Returns fewer than `size` documents, or none, if they exceed the size limit of a response. */
  async documents(index: string, query: string, size: number, source = 'false'): Promise<Found> {
    const count = new AdaptiveBatchSize(Math.max(size, 1));
    try {
      return await readInBatches(count, (some) =>
        this.search(index, query, Math.min(some, size), source)
      );
    } catch (error) {
      if (!(error instanceof ClusterError) || error.trouble !== 'too_large') throw error;
      return this.search(index, query, 0, 'false');
    }
  }

  private async search(index: string, query: string, size: number, source: string): Promise<Found> {
    const { counted, searchMs, documentsBytes } = PREVIEW_LIMITS;
    const response = await this.client.asCaller(withoutTenant(this.caller), {
      method: 'POST',
      path: `/${encodeURIComponent(index)}/_search`,
      query: {
        ignore_unavailable: 'true',
        allow_no_indices: 'true',
        cancel_after_time_interval: `${searchMs}ms`,
      },
      // The queries are inserted as text: they were parsed before, and their depth is bounded by
      // their length.
      rawBody: `{"size":${size},"track_total_hits":${counted},"timeout":"${searchMs}ms","_source":${source},"query":${query}}`,
      headers: { 'content-type': 'application/json' },
      timeoutMs: 2 * searchMs,
      maxBytes: Math.min(documentsBytes, CLUSTER_LIMITS.responseBytes),
      isRepeatable: true,
    });
    assertReadable(response);
    assertSuccess(response);
    if (isFound(response.json)) return response.json;
    throw new ClusterError('malformed', 'The cluster answers a search in another form.');
  }
}

const anyOf = (queries: readonly string[]): string =>
  `{"bool":{"should":[${queries.join(',')}],"minimum_should_match":1}}`;

/** A query that no shard can parse is reported with 400, and by some clusters with 500. */
function assertReadable({ statusCode, text, json: body }: ClusterResponse): void {
  if (statusCode !== 400) return;
  const error = isJsonObject(body) ? body['error'] : undefined;
  const causes = isJsonObject(error) ? error['root_cause'] : undefined;
  const cause = Array.isArray(causes) && isJsonObject(causes[0]) ? causes[0] : error;
  const reason = isJsonObject(cause) ? cause['reason'] : undefined;
  throw new QueryProblem(String(reason ?? text).slice(0, 1_000));
}

/** @returns `undefined` for patterns that a source filter would interpret differently */
function sourceFilter({ fields, masking }: Restrictions): string | undefined {
  const masked = masking.fields.map((expression) => expression.split('::', 1)[0] ?? '');
  const patterns = [...fields.fields, ...masked];
  const isOpen = fields.mode !== 'none' && masking.mode !== 'all';
  if (!isOpen || patterns.some((pattern) => /^\/|[?]/.test(pattern))) return undefined;
  const excludes = fields.mode === 'exclude' ? patterns : masked;
  return JSON.stringify({
    ...(fields.mode === 'include' && { includes: fields.fields }),
    excludes,
  });
}

/**
 * A search shows the fields of included objects, 3.x only those whose full names are included
 * (docs/reference/restrictions.md).
 */
function withoutFieldsOfObjects(source: Source, { fields }: Restrictions): Source {
  if (fields.mode !== 'include') return source;
  const included = new PatternSet(fields.fields);
  const visible = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => visible(one, name)).filter(isPresent);
    const isIncluded = included.matches(name);
    if (!isJsonObject(value)) return isIncluded ? value : undefined;
    const part = visiblePart(value, `${name}.`);
    return isIncluded || Object.keys(part).length > 0 ? part : undefined;
  };
  const visiblePart = (object: Source, path = ''): Source =>
    Object.fromEntries(
      Object.entries(object)
        .map(([name, value]) => [name, visible(value, path + name)] as const)
        .filter(([, value]) => isPresent(value))
    );
  return visiblePart(source);
}

const isPresent = (value: unknown): boolean => value !== undefined;

function isFound(body: unknown): body is Found {
  if (!isJsonObject(body) || !isJsonObject(body['hits'])) return false;
  return Array.isArray(body['hits']['hits']) && isJsonObject(body['hits']['total']);
}
