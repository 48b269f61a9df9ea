import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../testing/embedded';
import { describeHistoryStore } from '../../testing/history_store_contract';
import { openDatabase } from '../storage';
import { MIGRATIONS } from '../store/schema';
import { EmbeddedHistoryStore } from './history_store';

afterAll(cleanUp);

describeHistoryStore('embedded', async () => {
  let nowMs = 0;
  const file = join(temporaryFolder(), 'engine.sqlite');
  const db = openDatabase({ file, migrations: MIGRATIONS });
  return {
    store: new EmbeddedHistoryStore(db, () => nowMs, { maxAgeDays: 1, maxChanges: 100 }),
    setTime: (atMs) => (nowMs = atMs),
    dispose: async () => db.close(),
  };
});
