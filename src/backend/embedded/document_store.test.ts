import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SharedDocumentId } from '../api/document_store';
import { describeDocumentStore } from '../testing/document_store_contract';
import { openDatabase, type Database } from './sqlite';
import { DOCUMENT_MIGRATIONS, EmbeddedDocumentStore } from './document_store';

let dir: string;
const databases: Database[] = [];
const open = (migrations = DOCUMENT_MIGRATIONS) => {
  const database = openDatabase({ file: join(dir, 'preferences.sqlite'), migrations });
  databases.push(database);
  return database;
};
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sd-documents-'));
});
afterEach(() => {
  databases.splice(0).forEach((database) => database.close());
  rmSync(dir, { recursive: true });
});

describeDocumentStore('embedded', async () => ({
  open: async () => new EmbeddedDocumentStore(open(), 'connections'),
  dispose: async () => undefined,
}));

it('has the documents of earlier versions, which were in four tables', async () => {
  const before = open(DOCUMENT_MIGRATIONS.slice(0, 4));
  for (const table of ['connections', 'findings', 'change_requests'])
    before.run(`INSERT INTO ${table} (id, revision, contents) VALUES (1, 3, ?)`, `of ${table}`);
  before.run(
    'INSERT INTO connection_guardrails (id, revision, contents) VALUES (?, ?, ?)',
    'shop',
    7,
    'of shop'
  );
  before.close();
  databases.length = 0;
  const after = open();
  const read = (id: SharedDocumentId) => new EmbeddedDocumentStore(after, id).read();
  for (const id of ['connections', 'findings', 'change_requests'] as const)
    expect(await read(id)).toEqual({ contents: `of ${id}`, revision: '3' });
  expect(await read('guardrails:shop')).toEqual({ contents: 'of shop', revision: '7' });
});
