import { join } from 'node:path';
import { cleanUp } from '../../testing/embedded';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';
import { describeHistoryStore } from '../../testing/history_store_contract';
import { describeMovedHistory } from '../../testing/moved_history_contract';
import { openDatabase } from '../sqlite';
import { MIGRATIONS } from '../configuration_store/schema';
import { EmbeddedHistoryStore } from './history_store';

afterAll(cleanUp);

const start = async () => {
  let nowMs = 0;
  const file = join(temporaryFolder(), 'engine.sqlite');
  const db = openDatabase({ file, migrations: MIGRATIONS });
  return {
    store: new EmbeddedHistoryStore(db, () => nowMs, { maxAgeDays: 1, maxChanges: 100 }),
    setTime: (atMs: number) => (nowMs = atMs),
    dispose: async () => db.close(),
  };
};

describeHistoryStore('embedded', start);
describeMovedHistory('embedded', start);
