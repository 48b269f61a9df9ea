/** Saved objects for tests: the real client over a real store in a temporary file, or plain mocks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../backend/embedded/storage';
import { SavedObjectsClient } from './client';
import { SAVED_OBJECTS_MIGRATIONS } from './store/schema';
import { SqliteSavedObjectsStore } from './store/sqlite_store';
import { SavedObjectsTypeRegistry } from './type_registry';
import type {
  SavedObjectsClientContract,
  SavedObjectsScope,
  SavedObjectsServiceSetup,
  SavedObjectsServiceStart,
  SavedObjectsType,
} from './types';

export interface TemporarySavedObjects {
  readonly store: SqliteSavedObjectsStore;
  readonly types: SavedObjectsTypeRegistry;
  clientFor(scope?: Partial<SavedObjectsScope>): SavedObjectsClient;
  /** Full rights, hidden types included. */
  internalClient(partition: string): SavedObjectsClient;
  /** Closes the store and removes its file. */
  dispose(): void;
}

/** A store of its own in a temporary folder. Dispose of it. */
export function createTemporarySavedObjects(
  types: readonly SavedObjectsType[],
  now?: () => Date
): TemporarySavedObjects {
  const dir = mkdtempSync(join(tmpdir(), 'sd-saved-objects-'));
  const registry = new SavedObjectsTypeRegistry();
  types.forEach((type) => registry.register(type));
  const store = new SqliteSavedObjectsStore({
    database: openDatabase({
      file: join(dir, 'saved_objects.sqlite'),
      migrations: SAVED_OBJECTS_MIGRATIONS,
    }),
    titleField: (type) => registry.titleField(type),
    ...(now && { now }),
  });
  const create = (
    scope: Partial<SavedObjectsScope>,
    includedHiddenTypes: 'all' | readonly string[]
  ) =>
    new SavedObjectsClient({
      store,
      types: registry,
      scope: { partition: '', canRead: true, canWrite: true, ...scope },
      includedHiddenTypes,
      caller: 'test',
    });
  return {
    store,
    types: registry,
    clientFor: (scope = {}) => create(scope, []),
    internalClient: (partition) => create({ partition }, 'all'),
    dispose: () => {
      store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const createClientMock = (): jest.Mocked<SavedObjectsClientContract> => ({
  create: jest.fn(),
  bulkCreate: jest.fn(),
  get: jest.fn(),
  bulkGet: jest.fn(),
  find: jest.fn(),
  update: jest.fn(),
  bulkUpdate: jest.fn(),
  delete: jest.fn(),
});

const runAtOnce: SavedObjectsServiceStart['runTransfer'] = (_request, work) => work();

export const savedObjectsServiceMock = {
  createClient: createClientMock,
  createSetup: (): jest.Mocked<SavedObjectsServiceSetup> => ({
    registerType: jest.fn(),
    setScopeProvider: jest.fn(),
  }),
  createStart: (
    client: SavedObjectsClientContract = createClientMock()
  ): jest.Mocked<SavedObjectsServiceStart> => ({
    getScopedClient: jest.fn((_request, _options) => client),
    createInternalClient: jest.fn((_partition) => client),
    runTransfer: jest.fn(runAtOnce) as SavedObjectsServiceStart['runTransfer'] & jest.Mock,
    getTypes: jest.fn(() => []),
  }),
};
