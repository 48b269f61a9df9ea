/** Reads saved objects by their keys, in batches that can be parsed without blocking. */
import { CLUSTER_STORE_LIMITS as LIMITS } from '../../../contracts/limits';
import {
  objectKey,
  savedObjectsErrors,
  type FoundObject,
  type ObjectKey,
  type StoredObject,
} from '../../api/saved_objects';
import { getDocuments } from '../documents/documents';
import { readInBatches, AdaptiveBatchSize } from '../documents/adaptive_batch';
import {
  documentId,
  isInDefaultSpace,
  measureSize,
  toStoredObject,
  type ObjectDocument,
  type ObjectSource,
} from './object_document';
import { withObjectErrors } from './object_errors';
import { isFromTenant, type TenantIndex } from './tenant_index';

/**
 * Reads in batches that can be parsed without blocking.
 * @returns for each key in turn the document, if it exists
 */
export async function* readEach(
  tenantIndex: TenantIndex,
  keys: readonly ObjectKey[],
  size = new AdaptiveBatchSize()
): AsyncGenerator<readonly [key: ObjectKey, document: ObjectDocument | undefined, bytes: number]> {
  for (let at = 0; at < keys.length;) {
    const documents = await readInBatches(size, (count) =>
      readObjects(tenantIndex, keys.slice(at, at + count))
    );
    let bytes = 0;
    for (const document of documents) {
      const own = document ? measureSize(toStoredObject(document)) : 0;
      bytes += own;
      yield [keys[at++] as ObjectKey, document, own];
    }
    size.adapt(documents.length, bytes);
  }
}

/** @returns documents in the order of `keys`; `undefined` for missing ones */
async function readObjects(
  tenantIndex: TenantIndex,
  keys: readonly ObjectKey[]
): Promise<Array<ObjectDocument | undefined>> {
  if (keys.length === 0) return [];
  const ids = keys.map(documentId);
  const docs = await withObjectErrors(() =>
    getDocuments<ObjectSource>(tenantIndex.send, tenantIndex.index, ids, LIMITS.responseBytes)
  );
  return docs.map((doc, at) => {
    if (!isFromTenant(tenantIndex, doc._index)) throw savedObjectsErrors.forbidden();
    const isMatch =
      doc.found && doc._source.type === keys[at]?.type && isInDefaultSpace(doc._source);
    return isMatch ? doc : undefined;
  });
}

/** Reads the objects of one page or one list of keys. */
export class ObjectReader {
  private readonly size = new AdaptiveBatchSize();

  constructor(private readonly tenantIndex: TenantIndex) {}

  /** In the order of `keys`; `undefined` for missing ones. */
  async locate(keys: readonly ObjectKey[]): Promise<Array<FoundObject | undefined>> {
    const uniqueKeys = [...new Map(keys.map((key) => [objectKey(key), key])).values()];
    const sizes = new Map<string, number>();
    for await (const [key, document, bytes] of readEach(this.tenantIndex, uniqueKeys, this.size))
      if (document) sizes.set(objectKey(key), bytes);
    const ahead = new ReadAhead(
      this.tenantIndex,
      uniqueKeys.flatMap((key) => {
        const bytes = sizes.get(objectKey(key));
        return bytes === undefined ? [] : [{ key, bytes }];
      })
    );
    return keys.map((key) => {
      const bytes = sizes.get(objectKey(key));
      return bytes === undefined ? undefined : foundObject(ahead, key, bytes);
    });
  }
}

const foundObject = (ahead: ReadAhead, key: ObjectKey, bytes: number): FoundObject => ({
  bytes,
  read: () => ahead.read(key),
  readHead: async () => {
    const found = await ahead.read(key);
    return found && { ...key, references: found.references };
  },
});

interface Located {
  readonly key: ObjectKey;
  readonly bytes: number;
}

type PendingRead = Promise<Map<string, StoredObject>>;

/**
 * Reads objects in sequence: each request also reads the next few, which are kept for a moment.
 * Objects are always read on request or shortly before, never taken from the search.
 */
class ReadAhead {
  private readonly positions: ReadonlyMap<string, number>;
  private readonly prefetched = new Map<
    string,
    { readonly reading: PendingRead; readonly sinceMs: number }
  >();

  constructor(
    private readonly tenantIndex: TenantIndex,
    private readonly located: readonly Located[]
  ) {
    this.positions = new Map(located.map(({ key }, at) => [objectKey(key), at]));
  }

  async read(key: ObjectKey): Promise<StoredObject | undefined> {
    const name = objectKey(key);
    let ready = this.prefetched.get(name);
    if (!ready || performance.now() - ready.sinceMs > LIMITS.readAheadMs) {
      this.prefetched.clear();
      const part = this.partFrom(this.positions.get(name) ?? 0);
      ready = { reading: this.readPart(part), sinceMs: performance.now() };
      for (const { key: one } of part) this.prefetched.set(objectKey(one), ready);
    }
    // A second read of the same object gets its current state.
    this.prefetched.delete(name);
    return (await ready.reading).get(name);
  }

  private partFrom(first: number): Located[] {
    let bytes = 0;
    const rest = this.located.slice(first, first + LIMITS.objectsAtOnce);
    const end = rest.findIndex((one, at) => (bytes += one.bytes) > LIMITS.readBytes && at > 0);
    return end < 0 ? rest : rest.slice(0, end);
  }

  private async readPart(part: readonly Located[]): PendingRead {
    const documents = await readObjects(
      this.tenantIndex,
      part.map(({ key }) => key)
    );
    const found = documents.filter((document) => document !== undefined).map(toStoredObject);
    return new Map(found.map((object) => [objectKey(object), object]));
  }
}
