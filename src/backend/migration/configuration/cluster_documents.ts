/**
 * The complete configuration of a cluster, read and written with an administrator certificate: the
 * documents of the security index. A document that the plugin rejects is restored.
 */
import type { Entity, ResourceType } from '../../../contracts/entities';
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import { parseHash } from '../../embedded/authentication/hash_form';
import { isJsonObject } from '../../model/entity_shape';
import { PREFIX } from '../../model/paths';
import { getEntity } from '../../opensearch/configuration/collection';
import { parseAnswer } from '../../opensearch/client';
import { requestJson, type SendRequest, type Json } from '../../opensearch/documents/responses';
import { putAudit } from './audit_document';
import { randomPasswordHash } from './random_password_hash';
import { MoveError, type ClusterConfiguration, type DocumentId, type Entry } from './side';

/** Default of `plugins.security.config_index_name`. */
const INDEX = '.opendistro_security';
const META = '_meta';
const CONFIG_VERSION = 2;

interface Document {
  readonly body: Json;
  /** Absent if the document does not exist. */
  readonly seqNo?: number;
  readonly primaryTerm?: number;
}

type Id = ResourceType | DocumentId;

export class ClusterDocuments implements ClusterConfiguration {
  readonly showsHashes = true;
  private readonly read = new Map<Id, Document>();
  private readonly builtIn = new Map<ResourceType, ReadonlySet<string>>();

  /** @param ask - sends requests with the administrator certificate */
  constructor(private readonly ask: SendRequest) {}

  has(kind: ResourceType | DocumentId): boolean {
    return kind !== 'guardrails';
  }

  verifies(hash: string, before: string | undefined): boolean {
    return verifiesLike(hash, before);
  }

  async *entries(type: ResourceType): AsyncGenerator<Entry> {
    const { body } = await this.get(type);
    for (const [name, source] of Object.entries(body))
      if (name !== META && !(isJsonObject(source) && source['static'] === true))
        yield toEntry(type, name, source);
  }

  async present(type: ResourceType, name: string): Promise<Entry | 'built_in' | undefined> {
    if ((await this.getBuiltIn(type)).has(name)) return 'built_in';
    const { body } = await this.get(type);
    return name !== META && Object.hasOwn(body, name) ? toEntry(type, name, body[name]) : undefined;
  }

  async document(id: DocumentId): Promise<Json | undefined> {
    const { body, seqNo } = await this.get(id);
    if (seqNo === undefined) return undefined;
    if (id !== 'nodesdn') return isJsonObject(body['config']) ? body['config'] : undefined;
    const { [META]: _meta, ...entries } = body;
    return Object.keys(entries).length > 0 ? entries : undefined;
  }

  blocker(entry: Entry): string | undefined {
    return entry.name === META ? 'the cluster keeps something else under this name' : undefined;
  }

  documentBlocker(): undefined {
    return undefined;
  }

  async write(type: ResourceType, entries: readonly Entry[]): Promise<void> {
    const added = await Promise.all(
      entries.map(async (entry) => [entry.name, await this.toSource(entry)] as const)
    );
    const { body } = await this.get(type);
    await this.put(type, { ...body, ...Object.fromEntries(added) });
  }

  async remove(type: ResourceType, names: readonly string[]): Promise<void> {
    const { body } = await this.get(type);
    const removed = new Set(names);
    await this.put(
      type,
      Object.fromEntries(Object.entries(body).filter(([name]) => !removed.has(name)))
    );
  }

  async writeDocument(id: DocumentId, body: Json): Promise<void> {
    if (id === 'audit') {
      this.read.delete(id);
      return putAudit(this.ask, body);
    }
    await this.put(id, id === 'nodesdn' ? body : { config: body });
  }

  private async toSource({ type, name, entity, hash }: Entry): Promise<Json> {
    const { static: _static, ...content } = { static: undefined, ...entity };
    if (type !== 'internalusers') return content;
    const { body } = await this.get(type);
    const there = Object.hasOwn(body, name) ? toEntry(type, name, body[name]) : undefined;
    return { ...content, hash: hash ?? there?.hash ?? (await randomPasswordHash()) };
  }

