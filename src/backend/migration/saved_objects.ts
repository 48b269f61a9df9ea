/** The saved objects of one tenant, including its settings, as a data type of a migration. */
import { isEqual } from 'lodash';
import {
  toBytes,
  objectKey,
  type SavedObjectsStore,
  type StoredObject,
  type StoreOperation,
  type TenantKey,
} from '../api/saved_objects';
import { inBatches, type Batch, type Compared, type Kind } from './data_type';

/** Source of saved objects. */
export interface ObjectsSource {
  /** Tenants that have objects. */
  tenants(): Promise<readonly TenantKey[]>;
  objects(tenant: TenantKey): AsyncIterable<StoredObject> | Iterable<StoredObject>;
}

export type OpenTenant = (tenant: TenantKey) => SavedObjectsStore;

const BATCH = { items: 200, bytes: 2_097_152 };

export const objectsKind = (source: ObjectsSource, tenant: TenantKey, open: OpenTenant): Kind => ({
  title: `saved objects of ${toTitle(tenant)}`,
  batches: async function* () {
    const store = open(tenant);
    for await (const objects of inBatches(source.objects(tenant), BATCH, measureSize))
      yield await makeBatch(objects, store);
  },
});

export function toTitle(tenant: TenantKey): string {
  if (tenant === '') return 'the global tenant';
  const [kind, ...name] = tenant.split(':');
  return kind === 'user' ? `the private tenant of ${name.join(':')}` : `tenant ${name.join(':')}`;
}

const measureSize = ({ attributes, references }: StoredObject): number =>
  toBytes(JSON.stringify(attributes), JSON.stringify(references));

async function makeBatch(
  objects: readonly StoredObject[],
  store: SavedObjectsStore
): Promise<Batch> {
  const located = await store.locate(objects);
  const versions = new Map<string, string>();
  const compared: Compared[] = [];
  for (const [at, object] of objects.entries()) {
    const there = await located[at]?.read();
    if (there) versions.set(objectKey(object), there.version);
    const state = !there ? 'new' : isSame(there, object) ? 'equal' : 'differs';
    compared.push({ name: `${object.type}:${object.id}`, state });
  }
  return {
    compared,
    write: async (indexes) => {
      const chosen = indexes.map((at) => objects[at] as StoredObject);
      const outcomes = await store.write(
        chosen.map((object) => getCreation(object, versions.get(objectKey(object))))
      );
      return outcomes.flatMap((outcome, at) => {
        const { type, id } = chosen[at] as StoredObject;
        return outcome.ok ? [] : [{ name: `${type}:${id}`, why: outcome.error.message }];
      });
    },
  };
}

const isSame = (one: StoredObject, other: StoredObject): boolean =>
  isEqual(getContent(one), getContent(other));

const getContent = ({ attributes, references, migrationVersion = {} }: StoredObject) => ({
  attributes,
  references,
  migrationVersion,
});

/** An existing object is replaced only if it has not changed since it was compared. */
function getCreation(object: StoredObject, ifVersion: string | undefined): StoreOperation {
  const { type, id, attributes, references, migrationVersion, updatedAt } = object;
  return {
    kind: 'create',
    type,
    id,
    attributes,
    references,
    updatedAt,
    ...(migrationVersion && { migrationVersion }),
    ...(ifVersion === undefined ? { overwrite: false } : { overwrite: true, ifVersion }),
    // Settings have no other title.
    titleField: type === 'config' ? 'buildNum' : 'title',
    // The source accepted the object, so its size is not checked again.
    maxBytes: Number.MAX_SAFE_INTEGER,
  };
}
