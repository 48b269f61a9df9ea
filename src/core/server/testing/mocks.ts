/** The door of the server's mocks for tests of plugins: `@sd/core/server/mocks`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../backend/embedded/storage';
import type { Database, StorageServiceSetup } from '../storage/types';

export { coreMock, type MockedLogger, type RegisteredRoute } from '../mocks';
export {
  createTemporarySavedObjects,
  savedObjectsServiceMock,
  type TemporarySavedObjects,
} from '../saved_objects/mocks';
export { uiSettingsServiceMock } from '../ui_settings/mocks';
export { startHttp, stopHttp, type Answer, type StartedHttp } from '../http/mocks';

export interface TemporaryStorage extends StorageServiceSetup {
  /** Closes the databases and removes their files. */
  dispose(): void;
}

/** Real databases in a temporary folder. Dispose of it. */
export function createTemporaryStorage(): TemporaryStorage {
  const dir = mkdtempSync(join(tmpdir(), 'sd-storage-'));
  const databases: Database[] = [];
  return {
    open(name, migrations) {
      const database = openDatabase({ file: join(dir, `${name}.sqlite`), migrations });
      databases.push(database);
      return database;
    },
    dispose() {
      databases.forEach((database) => database.close());
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
