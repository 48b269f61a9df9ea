import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSavedObjectsStore } from '../../testing/saved_objects_contract';
import { openSavedObjects } from '../../testing/stores';

describeSavedObjectsStore('embedded', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sd-saved-objects-'));
  const { database, openStore } = openSavedObjects(dir);
  return {
    openStore,
    dispose: async () => {
      database.close();
      rmSync(dir, { recursive: true });
    },
  };
});
