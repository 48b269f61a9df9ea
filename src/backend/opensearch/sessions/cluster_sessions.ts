/**
 * Sessions in an index of their own; the document id is the session key. Reads by id return the
 * last write of any server; only lists use searches, after a refresh.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { isEqual } from 'lodash';
import { CLUSTER_STORE_LIMITS } from '../../../contracts/limits';
import type {
  ListedSession,
  NewSession,
  SessionHead,
  SessionOrigin,
  SessionPage,
  SessionPageQuery,
  SessionStore,
  SessionUse,
  StoredSession,
} from '../../api/sessions';
import { toClusterError } from '../documents/responses';
import { ifUnchanged, getDocuments, type BulkAction, type BulkItem } from '../documents/documents';
import { ProductIndex } from '../documents/product_index';
import type { SendRequest } from '../documents/responses';
import { Lease } from './lease';

interface SessionDocument {
  readonly user_tag: string;
  /** Base64. */
  readonly contents: string;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
  /** These two are absent in sessions opened by an earlier version. */
  readonly used_at_ms?: number;
  readonly origin?: SessionOrigin;
}

export interface ClusterSessionsOptions {
  /** Sends requests as the server's user. */
  readonly send: SendRequest;
  /** Name of the alias. */
  readonly index: string;
}

const PROPERTIES = {
  user_tag: { type: 'keyword' },
  contents: { type: 'binary' },
  created_at_ms: { type: 'long' },
  expires_at_ms: { type: 'long' },
  used_at_ms: { type: 'long' },
  /** Displayed, never searched. */
  origin: { type: 'object', enabled: false },
  /** For other documents of the store. */
  secret: { type: 'binary' },
  held_until_ms: { type: 'long' },
};

const PEPPER = 'secret:pepper';
/** Sessions read or written per request. */
const BATCH_SIZE = 500;

export class ClusterSessionStore implements SessionStore {
  private readonly index: ProductIndex;
  private readonly sweep: Lease;

  constructor({ send, index }: ClusterSessionsOptions) {
    this.index = new ProductIndex(send, { name: index, properties: PROPERTIES });
    this.sweep = new Lease(this.index, 'lease:sweep');
  }

  async get(key: string): Promise<StoredSession | undefined> {
    const found = await this.index.get<SessionDocument>(key);
    if (!found) return undefined;
    const { contents } = found._source;
    return {
      ...getHead(key, found._source),
      usedAtMs: getUsedAtMs(found._source),
      contents: new Uint8Array(Buffer.from(contents, 'base64')),
    };
  }

  async put(session: NewSession, replaces?: string): Promise<void> {
    const document: SessionDocument = {
      user_tag: await this.toTag(session.userName),
      contents: toBase64(session.contents),
      created_at_ms: session.createdAtMs,
      expires_at_ms: session.expiresAtMs,
      used_at_ms: session.createdAtMs,
      ...(session.origin && { origin: session.origin }),
    };
    const source = JSON.stringify(document);
    const [item] = await this.apply([{ action: 'create', id: session.key, source }], [409]);
    if (item?.status === 409 && !(await this.holds(session.key, document)))
      throw toClusterError(409, {
        type: 'conflict',
        reason: 'There is another session of that key.',
      });
    if (replaces !== undefined) await this.end([replaces]);
  }

  async update(key: string, contents: Uint8Array): Promise<boolean> {
    for (let attempt = 0; attempt < CLUSTER_STORE_LIMITS.writeRounds; attempt++) {
      const found = await this.index.get<SessionDocument>(key);
      if (!found) return false;
      const encoded = toBase64(contents);
      // If a proxy sends the request twice, the second response is a conflict with the first.
      if (attempt > 0 && found._source.contents === encoded) return true;
      // A delayed copy of this request finds another version and does nothing.
      const condition = ifUnchanged(found);
      const source = JSON.stringify({ ...found._source, contents: encoded });
      const [item] = await this.apply([{ action: 'index', id: key, condition, source }], [409]);
      if (item?.status !== 409) return true;
    }
    throw toClusterError(409, {
      type: 'conflict',
      reason: 'A session is changed again and again.',
    });
  }

