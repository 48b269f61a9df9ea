import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../backend/testing/stores';
import { startTestServer, type TestServer } from './routes/mocks';

let dir: string;
let database: Database;
let running: TestServer;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sd-full-disk-'));
  running = await startTestServer({ dir, onOpen: (opened) => (database = opened) });
});
afterEach(async () => {
  await running.stop();
  rmSync(dir, { recursive: true, force: true });
});

it('responds to writes with 507 while the disk is full, still serves reads, and damages nothing', async () => {
  const save = (id: string, size: number) =>
    running.send('POST', `/api/saved_objects/dashboard/${id}`, {
      attributes: { title: 't', text: 'x'.repeat(size) },
    });
  expect((await save('before', 10)).status).toBe(200);
  const { page_count: pages } = database.get<{ page_count: number }>('PRAGMA page_count')!;
  database.exec(`PRAGMA max_page_count = ${pages + 2}`);
  const refused = await save('refused', 500_000);
  expect(refused).toMatchObject({
    status: 507,
    body: {
      statusCode: 507,
      error: 'Insufficient Storage',
      message: expect.stringMatching(/^Nothing was saved: the server's disk is full/),
    },
  });
  expect(refused.text).not.toContain(dir);
  const imported = await running.send(
    'POST',
    '/api/saved_objects/_import',
    JSON.stringify({ type: 'index-pattern', id: 'i', attributes: { text: 'x'.repeat(9_000) } })
  );
  expect(imported.status).toBe(507);
  const settings = await running.send('POST', '/api/kibana/settings', {
    changes: { 'notifications:banner': 'y'.repeat(9_000) },
  });
  expect(settings.status).toBe(507);
  expect((await running.send('GET', '/api/saved_objects/dashboard/before')).status).toBe(200);
  expect((await running.send('GET', '/api/saved_objects/dashboard/refused')).status).toBe(404);
  database.exec('PRAGMA max_page_count = 100000');
  expect((await save('refused', 500_000)).status).toBe(200);
  expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
});
