/**
 * The change history in an index of its own, with one shard. Ids are assigned through a document
 * with conditional writes, so that several servers never assign the same one.
 *
 * The changes of one request are sent to the shard together. The cluster applies them all unless it
 * crashes in between: if some are rejected, the others are removed.
 */
import { randomUUID } from 'node:crypto';
import { chunk, isEqual } from 'lodash';
import { CLUSTER_STORE_LIMITS, ENGINE_LIMITS, FIND_LIMITS } from '../../../contracts/limits';
import type {
  HistoryPage,
  HistoryStoreQuery,
  HistoryType,
  ListedChange,
  MovableHistoryStore,
  MovedChange,
  NewChange,
  NewestChange,
  RecordedChange,
  WatchedHistoryStore,
} from '../../api/engine';
import { entryDigest } from '../../changes/history/entry_digest';
import { BoundedMap } from '../../model/bounded_map';
import { LimitExceededError } from '../../scheduling/limit_exceeded';
import { toClusterError, type SendRequest } from '../documents/responses';
import {
  ifUnchanged,
  getDocuments,
  type BulkAction,
  type BulkItem,
  type SearchResult,
} from '../documents/documents';
import { ProductIndex } from '../documents/product_index';
import { readInBatches, AdaptiveBatchSize } from '../documents/adaptive_batch';
import {
  HISTORY_PROPERTIES,
  toHistoryDocument,
  toHistoryQuery,
  toRecordedChange,
  type HistoryDocument,
} from './history_documents';

export interface ClusterHistoryOptions {
  /** Sends requests as the server's user. */
  readonly send: SendRequest;
  /** Name of the alias. */
  readonly index: string;
  readonly retention: { readonly maxAgeDays: number; readonly maxChanges: number };
  /** Wall clock, epoch milliseconds. */
  readonly now?: () => number;
}

interface Counter {
  readonly next: number;
  /** Marks the reservation that wrote the document. */
  readonly taken_by: string;
}

interface Outcome extends NewestChange {
  readonly name: string;
}

/** A deletion has no state after it. */
type StoredOutcome = Pick<HistoryDocument, 'id' | 'at_ms' | 'type' | 'name'> & {
  readonly bodies?: Pick<HistoryDocument['bodies'], 'after'>;
};

const COUNTER = 'counter';
const DAY_MS = 86_400_000;
/** New records after which up to twice as many old ones are pruned. */
const PRUNE_EVERY = 100;
/** Names per search for their newest changes. */
const NAMES_AT_ONCE = 1_000;
/** Hits that a search may skip; the cluster's default for `max_result_window`. */
const WINDOW = 10_000;

export class ClusterHistoryStore implements MovableHistoryStore, WatchedHistoryStore {
  private readonly index: ProductIndex;
  private readonly now: () => number;
  private readonly walkSize = new AdaptiveBatchSize();
  private readonly outcomeSize = new AdaptiveBatchSize();
  private readonly outcomes = new BoundedMap<string, Outcome>(CLUSTER_STORE_LIMITS.outcomes);
  private sincePruned = 0;

  constructor(private readonly options: ClusterHistoryOptions) {
    this.index = new ProductIndex(options.send, {
      name: options.index,
      properties: HISTORY_PROPERTIES,
    });
    this.now = options.now ?? Date.now;
  }

  async append(changes: readonly NewChange[]): Promise<readonly RecordedChange[]> {
    if (changes.length === 0) return [];
    const first = await this.reserve(changes.length);
    const atMs = this.now();
    const documents = changes.map((change, at) => toHistoryDocument(change, first + at, atMs));
    const actions = documents.map((document) => ({
      action: 'create' as const,
      id: String(document.id),
      source: JSON.stringify(document),
    }));
    const items = await this.index.write(actions, { refresh: 'true' });
    await this.assertAll(await this.withoutEchoes(actions, items));
    await this.prunePeriodically(changes.length, first);
    return documents.map(toRecordedChange);
  }

  async get(id: number): Promise<RecordedChange | undefined> {
    const found = await this.index.get<HistoryDocument>(String(id));
    return found && toRecordedChange(found._source);
  }

  async find(query: HistoryStoreQuery): Promise<HistoryPage> {
    const { types, page, perPage } = query;
    if (types.length === 0) return { total: 0, items: [] };
    const condition = toHistoryQuery(query);
    const endsAtMs = performance.now() + FIND_LIMITS.workMs;
    let skip = (page - 1) * perPage;
    let after: readonly unknown[] | undefined;
    // Pages beyond the window are reached with `search_after`.
    while (skip + perPage > WINDOW) {
      const step = Math.min(WINDOW, skip);
      const { hits } = await this.search(condition, {
        size: step,
        after,
        endsAtMs,
        isSortOnly: true,
      });
      after = hits.hits.length === step ? hits.hits.at(-1)?.sort : undefined;
      if (!after) return { total: hits.total?.value ?? 0, items: [] };
      skip -= step;
    }
    // `search_after` and `from` cannot be combined.
    const { hits } = after
      ? await this.search(condition, { size: skip + perPage, after, endsAtMs })
      : await this.search(condition, { size: perPage, from: skip, endsAtMs });
    const items = after ? hits.hits.slice(skip) : hits.hits;
    return { total: hits.total?.value ?? 0, items: items.map(({ _source }) => _source.change) };
  }

