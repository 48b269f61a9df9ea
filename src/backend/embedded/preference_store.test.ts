import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describePreferenceStore } from '../testing/preference_store_contract';
import { openDatabase, type Database } from './sqlite';
import { EmbeddedPreferenceStore, PREFERENCE_MIGRATIONS } from './data_stores';

describePreferenceStore('embedded', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sd-preferences-'));
  const databases: Database[] = [];
  return {
    open: async () => {
      const file = join(dir, 'preferences.sqlite');
      const database = openDatabase({ file, migrations: PREFERENCE_MIGRATIONS });
      databases.push(database);
      return new EmbeddedPreferenceStore(database);
    },
    dispose: async () => {
      databases.forEach((database) => database.close());
      rmSync(dir, { recursive: true });
    },
  };
});
