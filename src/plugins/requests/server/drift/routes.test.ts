/** Drift over HTTP: an embedded engine and a folder of files. */
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AddedMetric, ServiceStatus } from '@sd/core/server';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';

jest.setTimeout(60_000);
const PATH = '/api/v1/drift';
const PASSWORD = 'Vintage-Tractor-42';
const ROLES = `# Owned by the platform team.
_meta:
  type: "roles"
  config_version: 2

writer: # may write orders
  cluster_permissions:
    - "cluster_monitor" # for health
  description: "Writes orders"

# Read-only.
reader:
  cluster_permissions: ["cluster_monitor"]
`;

let folder: string;
let server: SecurityServer;
let admin: HttpClient;
const metrics: AddedMetric[] = [];
const statuses: ServiceStatus[] = [];
const snapshots: unknown[] = [];
const codeOf = ({ body }: { body: { attributes?: { code?: string } } }) => body.attributes?.code;
const write = (file: string, text: string) => writeFile(path.join(folder, file), text);
const read = (file: string) => readFile(path.join(folder, file), 'utf8');
const drift = async () => (await admin.get(PATH)).body;
const role = (name: string) => admin.get(`/api/v1/configuration/roles/${name}`);
const named = (kind: string, ...names: string[]) => names.map((name) => ({ kind, name }));
const send = async (how: string, entries: object, more: object = {}, query = '') => {
  const { revision } = await drift();
  return admin.post(`${PATH}/${how}${query}`, { revision, entries, ...more });
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sd-drift-'));
  await write('roles.yml', ROLES);
  server = await startSecurityServer({
    requests: { drift: { folder, interval_seconds: 3_600, ignore: ['roles/own_*', '*.hidden'] } },
    addMetric: (metric) => metrics.push(metric),
    onStatus: (status) => statuses.push(status),
    wrapBackend: (backend) =>
      Object.assign(Object.create(backend) as typeof backend, {
        internal: {
          ...backend.internal,
          configuration: async (known?: string) => {
            const snapshot = await backend.internal.configuration(known);
            if (snapshot) snapshots.push(snapshot);
            return snapshot;
          },
        },
      }),
  });
  admin = await server.admin();
});
beforeEach(async () => {
  for (const file of ['internal_users.yml', 'roles_mapping.yml', 'action_groups.yml'])
    await rm(path.join(folder, file), { force: true });
  await write('roles.yml', ROLES);
  await put(server, 'roles/writer', {
    cluster_permissions: ['cluster_monitor'],
    description: 'Writes orders',
  });
  await put(server, 'roles/reader', { cluster_permissions: ['cluster_monitor'] });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

it('tells what differs, field by field, with who changed it last', async () => {
  expect(await drift()).toMatchObject({ state: 'in_sync', total: 0, differences: [] });
  await admin.post('/api/v1/configuration/roles/writer', {
    cluster_permissions: ['cluster_monitor', 'cluster_composite_ops'],
    description: 'Writes orders',
  });
  await admin.post('/api/v1/configuration/roles/extra', { cluster_permissions: [] });
  await admin.post('/api/v1/configuration/roles/own_tools', { cluster_permissions: [] });
  await admin.delete('/api/v1/configuration/roles/reader');
  const body = await drift();
  expect(body).toMatchObject({ state: 'drifted', total: 3, ignored: 1, folder });
  expect(body.differences).toEqual([
    expect.objectContaining({ kind: 'roles', name: 'extra', state: 'additional' }),
    expect.objectContaining({ kind: 'roles', name: 'reader', state: 'missing' }),
    {
      kind: 'roles',
      name: 'writer',
      state: 'differs',
      fields: [
        {
          field: 'cluster_permissions',
          desired: ['cluster_monitor'],
          actual: ['cluster_monitor', 'cluster_composite_ops'],
        },
      ],
      changed: { id: expect.any(Number), by: 'admin', at: expect.any(Number) },
    },
  ]);
  expect(metrics[0]?.read()).toEqual([[3]]);
  expect(statuses.at(-1)).toMatchObject({ level: 'degraded', summary: { values: { count: 3 } } });
  for (const name of ['extra', 'own_tools'])
    await admin.delete(`/api/v1/configuration/roles/${name}`);
});

it('reads nothing again while folder and configuration are unchanged', async () => {
  await drift();
  const before = snapshots.length;
  await drift();
  expect((await drift()).state).toBe('in_sync');
  expect(snapshots).toHaveLength(before);
  await put(server, 'roles/writer', { cluster_permissions: [] });
  expect((await drift()).state).toBe('drifted');
  expect(snapshots).toHaveLength(before + 1);
});

it('puts entries back after a dry run, as one change of the history', async () => {
  await put(server, 'roles/writer', { cluster_permissions: [] });
  await put(server, 'roles/extra', { cluster_permissions: [] });
  const chosen = named('roles', 'writer', 'extra');
  const trial = await send('put_back', chosen, { dry_run: true });
  expect(trial.body).toMatchObject({
    is_whole: true,
    results: [{ is_done: true }, { is_done: true }],
  });
  expect(trial.body.refusal).toBeUndefined();
  expect((await role('extra')).status).toBe(200);
  expect((await send('put_back', chosen)).body).toMatchObject({ is_done: true });
  expect((await role('extra')).status).toBe(404);
  expect((await role('writer')).body).toMatchObject({ description: 'Writes orders' });
  const history = await admin.get('/api/v1/history?type=roles&name=writer&per_page=1');
  expect(history.body.items[0]).toMatchObject({ actor: 'admin', action: 'update' });
  expect(await drift()).toMatchObject({ state: 'in_sync' });
});

// @feature drift/3
it('accepts entries into the file, and keeps comments, order and everything else', async () => {
  await put(server, 'roles/writer', {
    cluster_permissions: ['cluster_monitor', 'cluster_composite_ops'],
    description: 'Writes orders',
  });
  await put(server, 'roles/extra', { cluster_permissions: ['cluster_monitor'] });
  await chmod(path.join(folder, 'roles.yml'), 0o640);
  const done = await send('accept', named('roles', 'writer', 'extra'));
  expect([done.status, done.body]).toEqual([200, { files: ['roles.yml'] }]);
  const text = await read('roles.yml');
  expect(text).toContain('# Owned by the platform team.');
  expect(text).toMatch(/writer:\s+# may write orders/);
  expect(text).toContain('"cluster_monitor" # for health');
  expect(text).toContain('# Read-only.\nreader:');
  expect(text.indexOf('reader:')).toBeLessThan(text.indexOf('extra:'));
  expect(text).toContain('"cluster_composite_ops"');
  expect(await drift()).toMatchObject({ state: 'in_sync' });
  await admin.delete('/api/v1/configuration/roles/extra');
});

it('refuses what was not reviewed, and never overwrites a file that changed', async () => {
  await put(server, 'roles/writer', { cluster_permissions: [] });
  const { revision } = await drift();
  const entries = named('roles', 'writer');
  await put(server, 'roles/writer', { cluster_permissions: ['cluster_all'] });
  for (const how of ['put_back', 'accept']) {
    const stale = await admin.post(`${PATH}/${how}`, { revision, entries });
    expect([stale.status, codeOf(stale)]).toEqual([409, 'security.drift_stale']);
  }
  expect((await role('writer')).body.cluster_permissions).toEqual(['cluster_all']);
  const seen = (await drift()).revision;
  const changed = ROLES.replace('Writes orders', 'Writes all orders');
  await write('roles.yml', changed);
  const stale = await admin.post(`${PATH}/accept`, { revision: seen, entries });
  expect([stale.status, codeOf(stale)]).toEqual([409, 'security.drift_stale']);
  expect(await read('roles.yml')).toBe(changed);
  const unknown = await send('accept', named('roles', 'reader'));
  expect([unknown.status, codeOf(unknown)]).toEqual([404, 'security.drift_unknown_entry']);
});

it('names file and line of what it cannot parse, and changes nothing then', async () => {
  const { revision } = await drift();
  await put(server, 'roles/writer', { cluster_permissions: [] });
  await write('roles.yml', `${ROLES}\nbroken: [\n`);
  const body = await drift();
  expect(body).toMatchObject({ state: 'broken', differences: [], total: 0 });
  expect(body.problems[0]).toMatchObject({ file: 'roles.yml', line: expect.any(Number) });
  expect(metrics[0]?.read()).toEqual([]);
  expect(statuses.at(-1)).toMatchObject({ level: 'degraded' });
  for (const how of ['put_back', 'accept']) {
    const entries = named('roles', 'writer');
    const refused = await admin.post(`${PATH}/${how}`, { revision, entries });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'security.drift_broken']);
  }
  expect((await role('writer')).body.cluster_permissions).toEqual([]);
  await rm(path.join(folder, 'roles.yml'));
  await symlink('/etc/passwd', path.join(folder, 'roles.yml'));
  expect((await drift()).problems).toEqual([
    { file: 'roles.yml', message: 'is a link that leads out of the folder' },
  ]);
  await rm(path.join(folder, 'roles.yml'));
});

// @feature drift/2
it('refuses to put back what locks administrators out, unless that is confirmed', async () => {
  await put(server, 'rolesmapping/all_access', { users: ['admin'] });
  await write('roles_mapping.yml', 'all_access:\n  users: ["nobody"]\n');
  const mapping = async () =>
    (await admin.get('/api/v1/configuration/rolesmapping/all_access')).body.users;
  const refused = await send('put_back', named('rolesmapping', 'all_access'));
  expect([refused.status, refused.body.is_done]).toEqual([200, false]);
  expect(JSON.stringify(refused.body)).toContain('security.locks_out');
  expect(await mapping()).toEqual(['admin']);
  const confirmed = '?confirm_lockout=true';
  const done = await send('put_back', named('rolesmapping', 'all_access'), {}, confirmed);
  expect(done.body.is_done).toBe(true);
  await put(server, 'rolesmapping/all_access', { users: ['admin'] });
});

it('never shows or writes password hashes, nor variables of the environment', async () => {
  await addUser(server, 'jane', PASSWORD);
  const stored = server.engine.parts.store.credential('jane')?.hash ?? '';
  const other = `${stored.slice(0, -3)}${stored.endsWith('abc') ? 'xyz' : 'abc'}`;
  const users = (hash: string, more = '') => `jane:\n  hash: "${hash}"\n${more}`;
  await write('internal_users.yml', users(other));
  const body = await drift();
  const jane = body.differences.find(({ name }: { name: string }) => name === 'jane');
  expect(jane).toMatchObject({ fields: [{ field: 'hash', is_secret: true }] });
  expect(JSON.stringify(body)).not.toContain(stored.slice(-20, -3));
  const accepted = await send('accept', named('internalusers', 'jane'));
  expect([accepted.status, codeOf(accepted)]).toEqual([409, 'security.drift_secret_only']);

  process.env['DRIFT_TEST_SECRET'] = 'c0nfidential';
  await write(
    'internal_users.yml',
    users('${envbc.NO}', '  description: ${env.DRIFT_TEST_SECRET}\n')
  );
  expect(JSON.stringify(await drift())).not.toMatch(/jane|c0nfidential/);
  await write('internal_users.yml', `${users(stored)}new:\n  hash: "\${envbc.NO}"\n`);
  const unknown = await send('put_back', named('internalusers', 'new'));
  expect([unknown.status, codeOf(unknown)]).toEqual([409, 'security.drift_variables']);
  delete process.env['DRIFT_TEST_SECRET'];
});

it('compares audit settings with their defaults, and puts them back', async () => {
  const { config } = (await admin.get('/api/v1/configuration/audit')).body;
  await write('audit.yml', 'config:\n  enabled: false\n');
  const { differences } = await drift();
  const settings = differences.find(({ kind }: { kind: string }) => kind === 'audit');
  expect(settings).toMatchObject({ name: 'config', state: 'differs' });
  expect(settings.fields).toContainEqual({ field: 'enabled', desired: false, actual: true });
  expect((await send('put_back', named('audit', 'config'))).body.is_done).toBe(true);
  expect(await drift()).toMatchObject({ differences: [] });
  await admin.post('/api/v1/configuration/audit/config', config);
  await rm(path.join(folder, 'audit.yml'));
});

it('compares guardrails one by one, puts them back and accepts them', async () => {
  const file = (index: string) =>
    `# Promised to the board.\nsalaries: {rule: only, backend_roles: [hr], action: read, index: ${index}}\n`;
  await write('guardrails.yml', file('"salaries-*"'));
  const logs = { rule: 'always', roles: ['oncall'], action: 'read', index: 'logs-*' };
  await admin.put('/api/v1/guardrails', { logs });
  await admin.put('/api/v1/guardrails', { logs, own: logs });
  const { differences, left_out: leftOut } = await drift();
  expect(leftOut).toEqual([]);
  expect(differences).toMatchObject([
    { kind: 'guardrails', name: 'logs', state: 'additional', changed: { by: 'admin' } },
    { kind: 'guardrails', name: 'own', state: 'additional', changed: { by: 'admin' } },
    { kind: 'guardrails', name: 'salaries', state: 'missing' },
  ]);
  // Each has its own last change.
  const [created, added] = differences.map(({ changed }: { changed: object }) => changed);
  expect(created).not.toEqual(added);
  expect((await send('put_back', named('guardrails', 'salaries'))).body.is_done).toBe(true);
  const stored = (await admin.get('/api/v1/guardrails')).body;
  expect(stored).toMatchObject({ logs, salaries: { index: 'salaries-*' } });
  await admin.put('/api/v1/guardrails', {
    ...stored,
    salaries: { ...stored.salaries, index: 'sal' },
  });
  const entries = named('guardrails', 'salaries', 'logs', 'own');
  expect((await send('accept', entries)).body).toEqual({ files: ['guardrails.yml'] });
  expect(await read('guardrails.yml')).toContain(file('"sal"'));
  expect(await read('guardrails.yml')).toMatch(/^logs:/m);
  expect(await drift()).toMatchObject({ differences: [] });
  await rm(path.join(folder, 'guardrails.yml'));
  await admin.put('/api/v1/guardrails', {});
});

it('is for administrators only, and says where no folder is configured', async () => {
  const jane = await server.loggedIn('jane', PASSWORD);
  expect((await jane.get(PATH)).status).toBe(403);
  expect((await jane.post(`${PATH}/accept`, {})).status).toBe(403);
  expect((await server.client().get(PATH)).status).toBe(401);
  const without = await startSecurityServer({ requests: {} });
  const off = await (await without.admin()).get(PATH);
  expect([off.status, codeOf(off)]).toEqual([404, 'security.drift_off']);
  await without.stop();
});