  async newest(
    type: HistoryType,
    names: readonly string[]
  ): Promise<ReadonlyMap<string, NewestChange>> {
    const newest = new Map<string, NewestChange>();
    for (const part of chunk(names, NAMES_AT_ONCE)) {
      const response = await this.index.search({
        query: { bool: { filter: [{ term: { type } }, { terms: { name: part } }] } },
        _source: false,
        sort: [{ id: 'desc' }],
        collapse: { field: 'name' },
        size: part.length,
      });
      const ids = response?.hits.hits.map(({ _id }) => _id) ?? [];
      for (const { name, ...change } of await this.getOutcomes(ids)) newest.set(name, change);
    }
    return newest;
  }

  /** Recorded changes never change, so each is read once. One that was pruned is left out. */
  private async getOutcomes(ids: readonly string[]): Promise<readonly Outcome[]> {
    const outcomes = ids.flatMap((id) => this.outcomes.get(id) ?? []);
    const unknown = ids.filter((id) => !this.outcomes.has(id));
    for (let at = 0; at < unknown.length;) {
      const { part, hits } = await readInBatches(this.outcomeSize, async (count) => {
        const part = unknown.slice(at, at + count);
        const response = await this.index.search<StoredOutcome>({
          query: { terms: { id: part } },
          _source: ['id', 'at_ms', 'type', 'name', 'bodies.after'],
          size: part.length,
        });
        return { part, hits: response?.hits.hits ?? [] };
      });
      this.outcomeSize.adapt(hits.length, JSON.stringify(hits).length);
      for (const { _source } of hits) {
        const { id, at_ms: atMs, type, name, bodies } = _source;
        const outcome = { id, atMs, name, digest: entryDigest(type, bodies?.after) };
        this.outcomes.set(String(id), outcome);
        outcomes.push(outcome);
      }
      at += part.length;
    }
    return outcomes;
  }

  async madeWith({ id, origin }: RecordedChange): Promise<readonly ListedChange[]> {
    const { userName, request } = origin;
    if (!request) return [];
    const reach = ENGINE_LIMITS.changeSetSize;
    const filter = [
      { range: { id: { gte: id - reach, lte: id + reach } } },
      { term: { actor: userName } },
    ];
    const response = await this.index.search<HistoryDocument>({
      query: { bool: { filter, must_not: [{ term: { id } }] } },
      _source: ['change'],
      sort: [{ id: 'asc' }],
      size: 2 * reach,
    });
    return (response?.hits.hits ?? [])
      .map(({ _source }) => _source.change)
      .filter((change) => change.origin.request?.id === request.id);
  }

  async walk(afterId: number, limit: number): Promise<readonly MovedChange[]> {
    const hits = await readInBatches(this.walkSize, async (count) => {
      const response = await this.index.search<HistoryDocument>({
        query: { range: { id: { gt: afterId } } },
        sort: [{ id: 'asc' }],
        size: Math.min(count, limit),
      });
      return response?.hits.hits ?? [];
    });
    this.walkSize.adapt(hits.length, JSON.stringify(hits).length);
    return hits.map(({ _source }) => {
      const { revision: _revision, fields: _fields, ...moved } = toRecordedChange(_source);
      return moved;
    });
  }

  async restore(changes: readonly MovedChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.reserveUpTo(Math.max(...changes.map(({ id }) => id)));
    const actions = changes.map(({ id, atMs, ...change }) => ({
      action: 'create' as const,
      id: String(id),
      source: JSON.stringify(toHistoryDocument(change, id, atMs)),
    }));
    const items = await this.index.write(actions, { refresh: 'true' });
    const refused = (await this.withoutEchoes(actions, items)).find(({ error }) => error);
    if (refused) throw findFailure(refused);
  }

  private async search(
    query: object,
    { size, from, after, endsAtMs, isSortOnly }: PageRequest
  ): Promise<SearchResult<HistoryDocument>> {
    const leftMs = Math.floor(endsAtMs - performance.now());
    if (leftMs <= 0) throw tooLong();
    const response = await this.index.search<HistoryDocument>({
      query,
      _source: isSortOnly ? false : ['change'],
      sort: [{ id: 'desc' }],
      track_total_hits: true,
      timeout: `${leftMs}ms`,
      size,
      ...(from !== undefined && { from }),
      ...(after && { search_after: after }),
    });
    if (response?.timed_out) throw tooLong();
    return response ?? { timed_out: false, hits: { total: { value: 0 }, hits: [] } };
  }

