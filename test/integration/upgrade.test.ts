/**
 * Data folders that earlier versions wrote: an administrator, and the user rosa with a role for the
 * tenant board and a dashboard in it. That of 0.2.0 has the suspended user gone; that of 0.3.0 a
 * guardrail, and a connected cluster with a stored password.
 */
import path from 'node:path';
import { extract } from 'tar';
import { startServer, type TestServer } from '../helpers/server';
import { temporaryFolder } from '../helpers/temporary_folder';

const unpack = async (version: string): Promise<string> => {
  const folder = temporaryFolder();
  const name = `data_${version.replaceAll('.', '_')}`;
  await extract({ file: path.resolve(__dirname, '..', 'fixtures', name, 'data.tgz'), cwd: folder });
  return folder;
};
const PASSWORD = 'Meadow-Lantern-3391';

let server: TestServer;
const start = async (dataDir: string) => (server = await startServer({ dataDir }));
afterEach(() => server?.stop());

/** Text of each migration in the log. */
const migrations = () => [...server.output().matchAll(/Migrated [^"\\]*/g)].map(([text]) => text);

it('migrates the data folder of 0.2.0 once, and names each migration in the log', async () => {
  const dataDir = await unpack('0.2.0');
  await start(dataDir);
  expect(migrations()).toEqual([
    'Migrated engine.sqlite to schema 5: create the tables of second factors.',
    'Migrated engine.sqlite to schema 6: create the table of API keys.',
    'Migrated engine.sqlite to schema 7: add permissions to API keys.',
    'Migrated engine.sqlite to schema 8: record the request of each change.',
    'Migrated engine.sqlite to schema 9: record the name before a rename.',
    'Migrated engine.sqlite to schema 10: index suspended users.',
    'Migrated engine.sqlite to schema 11: record the changed fields of each change.',
    'Migrated saved_objects.sqlite to schema 2: merge search words on request.',
    'Migrated sessions.sqlite to schema 2: record last use and origin of sessions.',
  ]);

  const rosa = server.client();
  await rosa.login('rosa', PASSWORD);
  const dashboard = await rosa.get('/api/saved_objects/dashboard/minutes', {
    headers: { securitytenant: 'board' },
  });
  expect(dashboard.body).toMatchObject({ attributes: { title: 'Minutes of the board' } });
  expect((await server.client().login('gone', PASSWORD)).status).toBe(401);

  const admin = server.client();
  await admin.login('admin', 'Newcomer-Garden-71');
  const filters = encodeURIComponent('{"status":["suspended"]}');
  const suspended = await admin.get(`/api/v1/search/internalusers?filters=${filters}`);
  expect(suspended.body).toMatchObject({ items: [{ name: 'gone' }] });
  const history = await admin.get('/api/v1/history?type=tenants&name=board');
  expect(history.body).toMatchObject({
    items: [
      { name: 'board', action: 'update', actor: 'admin' },
      { name: 'board', action: 'create', actor: 'admin' },
    ],
  });

  await server.stop();
  await start(dataDir);
  expect(migrations()).toEqual([]);
});

it('migrates the data folder of 0.3.0 with all that it stores', async () => {
  await start(await unpack('0.3.0'));
  expect(migrations()).toEqual([
    'Migrated preferences.sqlite to schema 6: store documents in one table.',
  ]);

  const rosa = server.client();
  await rosa.login('rosa', PASSWORD);
  const dashboard = await rosa.get('/api/saved_objects/dashboard/minutes', {
    headers: { securitytenant: 'board' },
  });
  expect(dashboard.body).toMatchObject({ attributes: { title: 'Minutes of the board' } });

  const admin = server.client();
  await admin.login('admin', 'Newcomer-Garden-71');
  expect((await admin.get('/api/v1/guardrails')).body).toMatchObject({
    payroll: { rule: 'only', index: 'payroll-*', backend_roles: ['hr'] },
  });
  expect((await admin.get('/api/v1/clusters/staging')).body).toMatchObject({
    name: 'Staging',
    username: 'console',
    has_password: true,
  });
  const history = await admin.get('/api/v1/history?type=connections');
  expect(history.body).toMatchObject({ items: [{ name: 'staging', action: 'create' }] });
});
