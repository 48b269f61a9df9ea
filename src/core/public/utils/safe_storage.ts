/** Browser storage that may be blocked: reads then return nothing, and writes are ignored. */
import { browserLog } from './browser_log';
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** @param open - e.g. `() => window.localStorage`; even this access throws if storage is blocked */
export function safeStorage(open: () => KeyValueStorage): KeyValueStorage {
  return {
    getItem: (key) => {
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    setItem: (key, value) => {
      try {
        open().setItem(key, value);
      } catch (error) {
        browserLog.warn(`Could not remember ${key}.`, error);
      }
    },
  };
}
