/** Storage that a browser may refuse: reading then gives nothing, writing is forgotten. */
import { browserLog } from './browser_log';
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * @param open - e.g. `() => window.localStorage`; the mere access throws where storage is blocked
 */
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
