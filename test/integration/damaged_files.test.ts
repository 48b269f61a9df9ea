/** A data folder with damaged files: what the start says, and what a running server does. */
import { randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import type { HttpClient } from '../helpers/http_client';
import { ADMIN, startServer, type TestServer } from '../helpers/server';

jest.setTimeout(120_000);

const STORES = ['engine', 'audit', 'saved_objects', 'sessions', 'preferences'] as const;
const PREFERENCE = { changes: { 'theme:darkMode': true } };

const root = mkdtempSync(path.join(tmpdir(), 'sd-damaged-'));
const whole = path.join(root, 'whole');
const killed = path.join(root, 'killed');
const dir = path.join(root, 'data');
const fileOf = (name: string, folder = dir) => path.join(folder, `${name}.sqlite`);

beforeAll(async () => {
  const server = await startServer({ dataDir: whole });
  const admin = await server.adminClient();
  expect((await admin.post('/api/core/preferences', PREFERENCE)).status).toBe(200);
  const dashboard = { attributes: { title: 'kept' } };
  expect((await admin.post('/api/saved_objects/dashboard', dashboard)).status).toBe(200);
  await server.stop();
  await (await startServer({ dataDir: killed })).kill();
});
beforeEach(() => {
  rmSync(dir, { recursive: true, force: true });
  cpSync(whole, dir, { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Stores texts that are JSON, but not UTF-8. */
function damageTexts(name: string, column: string): void {
  const [table, field] = column.split('.');
  const connection = new Libsql(fileOf(name));
  const { changes } = connection
    .prepare(`UPDATE ${table} SET ${field} = CAST(x'7b2261223a22ff227d' AS TEXT)`)
    .run();
  connection.pragma('wal_checkpoint(TRUNCATE)');
  connection.close();
  expect(changes).toBeGreaterThan(0);
}

/** Starts the server, which has to refuse: its exit code and what it says outside the log. */
async function refusal(): Promise<string> {
  const error: unknown = await startServer({ dataDir: dir }).then(
    async (server) => {
      await server.stop();
      return new Error('the server has started');
    },
    (reason: unknown) => reason
  );
  return (error as Error).message;
}

describe.each(STORES)('%s.sqlite', (name) => {
  it('with the log of another installation ends the start with what to do', async () => {
    copyFileSync(`${fileOf(name, killed)}-wal`, `${fileOf(name)}-wal`);
    const message = await refusal();
    expect(message).toContain('78');
    expect(message).toContain(
      `${fileOf(name)}-wal is not the log of ${name}.sqlite beside it. Move ${name}.sqlite-wal away and start again`
    );
    expect(message).not.toMatch(/panicked|\n +at /);
  });

  it('with random bytes ends the start with what to do', async () => {
    writeFileSync(fileOf(name), randomBytes(statSync(fileOf(name)).size));
    const message = await refusal();
    expect(message).toContain('78');
    expect(message).toContain(
      `${fileOf(name)} is damaged: it is no database. Restore the data folder from a backup.`
    );
    expect(message).not.toMatch(/panicked|\n +at /);
  });
});

it('ends the start with what to do if a text of the configuration is not UTF-8', async () => {
  damageTexts('engine', 'meta.value');
  const message = await refusal();
  expect(message).toContain('78');
  expect(message).toContain(`The database ${fileOf('engine')} is damaged. Restore the data folder`);
  expect(message).not.toMatch(/panicked|\n +at /);
});

describe('a server that finds damage while it runs', () => {
  let server: TestServer;
  afterEach(async () => void (await server.kill()));

  const reads: Record<string, (client: HttpClient) => Promise<unknown>> = {
    'audit event.body': (client) => client.get('/api/v1/audit/events'),
    'saved_objects objects.attributes': (client) =>
      client.get('/api/saved_objects/_find?type=dashboard'),
    'preferences preferences.chosen': (client) => client.post('/api/core/preferences', PREFERENCE),
  };

  it.each(Object.keys(reads))('goes on, and /status names the database: %s', async (text) => {
    const [name, column] = text.split(' ') as [string, string];
    damageTexts(name, column);
    server = await startServer({ dataDir: dir });
    const authorization = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`;
    await reads[text]!(await server.adminClient());
    const status = await server.client().get('/api/status', { headers: { authorization } });
    expect(status.body.status.statuses).toContainEqual(
      expect.objectContaining({
        state: 'red',
        message: `Damaged: ${name}.sqlite. Restore the data folder from a backup.`,
      })
    );
    expect(server.output()).not.toContain('panicked');
  });
});
