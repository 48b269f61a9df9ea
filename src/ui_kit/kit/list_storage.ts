/** List settings on this device, such as rows per page. Without storage, none are kept. */
export interface ListStorage {
  /** Returns `undefined` for missing or unreadable values. */
  get(key: string): unknown;
  /** Never throws: if storage is full or blocked, the value is not stored. */
  set(key: string, value: unknown): void;
}

/**
 * Stores list settings as JSON in the browser's storage.
 * @param prefix - prefix of every key, so that apps do not read each other's values
 */
export const createKitMemory = (
  prefix: string,
  storage: () => Storage = () => window.localStorage
): ListStorage => ({
  get(key) {
    try {
      const text = storage().getItem(`${prefix}${key}`);
      return text === null ? undefined : (JSON.parse(text) as unknown);
    } catch {
      return undefined;
    }
  },
  set(key, value) {
    try {
      storage().setItem(`${prefix}${key}`, JSON.stringify(value));
    } catch {
      // Storing is optional; the action itself continues.
    }
  },
});
