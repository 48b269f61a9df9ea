/**
 * What lists keep on the device: rows per page, columns. A browser without storage behaves as one
 * that remembers nothing.
 */
export interface ListStorage {
  /** `undefined` for what is missing or unreadable. */
  get(key: string): unknown;
  /** Never throws: a full or forbidden storage forgets. */
  set(key: string, value: unknown): void;
}

/**
 * Keeps what lists remember in the browser's storage, as JSON.
 * @param prefix - in front of every key, so that apps do not read each other's values
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
      // Remembering is a comfort; the action itself goes on.
    }
  },
});
