/**
 * Local storage of the plugin: `opendistro::security::{category}::{key}`, values as JSON. If the
 * browser's storage is blocked, full or private, nothing is remembered.
 */
const PREFIX = 'opendistro::security';

export class DeviceStorage {
  /** @param storage - resolved on each use, because accessing a blocked storage throws */
  constructor(private readonly storage: () => Storage | null) {}

  /** `undefined` for missing, null or unreadable values. */
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
      // Storage is optional; the action continues.
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

/** Shared by all tabs, persistent. */
export const deviceStorage = new DeviceStorage(() => window.localStorage);
/** Per tab, until it closes. */
export const tabStorage = new DeviceStorage(() => window.sessionStorage);
