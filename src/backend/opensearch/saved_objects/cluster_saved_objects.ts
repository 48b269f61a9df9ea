/** Saved objects in a cluster, in the indices and documents of OpenSearch Dashboards. */
import { CLUSTER_STORE_LIMITS, SAVED_OBJECTS_LIMITS as LIMITS } from '../../../contracts/limits';
import { FairQueue, iterateInSlices, QueueFullError } from '../../../workers';
import {
  type FoundPage,
  type ObjectKey,
  toQueueKey,
  type SavedObjectsCaller,
  savedObjectsErrors,
  type SavedObjectsStore,
  type StoreQuery,
  type TenantKey,
} from '../../api/saved_objects';
import { assertFewWords } from '../../text_search/word_patterns';
import { requestJson, RefusedCall } from '../documents/responses';
import type { SearchResult } from '../documents/documents';
import { byRank, rank, type Ranked } from './in_memory_search/object_order';
import { makeScoring, getTitleField } from './in_memory_search/scoring';
import {
  isInDefaultSpace,
  type ObjectSource,
  ownObjectsOfTypes,
  toStoredObject,
} from './object_document';
import { AdaptiveBatchSize, readInBatches } from '../documents/adaptive_batch';
import { ObjectReader } from './object_reader';
import { withObjectErrors } from './object_errors';
import {
  type ClusterRequests,
  isFromTenant,
  type TenantIndex,
  getTenantIndex,
} from './tenant_index';
import { ObjectMappings } from './object_mappings';
import { ObjectWriter } from './object_writer';

/** Hits that a search may skip; the cluster's default for `max_result_window`. */
const WINDOW = 10_000;
const NOTHING: FoundKeys = { total: 0, page: [] };

interface FoundKeys {
  readonly total: number;
  readonly page: readonly Scored[];
}

interface Scored {
  readonly key: ObjectKey;
  readonly score: number;
}

class ObjectFinder {
  private readonly queue = new FairQueue({
    running: CLUSTER_STORE_LIMITS.searches,
    waiting: LIMITS.finds,
    waitingPerKey: LIMITS.findsPerUser,
  });

  /**
   * @param queueKey - the queue key; callers are served alternately
   * @throws {SavedObjectsError} 400 if it takes too long or has too many words, 429 if the queue is
   *   full
   */
  async find(tenantIndex: TenantIndex, query: StoreQuery, queueKey: string): Promise<FoundPage> {
    if (query.filter) assertFewWords(query.filter);
    if (query.types.length === 0) return { total: 0, hits: [] };
    try {
      return await this.queue.run([queueKey], async () => {
        const found = isPlain(query)
          ? await findPlain(tenantIndex, query)
          : await findByScan(tenantIndex, query, performance.now() + LIMITS.findMs);
        return await toPage(tenantIndex, found);
      });
    } catch (error) {
      if (error instanceof QueueFullError) throw savedObjectsErrors.tooManySearches();
      throw error;
    }
  }
}

/** Omits objects that were deleted since they were found. */
async function toPage(tenantIndex: TenantIndex, { total, page }: FoundKeys): Promise<FoundPage> {
  const found = await new ObjectReader(tenantIndex).locate(page.map(({ key }) => key));
  return {
    total,
    hits: page.flatMap(({ score }, at) => {
      const hit = found[at];
      return hit ? [{ bytes: hit.bytes, read: hit.read, readHead: hit.readHead, score }] : [];
    }),
  };
}

/** Whether the cluster itself can sort and page the result. */
function isPlain({ search, filter, sort, offset, limit }: StoreQuery): boolean {
  if (search || filter || offset + limit > WINDOW) return false;
  return limit === 0 || sort === undefined || sort.by === 'updated_at';
}

async function findPlain(tenantIndex: TenantIndex, query: StoreQuery): Promise<FoundKeys> {
  const { sort, offset, limit } = query;
  const order = sort && !sort.isDescending ? 'asc' : 'desc';
  const response = await search(tenantIndex, {
    query: toScope(query),
    _source: ['type'],
    track_total_hits: true,
    sort: [{ updated_at: { order, unmapped_type: 'date' } }, { _seq_no: order }],
    from: offset,
    size: limit,
  });
  if (!response) return NOTHING;
  const page = response.hits.hits.map((hit) => ({ key: toStoredObject(hit), score: 0 }));
  return { total: response.hits.total?.value ?? 0, page };
}

