/**
 * An index of the product's own, which nobody but the server's user needs to reach: made when it is
 * first written, by whichever server comes first, and hidden from lists and wildcards.
 */
import { setTimeout } from 'node:timers/promises';
import { CLUSTER_STORE_LIMITS } from '../../../contracts/limits';
import { askJson, RefusedCall, toClusterError, type Ask, type Json } from './responses';
import {
  bulk,
  type BulkAction,
  type BulkItem,
  type BulkOptions,
  type SearchResult,
} from './documents';

export interface OwnIndexDefinition {
  /** Of the alias; the index behind it has `_1` added. */
  readonly name: string;
  /** Of a strict mapping. */
  readonly properties: Json;
}

const isMissing = (error: unknown): boolean =>
  error instanceof RefusedCall && error.reported.type === 'index_not_found_exception';

const hasNoShard = (error: unknown): boolean =>
  error instanceof RefusedCall && error.reported.type === 'no_shard_available_action_exception';

export class ProductIndex {
  private made: Promise<void> | undefined;
  /** By `performance.now()`. */
  private newUntilMs = 0;

  constructor(
    readonly ask: Ask,
    private readonly definition: OwnIndexDefinition
  ) {}

  get name(): string {
    return this.definition.name;
  }

  /**
   * Writes; when the index is not there, or somebody deleted it, it is made first. Nothing was done
   * by a write that did not find it.
   */
  async write(actions: readonly BulkAction[], options: BulkOptions = {}): Promise<BulkItem[]> {
    await this.make();
    const attempt = async () => {
      const items = await bulk(this.ask, this.name, actions, { ...options, requireAlias: true });
      const blocked = items.find(({ error }) => error && isAboutAll(error.type));
      if (blocked?.error) throw toClusterError(blocked.status, blocked.error);
      return items;
    };
    try {
      return await attempt();
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.made = undefined;
      await this.make();
      return attempt();
    }
  }

  /** @returns `undefined` while there is no index */
  async search<T>(body: Json): Promise<SearchResult<T> | undefined> {
    try {
      const response = await askJson<SearchResult<T>>(this.ask, {
        method: 'POST',
        path: `/${this.name}/_search`,
        body: { seq_no_primary_term: true, version: true, ...body },
        isRepeatable: true,
      });
      return response.body;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** What was written before is found by searches that begin after this. */
  async refresh(): Promise<void> {
    const path = `/${this.name}/_refresh`;
    await askJson(this.ask, { method: 'POST', path, isRepeatable: true }, [404]);
  }

  /** One document as it is at this moment. */
  async get<T>(id: string): Promise<FoundDocument<T> | undefined> {
    const path = `/${this.name}/_doc/${encodeURIComponent(id)}`;
    for (;;) {
      try {
        const response = await askJson<FoundDocument<T> & { found?: boolean }>(
          this.ask,
          { method: 'GET', path },
          [404]
        );
        return response.body.found === true ? response.body : undefined;
      } catch (error) {
        if (!hasNoShard(error)) throw error;
        // A new index is there a moment before it can be read, whoever is making it, perhaps this
        // server beside this read; one that lost its shard later is told.
        await this.make();
        if (performance.now() >= this.newUntilMs) throw error;
        await setTimeout(CLUSTER_STORE_LIMITS.shardPauseMs);
      }
    }
  }

  /** Makes sure that the index is there: whoever reads before writing waits for its shard. */
  make(): Promise<void> {
    this.made ??= this.create().then(
      () => void (this.newUntilMs = performance.now() + CLUSTER_STORE_LIMITS.newIndexMs),
      (error: unknown) => {
        this.made = undefined;
        throw error;
      }
    );
    return this.made;
  }

  private async create(): Promise<void> {
    const { name, properties } = this.definition;
    const mappings = { dynamic: 'strict', properties };
    const index = { hidden: true, number_of_shards: 1, auto_expand_replicas: '0-1' };
    const { statusCode, body } = await askJson<{ error?: unknown }>(
      this.ask,
      {
        method: 'PUT',
        path: `/${name}_1`,
        body: { settings: { index }, mappings, aliases: { [name]: { is_hidden: true } } },
      },
      [400]
    );
    if (statusCode !== 400) return;
    const { type, reason } = body.error as { type: string; reason: string };
    if (type !== 'resource_already_exists_exception')
      throw toClusterError(statusCode, { type, reason });
    // Fields that a newer version has; those that are there stay as they are.
    await askJson(this.ask, { method: 'PUT', path: `/${name}/_mapping`, body: { properties } });
  }
}

export interface FoundDocument<T> {
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source: T;
}

/** Errors of an item that are about the index or the cluster, and so about every item. */
const isAboutAll = (type: string): boolean =>
  type === 'index_not_found_exception' ||
  type === 'cluster_block_exception' ||
  type === 'security_exception' ||
  type === 'unavailable_shards_exception' ||
  type === 'process_cluster_event_timeout_exception' ||
  type.endsWith('rejected_execution_exception');
