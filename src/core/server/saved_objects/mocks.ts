/**
 * Saved objects for tests: the real client over a real store in a temporary file, or plain mocks.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import type { OpenSavedObjects } from '../../../backend/api';
import { openSavedObjects } from '../../../backend/testing/stores';
import { SavedObjectsClient } from './client';
import { KeyedMutex } from './keyed_mutex';
import { SavedObjectsTypeRegistry } from './type_registry';
import type {
  SavedObjectsBulkItem,
  SavedObjectsClientContract,
  SavedObjectsScope,
  SavedObjectsServiceSetup,
  SavedObjectsServiceStart,
  SavedObjectsType,
} from './types';

export interface TemporarySavedObjects {
  readonly openStore: OpenSavedObjects;
  readonly types: SavedObjectsTypeRegistry;
  clientFor(scope?: Partial<SavedObjectsScope>): SavedObjectsClient;
  /** Client with full permissions, including hidden types. */
  internalClient(partition: string): SavedObjectsClient;
  /** Closes the store and deletes its file. */
  dispose(): void;
}

/** Creates a separate store in a temporary folder. Call `dispose` afterwards. */
export function createTemporarySavedObjects(
  types: readonly SavedObjectsType[],
  now?: () => Date
): TemporarySavedObjects {
  const dir = mkdtempSync(join(tmpdir(), 'sd-saved-objects-'));
  const registry = new SavedObjectsTypeRegistry();
  types.forEach((type) => registry.register(type));
  const { database, openStore } = openSavedObjects(dir, now);
  const updates = new KeyedMutex();
  const create = (
    scope: Partial<SavedObjectsScope>,
    includedHiddenTypes: 'all' | readonly string[]
  ) =>
    new SavedObjectsClient({
      store: openStore({ kind: 'server' }, scope.partition ?? ''),
      updates,
      types: registry,
      scope: { partition: '', canRead: true, canWrite: true, ...scope },
      includedHiddenTypes,
      caller: 'test',
    });
  return {
    openStore,
    types: registry,
    clientFor: (scope = {}) => create(scope, []),
    internalClient: (partition) => create({ partition }, 'all'),
    dispose: () => {
      database.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const DASHBOARDS: readonly SavedObjectsType[] = [
  {
    name: 'dashboard',
    attributes: Type.Object({
      title: Type.String(),
      description: Type.Optional(Type.String()),
      rank: Type.Optional(Type.Number()),
    }),
  },
  { name: 'search', titleField: 'name' },
  { name: 'secret', hidden: true },
];

/** A new store of dashboards for each test. Its clock advances by a second per reading. */
export function dashboardsForEachTest(): Pick<TemporarySavedObjects, 'clientFor'> {
  let objects: TemporarySavedObjects;
  beforeEach(() => {
    let nowMs = Date.UTC(2024, 0, 1);
    objects = createTemporarySavedObjects(DASHBOARDS, () => new Date((nowMs += 1_000)));
  });
  afterEach(() => objects.dispose());
  return { clientFor: (scope) => objects.clientFor(scope) };
}

export const dashboard = (
  id: string,
  title: string,
  more: Partial<SavedObjectsBulkItem> = {}
): SavedObjectsBulkItem => ({ type: 'dashboard', id, attributes: { title }, ...more });

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
