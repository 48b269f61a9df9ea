/**
 * The configuration of a cluster through its REST API, for an administrator without a certificate:
 * without hashes and hidden entries, and without writing reserved entries and domains.
 */
import type { Entity, ResourceType } from '../../../contracts/entities';
import { escapeText } from '../../changes/audit/json_diff';
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import { RELEASE_LIMITS } from '../../../contracts/releases';
import { isJsonObject } from '../../model/entity_shape';
import { PREFIX } from '../../model/paths';
import {
  requestJson,
  RefusedCall,
  type SendRequest,
  type Json,
} from '../../opensearch/documents/responses';
import { longestText, textLimit } from './long_texts';
import { putAudit } from './audit_document';
import { toEntry, verifiesLike } from './cluster_documents';
import { randomPasswordHash } from './random_password_hash';
import { MoveError, type ClusterConfiguration, type DocumentId, type Entry } from './side';

/** Entries per request, which a cluster applies as a whole or not at all. */
const AT_ONCE = 500;
/** Placeholder of masked secrets. */
const MASK = '"******"';
const NEEDED = "only the administrator's certificate writes";

export class ClusterRest implements ClusterConfiguration {
  readonly showsHashes = false;
  readonly refusesMissingRoles = true;
  private readonly read = new Map<ResourceType, Json>();

  /** @param ask - sends requests as an administrator */
  constructor(
    private readonly ask: SendRequest,
    private readonly release: string | undefined
  ) {}

  has(kind: ResourceType | DocumentId): boolean {
    return kind !== 'guardrails';
  }

  verifies(hash: string, before: string | undefined): boolean {
    return verifiesLike(hash, before);
  }

  async *entries(type: ResourceType): AsyncGenerator<Entry> {
    for (const [name, entity] of Object.entries(await this.get(type)))
      if (!isBuiltIn(entity)) yield toEntry(type, name, entity);
  }

  async present(type: ResourceType, name: string): Promise<Entry | 'built_in' | undefined> {
    const all = await this.get(type);
    if (!Object.hasOwn(all, name)) return undefined;
    return isBuiltIn(all[name]) ? 'built_in' : toEntry(type, name, all[name]);
  }

  async document(id: DocumentId): Promise<Json | 'unreadable' | undefined> {
    const path = `${PREFIX}/api/${id === 'config' ? 'securityconfig' : id}`;
    const { statusCode, text, json } = await this.ask({ method: 'GET', path });
    if (statusCode !== 200) return id === 'nodesdn' ? undefined : 'unreadable';
    if (!isJsonObject(json) || text.includes(MASK)) return 'unreadable';
    const { config } = json;
    return id === 'nodesdn' ? json : isJsonObject(config) ? config : undefined;
  }

  blocker({ entity }: Entry, there: Entry | undefined): string | undefined {
    if (entity.hidden || there?.entity.hidden) return `${NEEDED} hidden entries`;
    if (entity.reserved || there?.entity.reserved) return `${NEEDED} reserved entries`;
    const length = longestText(entity);
    return length > textLimit(this.release)
      ? `a text of it, such as a document query, has ${length} characters, and this release takes ${RELEASE_LIMITS.text}. Shorten it, or migrate with the administrator's certificate`
      : undefined;
  }

  documentBlocker(id: DocumentId): string | undefined {
    return id === 'audit' ? undefined : `${NEEDED} this file`;
  }

  async write(type: ResourceType, entries: readonly Entry[]): Promise<void> {
    this.read.delete(type);
    for (let at = 0; at < entries.length; at += AT_ONCE)
      await this.patch(type, entries.slice(at, at + AT_ONCE));
  }

  async writeDocument(_id: DocumentId, body: Json): Promise<void> {
    await putAudit(this.ask, body);
  }

  async remove(type: ResourceType, names: readonly string[]): Promise<void> {
    this.read.delete(type);
    for (let at = 0; at < names.length; at += AT_ONCE)
      await this.send(
        type,
        names
          .slice(at, at + AT_ONCE)
          .map((name) => ({ op: 'remove', path: `/${escapeText(name)}` }))
      );
  }

  private async patch(type: ResourceType, entries: readonly Entry[]): Promise<void> {
    const operations = await Promise.all(
      entries.map(async (entry) => ({
        op: 'add',
        path: `/${escapeText(entry.name)}`,
        value: await this.toValue(entry),
      }))
    );
    await this.send(type, operations);
  }

  private async send(type: ResourceType, body: readonly object[]): Promise<void> {
    await this.withClusterReason(type, () =>
      requestJson(this.ask, { method: 'PATCH', path: `${PREFIX}/api/${type}`, body })
    );
  }

  private async toValue({ type, name, entity, hash }: Entry): Promise<Json> {
    const content = sendable(entity);
    if (type !== 'internalusers') return content;
    const isThere = Object.hasOwn(await this.get(type), name);
    // Without a hash, an existing user keeps the password.
    return hash === undefined && isThere
      ? content
      : { ...content, hash: hash ?? (await randomPasswordHash()) };
  }

  private async get(type: ResourceType): Promise<Json> {
    const known = this.read.get(type);
    if (known) return known;
    const maxBytes = CLUSTER_LIMITS.collectionBytes;
    const { body } = await requestJson(this.ask, {
      method: 'GET',
      path: `${PREFIX}/api/${type}`,
      maxBytes,
    });
    this.read.set(type, body);
    return body;
  }

  private async withClusterReason(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RefusedCall) || error.statusCode >= 500) throw error;
      throw new MoveError(`The cluster refuses changes of ${what}: ${error.reported.reason}`);
    }
  }
}

const isBuiltIn = (entity: unknown): boolean => isJsonObject(entity) && entity['static'] === true;

function sendable(entity: Entity): Json {
  const flags = { reserved: undefined, hidden: undefined, static: undefined };
  const { reserved: _r, hidden: _h, static: _s, ...content } = { ...flags, ...entity };
  return content;
}
