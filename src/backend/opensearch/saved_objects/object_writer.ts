/**
 * Writes saved objects in sequential requests. The next search finds acknowledged writes; failed
 * ones may have been applied anyway.
 */
import { CLUSTER_STORE_LIMITS as LIMITS } from '../../../contracts/limits';
import {
  assertSize,
  toBytes,
  decodeVersion,
  objectKey,
  SavedObjectsError,
  savedObjectsErrors,
  type StoreOperation,
  type StoreOutcome,
} from '../../api/saved_objects';
import { toClusterError } from '../documents/responses';
import { bulk, type BulkAction, type BulkItem } from '../documents/documents';
import { documentId, measureSize, toSource, toStoredObject } from './object_document';
import type { ObjectDocument, ObjectSource } from './object_document';
import type { ObjectMappings } from './object_mappings';
import { readEach } from './object_reader';
import { withObjectErrors, toObjectError } from './object_errors';
import { isFromTenant, type TenantIndex } from './tenant_index';

export interface ObjectWriterOptions {
  readonly tenantIndex: TenantIndex;
  readonly mappings: ObjectMappings;
  readonly now: () => Date;
}

type NewContent = Exclude<StoreOperation, { kind: 'delete' }>;

/** An operation that is ready to be sent to the cluster. */
interface Prepared {
  readonly operation: StoreOperation;
  readonly action: BulkAction;
  /** The new document, or the previous one if it is deleted. */
  readonly source: ObjectSource;
  readonly previous?: ObjectDocument;
}

export class ObjectWriter {
  constructor(private readonly options: ObjectWriterOptions) {}

  async write(operations: readonly StoreOperation[]): Promise<StoreOutcome[]> {
    const outcomes: StoreOutcome[] = [];
    if (operations.length > 0) await this.options.mappings.prepare(this.options.tenantIndex.needs);
    for (const part of toParts(operations)) outcomes.push(...(await this.writePart(part)));
    return outcomes;
  }

  private async writePart(operations: readonly StoreOperation[]): Promise<StoreOutcome[]> {
    const previous = await this.readPrevious(operations);
    const attempts = operations.map((operation) =>
      attempt(() => this.prepare(operation, previous.get(objectKey(operation))))
    );
    const prepared = attempts.filter((one): one is Prepared => !('ok' in one));
    const items = prepared.length > 0 ? await this.sendWithTypes(prepared) : [];
    let next = 0;
    return attempts.map((one) => {
      if ('ok' in one) return one;
      return attempt(() => toOutcome(one, items[next++])) as StoreOutcome;
    });
  }

  /**
   * Reads the documents that are replaced or deleted, and those whose size decides whether a large
   * object is allowed.
   */
  private async readPrevious(
    operations: readonly StoreOperation[]
  ): Promise<ReadonlyMap<string, ObjectDocument>> {
    const keys = operations.filter(
      (operation) => operation.kind !== 'create' || (operation.overwrite && isLarge(operation))
    );
    const documents = new Map<string, ObjectDocument>();
    for await (const [key, document] of readEach(this.options.tenantIndex, keys))
      if (document) documents.set(objectKey(key), document);
    return documents;
  }

  /** @throws {SavedObjectsError} */
  private prepare(operation: StoreOperation, previous: ObjectDocument | undefined): Prepared {
    const id = documentId(operation);
    if (operation.kind !== 'create' && !previous)
      throw savedObjectsErrors.notFound(operation.type, operation.id);
    if (operation.kind === 'delete') {
      const document = previous as ObjectDocument;
      const action = { action: 'delete', id } as const;
      return { operation, action, source: document._source, previous: document };
    }
    const before = previous ? measureSize(toStoredObject(previous)) : 0;
    assertSize(bytesOfContent(operation), before, operation.maxBytes);
    const previousSource = operation.kind === 'replace' ? previous?._source : undefined;
    const { ifVersion, updatedAt = this.options.now().toISOString() } = operation;
    const source = toSource(operation, operation, updatedAt, previousSource);
    const isNew = operation.kind === 'create' && !operation.overwrite;
    return {
      operation,
      source,
      action: {
        action: isNew ? 'create' : 'index',
        id,
        ...(ifVersion !== undefined && !isNew && { condition: toCondition(ifVersion) }),
        source: JSON.stringify(source),
      },
    };
  }

