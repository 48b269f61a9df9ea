import {
  changedPreferences,
  type Preferences,
  type PreferenceStore,
} from '../contract/preferences';

/** A store that lives as long as the process. */
export class MemoryPreferenceStore implements PreferenceStore {
  constructor(private readonly people = new Map<string, Preferences>()) {}

  async get(userName: string) {
    return this.people.get(userName) ?? {};
  }

  async change(userName: string, changes: Readonly<Record<string, unknown>>) {
    const chosen = changedPreferences(this.people.get(userName) ?? {}, changes);
    this.people.set(userName, chosen);
    return chosen;
  }

  async forget(userNames: readonly string[]) {
    for (const userName of userNames) this.people.delete(userName);
  }
}
