/** Connections to further clusters, in the database of preferences. */
import type { ConnectionDocument, ConnectionStore } from '../api/connection_store';
import { keyInFile } from './key_file';
import type { Database, Migration } from './sqlite';

export const CONNECTION_MIGRATION: Migration = {
  name: 'create connections',
  sql: `
    CREATE TABLE connections (
      id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL, contents TEXT NOT NULL)
    STRICT;`,
};

export class EmbeddedConnectionStore implements ConnectionStore {
  private storedKey: Buffer | undefined;

  /** @param database - opened with `CONNECTION_MIGRATION`, closed by its owner */
  constructor(
    private readonly database: Database,
    private readonly dir: string
  ) {}

  async read(): Promise<ConnectionDocument | undefined> {
    const row = this.row();
    return row && { contents: row.contents, revision: String(row.revision) };
  }

  write(contents: string, revision: string | undefined): Promise<boolean> {
    return this.database.write(() => {
      const found = this.row()?.revision ?? 0;
      if (String(found) !== (revision ?? '0')) return false;
      this.database.run(
        'INSERT OR REPLACE INTO connections (id, revision, contents) VALUES (1, ?, ?)',
        found + 1,
        contents
      );
      return true;
    });
  }

  key(): Buffer {
    return (this.storedKey ??= keyInFile(
      this.dir,
      'clusters.key',
      'passwords and keys of connected clusters are then to be entered again.'
    ));
  }

  private row() {
    return this.database.get<{ readonly revision: number; readonly contents: string }>(
      'SELECT revision, contents FROM connections WHERE id = 1'
    );
  }
}