  /** If the mapping lacks types, the server adds them, and the failed writes are repeated. */
  private async sendWithTypes(prepared: readonly Prepared[]): Promise<BulkItem[]> {
    const items = await this.send(prepared);
    const again = items.flatMap((item, at) =>
      lacksType(item, prepared[at] as Prepared) ? [at] : []
    );
    if (again.length === 0) return items;
    const late = again.map((at) => prepared[at] as Prepared);
    const types = [...new Set(late.map(({ operation }) => operation.type))];
    await this.options.mappings.addTypes(this.options.tenantIndex.alias, types);
    const done = await this.send(late);
    again.forEach((at, index) => (items[at] = done[index] as BulkItem));
    return items;
  }

  private async send(prepared: readonly Prepared[]): Promise<BulkItem[]> {
    const { tenantIndex, mappings } = this.options;
    const actions = prepared.map(({ action }) => action);
    const items = await withObjectErrors(() =>
      bulk(tenantIndex.send, tenantIndex.index, actions, { refresh: 'wait_for' })
    );
    if (items.some(({ error }) => error?.type === 'index_not_found_exception')) mappings.forget();
    if (items.some((item) => !item.error && !isFromTenant(tenantIndex, item._index)))
      throw savedObjectsErrors.forbidden();
    return items;
  }
}

function toOutcome({ operation, source, previous }: Prepared, item?: BulkItem): StoreOutcome {
  if (!item) throw toClusterError(500, { type: 'error', reason: 'No answer to a write.' });
  if (item.status === 404 && operation.kind === 'delete')
    throw savedObjectsErrors.notFound(operation.type, operation.id);
  if (item.error) throw findError(operation, item, item.error.reason);
  const document = previous ?? { ...item, _source: source };
  return { ok: true, object: toStoredObject(document) };
}

function findError(operation: StoreOperation, item: BulkItem, reason: string): Error {
  const { type, id } = operation;
  if (item.status === 409) {
    if (/but no document was found/.test(reason) && operation.kind === 'replace')
      return savedObjectsErrors.notFound(type, id);
    if (operation.kind !== 'create' || operation.overwrite)
      return savedObjectsErrors.conflict(type, id);
    const revision = /current version \[(\d+)\]/.exec(reason)?.[1];
    return savedObjectsErrors.alreadyExists(type, id, Number(revision ?? 1));
  }
  const reported = item.error ?? { type: 'error', reason };
  const failure = toClusterError(item.status, reported);
  if (failure.trouble === 'read_only') return failure;
  return toObjectError(item.status, reported) ?? failure;
}

/** The mapping is strict and has no field of this name at its root. */
const lacksType = ({ error }: BulkItem, { operation }: Prepared): boolean =>
  error?.type === 'strict_dynamic_mapping_exception' &&
  error.reason.includes(`introduction of [${operation.type}] within [_doc]`);

const bytesOfContent = ({ attributes, references, migrationVersion }: NewContent): number =>
  measureSize({ attributes, references }) +
  (migrationVersion ? toBytes(JSON.stringify(migrationVersion)) : 0);

const isLarge = (operation: NewContent): boolean => {
  try {
    assertSize(bytesOfContent(operation), 0, operation.maxBytes);
    return false;
  } catch {
    return true;
  }
};

function toCondition(version: string): Record<string, number> {
  const { seqNo, primaryTerm } = decodeVersion(version);
  return { if_seq_no: seqNo, if_primary_term: primaryTerm };
}

/** Expected errors become outcomes; any other error fails the whole write. */
function attempt<T>(work: () => T): T | StoreOutcome {
  try {
    return work();
  } catch (error) {
    if (error instanceof SavedObjectsError) return { ok: false, error };
    throw error;
  }
}

/** Splits operations in order; no part names an object twice or exceeds the size of one write. */
function* toParts(operations: readonly StoreOperation[]): Generator<StoreOperation[]> {
  let part: StoreOperation[] = [];
  let names = new Set<string>();
  let bytes = 0;
  for (const operation of operations) {
    const name = objectKey(operation);
    const size = operation.kind === 'delete' ? 0 : bytesOfContent(operation);
    const isFull = part.length >= LIMITS.objectsAtOnce || bytes + size > 4 * LIMITS.readBytes;
    if (part.length > 0 && (isFull || names.has(name))) {
      yield part;
      [part, names, bytes] = [[], new Set(), 0];
    }
    part.push(operation);
    names.add(name);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
