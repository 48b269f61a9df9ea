/**
 * A hidden index of the product, used only by the server's user. Created by the first server that
 * writes to it, and excluded from lists and wildcards.
 */
import { setTimeout } from 'node:timers/promises';
import { CLUSTER_STORE_LIMITS } from '../../../contracts/limits';
import { requestJson, RefusedCall, toClusterError, type SendRequest, type Json } from './responses';
import {
  bulk,
  type BulkAction,
  type BulkItem,
  type BulkOptions,
  type SearchResult,
} from './documents';

export interface OwnIndexDefinition {
  /** Name of the alias; the index behind it has the suffix `_1`. */
  readonly name: string;
  /** Properties of a strict mapping. */
  readonly properties: Json;
}

const isMissing = (error: unknown): boolean =>
  error instanceof RefusedCall && error.reported.type === 'index_not_found_exception';

const hasNoShard = (error: unknown): boolean =>
  error instanceof RefusedCall && error.reported.type === 'no_shard_available_action_exception';

export class ProductIndex {
  private creation: Promise<void> | undefined;
  /** Until this time the index counts as new, by `performance.now()`. */
  private newUntilMs = 0;

  constructor(
    readonly send: SendRequest,
    private readonly definition: OwnIndexDefinition
  ) {}

  get name(): string {
    return this.definition.name;
  }

  /**
   * Writes documents. If the index is missing or was deleted, it is created first and the write is
   * repeated, because nothing was written.
   */
  async write(actions: readonly BulkAction[], options: BulkOptions = {}): Promise<BulkItem[]> {
    await this.make();
    const attempt = async () => {
      const items = await bulk(this.send, this.name, actions, { ...options, requireAlias: true });
      const blocked = items.find(({ error }) => error && isAboutAll(error.type));
      if (blocked?.error) throw toClusterError(blocked.status, blocked.error);
      return items;
    };
    try {
      return await attempt();
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.creation = undefined;
      await this.make();
      return attempt();
    }
  }

  /** @returns `undefined` while the index does not exist */
  async search<T>(body: Json): Promise<SearchResult<T> | undefined> {
    try {
      const response = await requestJson<SearchResult<T>>(this.send, {
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

  /** Makes earlier writes visible to searches that start afterwards. */
  async refresh(): Promise<void> {
    const path = `/${this.name}/_refresh`;
    await requestJson(this.send, { method: 'POST', path, isRepeatable: true }, [404]);
  }

  /** The current state of one document. */
  async get<T>(id: string): Promise<FoundDocument<T> | undefined> {
    const path = `/${this.name}/_doc/${encodeURIComponent(id)}`;
    for (;;) {
      try {
        const response = await requestJson<FoundDocument<T> & { found?: boolean }>(
          this.send,
          { method: 'GET', path },
          [404]
        );
        return response.body.found === true ? response.body : undefined;
      } catch (error) {
        if (!hasNoShard(error)) throw error;
        // A new index exists shortly before it can be read, possibly while this server is creating
        // it; if the shard is lost later, the error is thrown.
        await this.make();
        if (performance.now() >= this.newUntilMs) throw error;
        await setTimeout(CLUSTER_STORE_LIMITS.shardPauseMs);
      }
    }
  }

  /** Ensures that the index exists, so that reads know whether its shard may still be starting. */
  make(): Promise<void> {
    this.creation ??= this.create().then(
      () => void (this.newUntilMs = performance.now() + CLUSTER_STORE_LIMITS.newIndexMs),
      (error: unknown) => {
        this.creation = undefined;
        throw error;
      }
    );
    return this.creation;
  }

  private async create(): Promise<void> {
    const { name, properties } = this.definition;
    const mappings = { dynamic: 'strict', properties };
    const index = { hidden: true, number_of_shards: 1, auto_expand_replicas: '0-1' };
    const { statusCode, body } = await requestJson<{ error?: unknown }>(
      this.send,
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
    // Adds fields of newer versions; existing ones are left unchanged.
    await requestJson(this.send, {
      method: 'PUT',
      path: `/${name}/_mapping`,
      body: { properties },
    });
  }
}

export interface FoundDocument<T> {
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source: T;
}

/** Errors of an item that concern the index or the cluster, and thus every item. */
const isAboutAll = (type: string): boolean =>
  type === 'index_not_found_exception' ||
  type === 'cluster_block_exception' ||
  type === 'security_exception' ||
  type === 'unavailable_shards_exception' ||
  type === 'process_cluster_event_timeout_exception' ||
  type.endsWith('rejected_execution_exception');