async function findByScan(
  tenantIndex: TenantIndex,
  query: StoreQuery,
  endsAtMs: number
): Promise<FoundKeys> {
  const titleField = getTitleField(query);
  const score = makeScoring(query);
  const found = new Map<string, Ranked>();
  for await (const hit of everyObject(tenantIndex, query, endsAtMs)) {
    const object = toStoredObject(hit);
    const points = score(object);
    // An object that was changed meanwhile is returned again in its current state.
    if (points === 0) found.delete(hit._id);
    else found.set(hit._id, rank(object, hit._seq_no, points, titleField(object.type), query));
  }
  const all = [...found.values()].sort(byRank(query));
  const page = all.slice(query.offset, query.offset + query.limit);
  return { total: all.length, page };
}

/**
 * All objects of the types, in the order of their last change; one that changes during the
 * iteration is returned again.
 */
async function* everyObject(tenantIndex: TenantIndex, query: StoreQuery, endsAtMs: number) {
  const size = new AdaptiveBatchSize();
  let after: readonly unknown[] | undefined;
  do {
    const [hits, count] = await readInBatches(size, async (count) => {
      const leftMs = Math.floor(endsAtMs - performance.now());
      if (leftMs <= 0) throw tooLong();
      const response = await search(tenantIndex, {
        query: toScope(query),
        _source: { excludes: NEVER_SEARCHED },
        timeout: `${leftMs}ms`,
        sort: [{ _seq_no: 'asc' }],
        size: count,
        ...(after && { search_after: after }),
      });
      if (response?.timed_out) throw tooLong();
      return [response?.hits.hits ?? [], count] as const;
    });
    let bytes = 0;
    for await (const hit of iterateInSlices(hits)) {
      bytes += JSON.stringify(hit._source).length;
      if (isInDefaultSpace(hit._source)) yield hit;
    }
    after = hits.length === count ? hits.at(-1)?.sort : undefined;
    size.adapt(hits.length, bytes);
  } while (after);
}

/** JSON texts, which are not searched: by far the largest part of most objects. */
const NEVER_SEARCHED = [
  '*.panelsJSON',
  '*.searchSourceJSON',
  '*.uiStateJSON',
  '*.optionsJSON',
  'visualization.visState',
  'index-pattern.fields',
  'index-pattern.fieldFormatMap',
];

function toScope({ types, hasReference }: StoreQuery): object {
  const scope = ownObjectsOfTypes(types.map(({ name }) => name));
  if (!hasReference) return scope;
  const same = (field: 'type' | 'id') => ({
    term: { [`references.${field}`]: hasReference[field] },
  });
  const query = { bool: { filter: [same('type'), same('id')] } };
  const nested = { nested: { path: 'references', ignore_unmapped: true, query } };
  return { bool: { filter: [scope, nested] } };
}

/** @returns `undefined` while the tenant has no index, because nothing was written there */
async function search(
  tenantIndex: TenantIndex,
  body: object
): Promise<SearchResult<ObjectSource> | undefined> {
  try {
    const response = await withObjectErrors(() =>
      requestJson<SearchResult<ObjectSource>>(tenantIndex.send, {
        method: 'POST',
        path: `/${tenantIndex.index}/_search`,
        body: { seq_no_primary_term: true, version: true, ...body },
        maxBytes: CLUSTER_STORE_LIMITS.responseBytes,
        isRepeatable: true,
      })
    );
    if (response.body.hits.hits.some((hit) => !isFromTenant(tenantIndex, hit._index)))
      throw savedObjectsErrors.forbidden();
    return response.body;
  } catch (error) {
    if (error instanceof RefusedCall && error.statusCode === 404) return undefined;
    throw error;
  }
}

const tooLong = () => savedObjectsErrors.searchTooSlow(LIMITS.findMs);

interface ClusterSavedObjectsOptions {
  readonly cluster: ClusterRequests;
  /** `opensearch_dashboards.index` of the cluster's configuration: `.kibana` by default. */
  readonly index: string;
  readonly now?: () => Date;
}

export class ClusterSavedObjects {
  private readonly finder = new ObjectFinder();
  private readonly mappings: ObjectMappings;

  constructor(private readonly options: ClusterSavedObjectsOptions) {
    const { cluster, index } = options;
    this.mappings = new ObjectMappings((call) => cluster.asServer(call), index);
  }

  /** The cluster checks permissions, because requests use the caller's credentials. */
  open(caller: SavedObjectsCaller, tenant: TenantKey): SavedObjectsStore {
    const { cluster, index, now = () => new Date() } = this.options;
    const tenantIndex = () => getTenantIndex(cluster, index, caller, tenant);
    return {
      locate: async (keys) => new ObjectReader(tenantIndex()).locate(keys),
      find: async (query) => this.finder.find(tenantIndex(), query, toQueueKey(caller)),
      write: async (operations) =>
        new ObjectWriter({ tenantIndex: tenantIndex(), mappings: this.mappings, now }).write(
          operations
        ),
    };
  }
}
