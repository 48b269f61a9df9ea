import { changedPreferences, type Preferences, type PreferenceStore } from '../api/preferences';

/** A preference store in memory. */
export class MemoryPreferenceStore implements PreferenceStore {
  constructor(private readonly users = new Map<string, Preferences>()) {}

  async get(userName: string) {
    return this.users.get(userName) ?? {};
  }

  async change(userName: string, changes: Readonly<Record<string, unknown>>) {
    const chosen = changedPreferences(this.users.get(userName) ?? {}, changes);
    this.users.set(userName, chosen);
    return chosen;
  }

  async forget(userNames: readonly string[]) {
    for (const userName of userNames) this.users.delete(userName);
  }
}
