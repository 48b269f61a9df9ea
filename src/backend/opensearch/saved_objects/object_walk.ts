/**
 * Iterates over all saved objects of a cluster, tenant by tenant, as the server's user or an
 * administrator, for migration.
 */
import { CLUSTER_STORE_LIMITS as LIMITS } from '../../../contracts/limits';
import type { ObjectKey, StoredObject, TenantKey } from '../../api/saved_objects';
import { requestJson, RefusedCall } from '../documents/responses';
import type { SearchResult } from '../documents/documents';
import { toStoredObject, type ObjectSource } from './object_document';
import { readEach } from './object_reader';
import { getTenantIndex, type ClusterRequests, type TenantIndex } from './tenant_index';

/** How long the cluster keeps the search context while one part is processed. */
const SCROLL_KEEP_ALIVE = '10m';

/** Fields that the product uses besides the type; documents may have others. */
const OUR_FIELDS = new Set(['references', 'migrationVersion', 'updated_at', 'namespaces']);

export interface WalkedObject {
  readonly object: StoredObject;
  /** Fields of the document that only a cluster stores. */
  readonly otherFields: readonly string[];
}

/** Existing aliases and indices of tenants, including the global one. */
export async function tenantIndices(
  cluster: ClusterRequests,
  index: string
): Promise<ReadonlySet<string>> {
  const { body } = await requestJson<Record<string, { aliases?: Record<string, unknown> }>>(
    (call) => cluster.asServer(call),
    { method: 'GET', path: `/${index}*/_alias`, query: { expand_wildcards: 'all' } }
  );
  const names = Object.entries(body).flatMap(([name, { aliases = {} }]) => [
    name,
    ...Object.keys(aliases),
  ]);
  const isOfTenant = (name: string) =>
    name === index ||
    (name.startsWith(index) && /^_-?\d+_[a-z0-9]*$/.test(name.slice(index.length)));
  return new Set(names.filter(isOfTenant));
}

/** Objects as of the start of the iteration, without those deleted since. */
export async function* walkObjects(
  cluster: ClusterRequests,
  index: string,
  tenant: TenantKey
): AsyncGenerator<WalkedObject> {
  const tenantIndex = getTenantIndex(cluster, index, { kind: 'server' }, tenant);
  for await (const keys of toKeys(tenantIndex))
    for await (const [, document] of readEach(tenantIndex, keys)) {
      if (!document) continue;
      const { _source: source } = document;
      const otherFields = Object.keys(source).filter(
        (field) => field !== 'type' && field !== source.type && !OUR_FIELDS.has(field)
      );
      yield { object: toStoredObject(document), otherFields };
    }
}

type Scrolled = SearchResult<Partial<ObjectSource>> & { readonly _scroll_id: string };

async function* toKeys({ send, index }: TenantIndex): AsyncGenerator<readonly ObjectKey[]> {
  let page = await first(send, index);
  if (!page) return;
  try {
    while (page.hits.hits.length > 0) {
      yield page.hits.hits.flatMap(({ _id, _source: { type } }) =>
        typeof type === 'string' && _id.startsWith(`${type}:`)
          ? [{ type, id: _id.slice(type.length + 1) }]
          : []
      );
      page = await next(send, page._scroll_id);
    }
  } finally {
    const body = { scroll_id: page._scroll_id };
    await requestJson(send, { method: 'DELETE', path: '/_search/scroll', body }, [404]);
  }
}

async function next(send: TenantIndex['send'], id: string): Promise<Scrolled> {
  const call = { method: 'POST', path: '/_search/scroll' } as const;
  return (
    await requestJson<Scrolled>(send, {
      ...call,
      body: { scroll: SCROLL_KEEP_ALIVE, scroll_id: id },
    })
  ).body;
}

/** @returns `undefined` if the index does not exist */
async function first(send: TenantIndex['send'], index: string): Promise<Scrolled | undefined> {
  try {
    const { body } = await requestJson<Scrolled>(send, {
      method: 'POST',
      path: `/${index}/_search`,
      query: { scroll: SCROLL_KEEP_ALIVE },
      body: { size: LIMITS.objectsAtOnce, sort: ['_doc'], _source: ['type'] },
    });
    return body;
  } catch (error) {
    if (error instanceof RefusedCall && error.statusCode === 404) return undefined;
    throw error;
  }
}
