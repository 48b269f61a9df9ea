/**
 * The process is killed after the changes of an approved change request were made, and before that
 * was recorded. Locks on the databases stop it there: the tests hold them as another process would.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import type { ChangeRequest } from '../../src/contracts';
import type { HttpClient } from '../helpers/http_client';
import { startServer, type TestServer } from '../helpers/server';
import { waitForCondition } from '../helpers/wait_for';

jest.setTimeout(120_000);

const REQUESTS = '/api/v1/change_requests';
const CONFIG = '/api/v1/configuration';
const PASSWORD = 'Vintage-Tractor-42';
const ROLE = 'cut_off';

const dir = mkdtempSync(path.join(tmpdir(), 'sd-killed-'));
/**
 * Closed at the end: the last connection to a database writes its log into it and removes the log,
 * as no kill does.
 */
const connections: Connection[] = [];
afterAll(() => {
  for (const connection of connections) connection.close();
  rmSync(dir, { recursive: true, force: true });
});

/** A connection of another process to a database of the server. */
function open(name: 'engine' | 'preferences'): Connection {
  const connection = new Libsql(path.join(dir, `${name}.sqlite`));
  connections.push(connection);
  return connection;
}
type Connection = InstanceType<typeof Libsql>;

const storedRequests = (preferences: Connection): string =>
  (
    preferences.prepare("SELECT contents FROM documents WHERE id = 'change_requests'").get() as
      { contents: string } | undefined
  )?.contents ?? '';
const hasRole = (engine: Connection): boolean =>
  engine.prepare('SELECT 1 FROM entity WHERE name = ?').get(ROLE) !== undefined;

async function loggedIn(server: TestServer, name: string): Promise<HttpClient> {
  const client = server.client();
  expect((await client.login(name, PASSWORD)).status).toBe(200);
  return client;
}

async function withPeople(server: TestServer): Promise<readonly [HttpClient, HttpClient]> {
  const admin = await server.adminClient();
  for (const name of ['ana', 'ben']) {
    const user = { password: PASSWORD, backend_roles: ['admin'] };
    expect((await admin.post(`${CONFIG}/internalusers/${name}`, user)).status).toBe(200);
  }
  return [await loggedIn(server, 'ana'), await loggedIn(server, 'ben')];
}

/** Kills the server while it records an approval by ben. */
async function killWhileRecording(): Promise<ChangeRequest> {
  const server = await startServer({ dataDir: dir });
  const [ana, ben] = await withPeople(server);
  const { body: made } = await ana.post<ChangeRequest>(REQUESTS, {
    title: 'Cut off',
    changes: [
      { kind: 'roles', name: ROLE, action: 'create', entry: { cluster_permissions: ['read'] } },
    ],
  });
  const engine = open('engine');
  const preferences = open('preferences');
  engine.exec('BEGIN IMMEDIATE');
  const approval = ben
    .post(`${REQUESTS}/${made.id}/apply`, { revision: made.revision, comment: 'Fine' })
    .catch(() => 'no response');
  await waitForCondition(() => storedRequests(preferences).includes('"applying"'));
  expect(hasRole(engine)).toBe(false);
  preferences.exec('BEGIN IMMEDIATE');
  engine.exec('ROLLBACK');
  await waitForCondition(() => hasRole(engine));
  await server.kill();
  expect(await approval).toBe('no response');
  preferences.exec('ROLLBACK');
  expect(storedRequests(preferences)).not.toContain('"decided"');
  return made;
}

it('an approval that the process did not outlive is recorded at the next start, with the approver', async () => {
  const made = await killWhileRecording();
  const server = await startServer({ dataDir: dir });
  const preferences = open('preferences');
  // Before anyone looks at the request.
  await waitForCondition(() => storedRequests(preferences).includes('"decided"'));

  const ana = await loggedIn(server, 'ana');
  const decided = { by: 'ben', comment: 'Fine' };
  expect((await ana.get(`${REQUESTS}/${made.id}`)).body).toMatchObject({
    state: 'applied',
    decided,
    can_apply: false,
  });
  const ben = await loggedIn(server, 'ben');
  const again = await ben.post(`${REQUESTS}/${made.id}/apply`, { revision: made.revision });
  expect([again.status, again.body.attributes.code]).toEqual([
    409,
    'security.change_request_closed',
  ]);
  const { items } = (await ana.get(`/api/v1/history?type=roles&name=${ROLE}`)).body;
  expect(items).toHaveLength(1);
  expect(items).toMatchObject([
    { actor: 'ben', cause: { kind: 'change_request', id: made.id, author: 'ana' } },
  ]);
  await server.stop();
});
