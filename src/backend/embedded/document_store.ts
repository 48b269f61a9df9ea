/** Small documents in the database of preferences, such as connections to further clusters. */
import type { SharedDocumentId, DocumentStore, StoredText } from '../api/document_store';
import type { Database, Migration } from './sqlite';

const createSingle = (table: string): Migration => ({
  name: `create ${table}`,
  sql: `
    CREATE TABLE ${table} (
      id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL, contents TEXT NOT NULL)
    STRICT;`,
});

export const DOCUMENT_MIGRATIONS: readonly Migration[] = [
  createSingle('connections'),
  createSingle('findings'),
  {
    name: 'create connection_guardrails',
    sql: `
      CREATE TABLE connection_guardrails (
        id TEXT PRIMARY KEY, revision INTEGER NOT NULL, contents TEXT NOT NULL)
      STRICT, WITHOUT ROWID;`,
  },
  createSingle('change_requests'),
  {
    name: 'store documents in one table',
    sql: `
      CREATE TABLE documents (
        id TEXT PRIMARY KEY, revision INTEGER NOT NULL, contents TEXT NOT NULL)
      STRICT;
      INSERT INTO documents SELECT 'connections', revision, contents FROM connections;
      INSERT INTO documents SELECT 'findings', revision, contents FROM findings;
      INSERT INTO documents SELECT 'change_requests', revision, contents FROM change_requests;
      INSERT INTO documents
        SELECT 'guardrails:' || id, revision, contents FROM connection_guardrails;
      DROP TABLE connections;
      DROP TABLE findings;
      DROP TABLE change_requests;
      DROP TABLE connection_guardrails;`,
  },
];

export class EmbeddedDocumentStore implements DocumentStore {
  /** @param database - opened with `DOCUMENT_MIGRATIONS`, closed by its owner */
  constructor(
    private readonly database: Database,
    private readonly id: SharedDocumentId
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
        'INSERT OR REPLACE INTO documents (id, revision, contents) VALUES (?, ?, ?)',
        this.id,
        found + 1,
        contents
      );
      return true;
    });
  }

  private row() {
    return this.database.get<{ readonly revision: number; readonly contents: string }>(
      'SELECT revision, contents FROM documents WHERE id = ?',
      this.id
    );
  }
}