  async touch(uses: readonly SessionUse[]): Promise<void> {
    for (let at = 0; at < uses.length; at += BATCH_SIZE) {
      let pending = uses.slice(at, at + BATCH_SIZE);
      // A conflict means that another server wrote in between, so the session is read again.
      for (
        let attempt = 0;
        pending.length > 0 && attempt < CLUSTER_STORE_LIMITS.writeRounds;
        attempt++
      )
        pending = await this.extend(pending);
    }
  }

  async end(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += BATCH_SIZE) {
      const actions = keys
        .slice(at, at + BATCH_SIZE)
        .map((id) => ({ action: 'delete', id }) as const);
      await this.apply(actions, [404]);
    }
  }

  async take(key: string): Promise<boolean> {
    const found = await this.index.get<SessionDocument>(key);
    if (!found) return false;
    const condition = ifUnchanged(found);
    const [item] = await this.apply([{ action: 'delete', id: key, condition }], [404, 409]);
    return item?.result === 'deleted';
  }

  async list(userName: string): Promise<readonly SessionHead[]> {
    const heads: SessionHead[] = [];
    for await (const { _id, _source } of this.found({
      term: { user_tag: await this.toTag(userName) },
    }))
      heads.push(getHead(_id, _source));
    return heads;
  }

  async page(
    userName: string,
    { aliveAtMs, offset, limit }: SessionPageQuery
  ): Promise<SessionPage> {
    await this.index.refresh();
    const response = await this.index.search<SessionDocument>({
      query: {
        bool: {
          filter: [
            { term: { user_tag: await this.toTag(userName) } },
            { range: { expires_at_ms: { gt: aliveAtMs } } },
          ],
        },
      },
      _source: { excludes: ['contents'] },
      track_total_hits: true,
      from: offset,
      size: limit,
      sort: [{ created_at_ms: 'desc' }, { _seq_no: 'asc' }],
    });
    const { total, hits } = response?.hits ?? { total: undefined, hits: [] };
    return {
      total: total?.value ?? 0,
      sessions: hits.map(({ _id, _source }) => toListed(_id, _source)),
    };
  }

  async newest(userNames: readonly string[], aliveAtMs: number) {
    if (userNames.length === 0) return new Map<string, number>();
    const pepper = await this.pepper();
    const names = new Map(userNames.map((name) => [toTag(pepper, name), name]));
    await this.index.refresh();
    const response = await this.index.search<SessionDocument>({
      query: {
        bool: {
          filter: [
            { terms: { user_tag: [...names.keys()] } },
            { range: { expires_at_ms: { gt: aliveAtMs } } },
          ],
        },
      },
      _source: ['user_tag', 'created_at_ms'],
      size: names.size,
      sort: [{ created_at_ms: 'desc' }],
      collapse: { field: 'user_tag' },
    });
    const hits = response?.hits.hits ?? [];
    return new Map(
      hits.map(({ _source: { user_tag: tag, created_at_ms: atMs } }) => [
        names.get(tag) as string,
        atMs,
      ])
    );
  }

  /** Only one of several servers does it; the others return 0. */
  async removeExpired(beforeMs: number): Promise<number> {
    const removed = await this.sweep.withLease(async () => {
      let count = 0;
      let batch: BulkAction[] = [];
      const remove = async () => {
        // Sessions that were extended in between are kept.
        const items = await this.apply(batch, [404, 409]);
        count += items.filter(({ result }) => result === 'deleted').length;
        batch = [];
      };
      for await (const found of this.found({ range: { expires_at_ms: { lte: beforeMs } } })) {
        batch.push({ action: 'delete', id: found._id, condition: ifUnchanged(found) });
        if (batch.length >= BATCH_SIZE) await remove();
      }
      if (batch.length > 0) await remove();
      return count;
    });
    return removed ?? 0;
  }

  /** Whether the document already exists, because a proxy may send a request twice. */
  private async holds(key: string, document: SessionDocument): Promise<boolean> {
    const found = await this.index.get<SessionDocument>(key);
    return found !== undefined && isEqual(found._source, document);
  }

  /** @returns the uses of sessions that another server changed meanwhile */
  private async extend(uses: readonly SessionUse[]): Promise<SessionUse[]> {
    const { send, name } = this.index;
    const found = await getDocuments<SessionDocument>(
      send,
      name,
      uses.map(({ key }) => key)
    );
    const updates = uses.flatMap((use, at) => {
      const stored = found[at];
      if (!stored?.found) return [];
      const { expires_at_ms: expiresAtMs } = stored._source;
      const isNewer = expiresAtMs < use.expiresAtMs || getUsedAtMs(stored._source) < use.usedAtMs;
      return isNewer ? [{ use, stored }] : [];
    });
    if (updates.length === 0) return [];
    const items = await this.apply(
      updates.map(({ use, stored }) => ({
        action: 'index',
        id: use.key,
        condition: ifUnchanged(stored),
        source: JSON.stringify({
          ...stored._source,
          expires_at_ms: Math.max(stored._source.expires_at_ms, use.expiresAtMs),
          used_at_ms: Math.max(getUsedAtMs(stored._source), use.usedAtMs),
        }),
      })),
      [404, 409]
    );
    return updates.filter((_one, at) => items[at]?.status === 409).map(({ use }) => use);
  }

  /** Writes, and throws for every item with an unexpected error. */
  private async apply(
    actions: readonly BulkAction[],
    expected: readonly number[]
  ): Promise<BulkItem[]> {
    const items = await this.index.write(actions);
    const failed = items.find(({ status, error }) => error && !expected.includes(status));
    if (failed?.error) throw toClusterError(failed.status, failed.error);
    return items;
  }

  private async *found(query: object) {
    await this.index.refresh();
    let after: readonly unknown[] | undefined;
    do {
      const response = await this.index.search<SessionDocument>({
        query: { bool: { filter: [query, { exists: { field: 'user_tag' } }] } },
        _source: { excludes: ['contents'] },
        size: BATCH_SIZE,
        sort: [{ _seq_no: 'asc' }],
        ...(after && { search_after: after }),
      });
      const hits = response?.hits.hits ?? [];
      yield* hits;
      after = hits.length === BATCH_SIZE ? hits.at(-1)?.sort : undefined;
    } while (after);
  }

  private async toTag(userName: string): Promise<string> {
    return toTag(await this.pepper(), userName);
  }

  /**
   * Created by the first server that needs it. Not cached, because it is seldom needed, and another
   * server may have created it again after the index was deleted.
   */
  private async pepper(): Promise<Buffer> {
    const read = () => this.index.get<{ secret: string }>(PEPPER);
    let found = await read();
    if (!found) {
      const source = JSON.stringify({ secret: randomBytes(32).toString('base64') });
      await this.apply([{ action: 'create', id: PEPPER, source }], [409]);
      found = await read();
    }
    if (!found) throw toClusterError(404, { type: 'missing', reason: `${PEPPER} was deleted.` });
    return Buffer.from(found._source.secret, 'base64');
  }
}

const toTag = (pepper: Buffer, userName: string): string =>
  createHmac('sha256', pepper).update(userName).digest('base64url');

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const getHead = (
  key: string,
  { created_at_ms: createdAtMs, expires_at_ms: expiresAtMs }: SessionDocument
): SessionHead => ({ key, createdAtMs, expiresAtMs });

const getUsedAtMs = ({ used_at_ms: usedAtMs, created_at_ms: createdAtMs }: SessionDocument) =>
  usedAtMs ?? createdAtMs;

const toListed = (key: string, document: SessionDocument): ListedSession => ({
  ...getHead(key, document),
  usedAtMs: getUsedAtMs(document),
  ...(document.origin && { origin: document.origin }),
});