  private async get(id: Id): Promise<Document> {
    const known = this.read.get(id);
    if (known) return known;
    const { statusCode, body } = await requestJson<{
      readonly _source?: Json;
      readonly _seq_no?: number;
      readonly _primary_term?: number;
    }>(
      this.ask,
      { method: 'GET', path: `/${INDEX}/_doc/${id}`, maxBytes: CLUSTER_LIMITS.collectionBytes },
      [404]
    );
    const text = body._source?.[id];
    const document: Document =
      statusCode === 404 || text === undefined
        ? { body: {} }
        : { body: await decode(id, text), seqNo: body._seq_no, primaryTerm: body._primary_term };
    this.read.set(id, document);
    return document;
  }

  /** Writes a document, on the condition that it has not changed since it was read. */
  private async put(id: Id, content: Json): Promise<void> {
    const before = await this.get(id);
    const meta = before.body[META] ?? { type: id, config_version: CONFIG_VERSION };
    await this.store(id, { ...content, [META]: meta }, before);
    const problem = await this.findProblem(id);
    if (problem === undefined) return;
    if (before.seqNo !== undefined) {
      await this.store(id, before.body, await this.get(id));
      await this.findProblem(id);
    }
    throw new MoveError(`The cluster does not take ${id}, which stays as it was: ${problem}`);
  }

  private async store(id: Id, body: Json, { seqNo, primaryTerm }: Document): Promise<void> {
    const text = Buffer.from(JSON.stringify(body), 'utf8').toString('base64');
    const condition =
      seqNo === undefined
        ? { op_type: 'create' }
        : { if_seq_no: String(seqNo), if_primary_term: String(primaryTerm) };
    const { statusCode } = await requestJson(
      this.ask,
      {
        method: 'PUT',
        path: `/${INDEX}/_doc/${id}`,
        query: { refresh: 'true', ...condition },
        body: { [id]: text },
      },
      [409]
    );
    this.read.delete(id);
    if (statusCode === 409)
      throw new MoveError(`Somebody changed ${id} of the cluster meanwhile. Begin again.`);
  }

  /**
   * Makes all nodes reload the configuration and reads the written document. Returns the error, if
   * any.
   */
  private async findProblem(id: Id): Promise<string | undefined> {
    await this.ask({ method: 'DELETE', path: `${PREFIX}/api/cache` });
    // Not every release has an endpoint for node names.
    if (id === 'nodesdn') return undefined;
    const path = `${PREFIX}/api/${id === 'config' ? 'securityconfig' : id}`;
    const { statusCode, text } = await this.ask({
      method: 'GET',
      path,
      maxBytes: CLUSTER_LIMITS.collectionBytes,
    });
    return statusCode === 200 ? undefined : text.slice(0, 300);
  }

  private async getBuiltIn(type: ResourceType): Promise<ReadonlySet<string>> {
    const known = this.builtIn.get(type);
    if (known) return known;
    const { body } = await requestJson(this.ask, {
      method: 'GET',
      path: `${PREFIX}/api/${type}`,
      maxBytes: CLUSTER_LIMITS.collectionBytes,
    });
    const isStatic = (entity: unknown) => isJsonObject(entity) && entity['static'] === true;
    const names = Object.entries(body).flatMap(([name, entity]) =>
      isStatic(entity) ? [name] : []
    );
    const found = new Set(names);
    this.builtIn.set(type, found);
    return found;
  }
}

/** @throws {MoveError | ClusterError} for another form, or beyond the limits of answers */
async function decode(id: Id, encoded: unknown): Promise<Json> {
  const isText = typeof encoded === 'string';
  const body = isText && (await parseAnswer(Buffer.from(encoded, 'base64').toString('utf8')));
  if (isJsonObject(body)) return body;
  throw new MoveError(`The cluster's document ${id} is no map of entries.`);
}

/**
 * Whether a cluster can verify a hash. A cluster verifies one hash algorithm without exposing
 * which: assume that of the existing hash, or bcrypt, the default.
 */
export const verifiesLike = (hash: string, before: string | undefined): boolean =>
  parseHash(hash)?.form === (before === undefined ? 'bcrypt' : parseHash(before)?.form);

/** Converts an entity of a document or a response. */
export function toEntry(type: ResourceType, name: string, source: unknown): Entry {
  const { hash, ...content } = isJsonObject(source) ? source : {};
  const entity: Entity = getEntity(type, content);
  const isHashed = type === 'internalusers' && typeof hash === 'string' && hash !== '';
  return { type, name, entity, ...(isHashed && { hash }) };
}
