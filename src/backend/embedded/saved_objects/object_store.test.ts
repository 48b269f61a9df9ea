import { describeSavedObjectsStore } from '../../testing/saved_objects_contract';
import { openSavedObjects } from '../../testing/stores';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';

describeSavedObjectsStore('embedded', async () => {
  const dir = temporaryFolder();
  const { database, openStore } = openSavedObjects(dir);
  return {
    openStore,
    dispose: async () => {
      database.close();
    },
  };
});
