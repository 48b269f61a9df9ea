/** What people have chosen, in a database of its own. */
import {
  changedPreferences,
  type Preferences,
  type PreferenceStore,
} from '../api/preferences';
import type { Database, Migration } from './sqlite';

export const PREFERENCE_MIGRATIONS: readonly Migration[] = [
  {
    name: 'create preferences',
    sql: `
      CREATE TABLE preferences (user_name TEXT PRIMARY KEY, chosen TEXT NOT NULL)
      STRICT, WITHOUT ROWID;`,
  },
];

export class EmbeddedPreferenceStore implements PreferenceStore {
  /** @param database - opened with `PREFERENCE_MIGRATIONS`, closed by its owner */
  constructor(private readonly database: Database) {}

  async get(userName: string): Promise<Preferences> {
    return this.read(userName);
  }

  change(userName: string, changes: Readonly<Record<string, unknown>>): Promise<Preferences> {
    return this.database.write(() => {
      const chosen = changedPreferences(this.read(userName), changes);
      if (Object.keys(chosen).length === 0) this.delete(userName);
      else
        this.database.run(
          'INSERT OR REPLACE INTO preferences (user_name, chosen) VALUES (?, ?)',
          userName,
          JSON.stringify(chosen)
        );
      return chosen;
    });
  }

  /** Done when this returns: whoever deletes a user is answered after it. */
  async forget(userNames: readonly string[]): Promise<void> {
    this.database.transaction(() => {
      for (const userName of userNames) this.delete(userName);
    });
  }

  private delete(userName: string): void {
    this.database.run('DELETE FROM preferences WHERE user_name = ?', userName);
  }

  private read(userName: string): Preferences {
    const row = this.database.get<{ readonly chosen: string }>(
      'SELECT chosen FROM preferences WHERE user_name = ?',
      userName
    );
    return row ? (JSON.parse(row.chosen) as Preferences) : {};
  }
}
