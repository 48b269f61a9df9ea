/**
 * What this plugin keeps on the device: `opendistro::security::{category}::{key}`, values as JSON.
 * A browser without storage (blocked, full, private mode) behaves as one that remembers nothing.
 *
 * Source: specification section 3 ("Locally saved per device");
 * docs/reference/security-app.md#device-storage.
 */
const PREFIX = 'opendistro::security';

export class DeviceStorage {
  /** @param storage - asked for on each use: merely touching a blocked storage throws */
  constructor(private readonly storage: () => Storage | null) {}

  /** `undefined` for what is missing, null or unreadable. */
  get<T>(category: string, key: string): T | undefined {
    try {
      const text = this.storage()?.getItem(storageKey(category, key));
      return text === null || text === undefined
        ? undefined
        : ((JSON.parse(text) as T | null) ?? undefined);
    } catch {
      return undefined;
    }
  }

  set(category: string, key: string, value: unknown): void {
    try {
      this.storage()?.setItem(storageKey(category, key), JSON.stringify(value));
    } catch {
      // Remembering is a comfort; the action itself goes on.
    }
  }

  remove(category: string, key: string): void {
    try {
      this.storage()?.removeItem(storageKey(category, key));
    } catch {
      // As above.
    }
  }
}

const storageKey = (category: string, key: string): string => `${PREFIX}::${category}::${key}`;

/** Across tabs and visits. */
export const deviceStorage = new DeviceStorage(() => window.localStorage);
/** Until the tab closes. */
export const tabStorage = new DeviceStorage(() => window.sessionStorage);
