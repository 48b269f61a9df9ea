/** Single documents in the database of preferences, such as connections to further clusters. */
import type { ConnectionStore, DocumentStore, StoredText } from '../api/connection_store';
import { keyInFile } from './key_file';
import type { Database, Migration } from './sqlite';

type SingleTable = 'connections' | 'findings' | 'change_requests';

const migration = (table: SingleTable): Migration => ({
  name: `create ${table}`,
  sql: `
    CREATE TABLE ${table} (
      id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL, contents TEXT NOT NULL)
    STRICT;`,
});
export const CONNECTION_MIGRATION = migration('connections');
export const FINDINGS_MIGRATION = migration('findings');
export const GUARDRAILS_MIGRATION: Migration = {
  name: 'create connection_guardrails',
  sql: `
    CREATE TABLE connection_guardrails (
      id TEXT PRIMARY KEY, revision INTEGER NOT NULL, contents TEXT NOT NULL)
    STRICT, WITHOUT ROWID;`,
};
export const CHANGE_REQUESTS_MIGRATION = migration('change_requests');

export class EmbeddedDocumentStore implements DocumentStore {
  /** @param database - opened with the migration of the table, closed by its owner */
  constructor(
    private readonly database: Database,
    private readonly table: SingleTable | 'connection_guardrails',
    private readonly id: number | string = 1
  ) {}

  async read(): Promise<StoredText | undefined> {
    const row = this.row();
    return row && { contents: row.contents, revision: String(row.revision) };
  }

  write(contents: string, revision: string | undefined): Promise<boolean> {
    return this.database.write(() => {
      const found = this.row()?.revision ?? 0;
      if (String(found) !== (revision ?? '0')) return false;
      this.database.run(
        `INSERT OR REPLACE INTO ${this.table} (id, revision, contents) VALUES (?, ?, ?)`,
        this.id,
        found + 1,
        contents
      );
      return true;
    });
  }

  private row() {
    return this.database.get<{ readonly revision: number; readonly contents: string }>(
      `SELECT revision, contents FROM ${this.table} WHERE id = ?`,
      this.id
    );
  }
}

export class EmbeddedConnectionStore extends EmbeddedDocumentStore implements ConnectionStore {
  private storedKey: Buffer | undefined;

  constructor(
    database: Database,
    private readonly dir: string
  ) {
    super(database, 'connections');
  }

  key(isNeeded: boolean): Buffer {
    return (this.storedKey ??= keyInFile({
      dir: this.dir,
      name: 'clusters.key',
      isNeeded: () => isNeeded,
      loss: 'passwords and keys of connected clusters are then to be entered again.',
    }));
  }
}