  /** @returns the first of the reserved consecutive ids */
  private reserve(count: number): Promise<number> {
    return this.takeNumbers((next) => next + count);
  }

  private async reserveUpTo(last: number): Promise<void> {
    await this.takeNumbers((next) => Math.max(next, last + 1));
  }

  /**
   * @param after - computes the new next id from the current one
   * @returns the previous next id
   */
  private async takeNumbers(after: (next: number) => number): Promise<number> {
    // Another server may be creating the index at this moment.
    await this.index.make();
    const mark = randomUUID();
    let requested: number | undefined;
    for (let attempt = 0; attempt < CLUSTER_STORE_LIMITS.writeRounds; attempt++) {
      const found = await this.index.get<Counter>(COUNTER);
      // If a proxy sends the request twice, the second response is a conflict with the first.
      if (requested !== undefined && found?._source.taken_by === mark) return requested;
      const next = found?._source.next ?? 1;
      const reserved = after(next);
      if (reserved === next) return next;
      const source = JSON.stringify({ next: reserved, taken_by: mark } satisfies Counter);
      const [item] = await this.index.write([
        found
          ? { action: 'index', id: COUNTER, source, condition: ifUnchanged(found) }
          : { action: 'create', id: COUNTER, source },
      ]);
      if (item && !item.error) return next;
      if (item?.status !== 409) throw findFailure(item);
      requested = next;
    }
    throw toClusterError(429, {
      type: 'conflict',
      reason: 'Too many servers write the history at the same time.',
    });
  }

  /** Documents that already exist because the request was sent twice count as written. */
  private async withoutEchoes(
    actions: ReadonlyArray<{ readonly id: string; readonly source: string }>,
    items: readonly BulkItem[]
  ): Promise<readonly BulkItem[]> {
    const taken = items.flatMap(({ status, _id }) => (status === 409 ? [_id] : []));
    if (taken.length === 0) return items;
    const { send, name } = this.index;
    const found = new Map(
      (await getDocuments(send, name, taken)).map((doc, at) => [taken[at], doc])
    );
    return items.map((item, at) => {
      const there = found.get(item._id);
      const isEcho =
        there?.found && isEqual(there._source, JSON.parse(actions[at]?.source ?? 'null'));
      return isEcho ? { ...item, error: undefined } : item;
    });
  }

  /** @throws {RefusedCall} if some items were rejected; the others are removed first */
  private async assertAll(items: readonly BulkItem[]): Promise<void> {
    const refused = items.find(({ error }) => error);
    if (!refused) return;
    const written = items.filter(({ error }) => !error).map(({ _id }) => remove(_id));
    if (written.length > 0) await this.index.write(written);
    throw findFailure(refused);
  }

  /** A failure to prune does not fail the change; the next one tries again. */
  private async prunePeriodically(added: number, last: number): Promise<void> {
    this.sincePruned += added;
    if (this.sincePruned < PRUNE_EVERY) return;
    await this.prune(last, 2 * this.sincePruned).then(
      () => (this.sincePruned = 0),
      () => undefined
    );
  }

  private async prune(last: number, limit: number): Promise<void> {
    const { maxAgeDays, maxChanges } = this.options.retention;
    const should = [
      { range: { id: { lte: last - maxChanges } } },
      { range: { at_ms: { lt: this.now() - maxAgeDays * DAY_MS } } },
    ];
    const response = await this.index.search({
      query: { bool: { should, minimum_should_match: 1 } },
      _source: false,
      size: Math.min(limit, WINDOW),
      sort: [{ id: 'asc' }],
    });
    const old = response?.hits.hits.map(({ _id }) => remove(_id)) ?? [];
    if (old.length > 0) await this.index.write(old);
  }
}

interface PageRequest {
  readonly size: number;
  readonly from?: number;
  readonly after?: readonly unknown[] | undefined;
  readonly endsAtMs: number;
  /** Without documents: only the sort values are needed. */
  readonly isSortOnly?: boolean;
}

const remove = (id: string): BulkAction => ({ action: 'delete', id });

const findFailure = (item: BulkItem | undefined) =>
  toClusterError(
    item?.status ?? 500,
    item?.error ?? { type: 'error', reason: 'No answer to a write.' }
  );

const tooLong = () =>
  new LimitExceededError(
    `This search takes longer than ${FIND_LIMITS.workMs} ms. Narrow its kinds, times or words.`
  );
