/**
 * Who wrote how many notes on which day, in a database of the plugin's own (`field_notes.sqlite` in the data
 * folder): numbers of all tenants together, which saved objects of one tenant could not hold.
 */
import type { Database, Migration, StorageServiceSetup } from '@sd/core/server';

/** Only ever added to: a database remembers which of them it has seen. */
const MIGRATIONS: readonly Migration[] = [
  {
    name: 'create written notes',
    sql: `
      CREATE TABLE written_notes (
        day TEXT NOT NULL,
        user_name TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (day, user_name)
      ) WITHOUT ROWID;`,
  },
];

export class Activity {
  private readonly database: Database;

  constructor(
    storage: StorageServiceSetup,
    private readonly now: () => Date = () => new Date()
  ) {
    this.database = storage.open('field_notes', MIGRATIONS);
  }

  countToday(userName: string): number {
    const row = this.database.get<{ count: number }>(
      'SELECT count FROM written_notes WHERE day = ? AND user_name = ?',
      this.today(),
      userName
    );
    return row?.count ?? 0;
  }

  /**
   * Takes one of today's notes, durable when it resolves.
   * @returns false when the user has none left
   */
  take(userName: string, limit: number): Promise<boolean> {
    const day = this.today();
    return this.database.write(
      () =>
        this.database.run(
          `INSERT INTO written_notes (day, user_name, count) VALUES (?, ?, 1)
           ON CONFLICT (day, user_name) DO UPDATE SET count = count + 1 WHERE count < ?`,
          day,
          userName,
          limit
        ).changes > 0
    );
  }

  /** Days and users are UTC dates and names; no clock of the browser is trusted. */
  private today(): string {
    return this.now().toISOString().slice(0, 10);
  }
}
