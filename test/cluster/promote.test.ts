/** `compare` and `promote` with a cluster as source and as target. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '../../src/backend/api';
import { openEmbeddedBackend } from '../../src/backend/embedded';
import { runTool } from '../../src/backend/migration';
import { clientOf, INTERNAL } from '../../src/backend/testing/embedded';
import { adminClient, asAdmin, closeClients, clusterNode } from '../helpers/cluster';

jest.setTimeout(120_000);

const { url, ca, adminCertificate, adminKey, adminPassword } = clusterNode();
const API = '/_plugins/_security/api';
const BY_USER = ['--to.username=admin', `--to.ca=${ca}`];
const BY_CERTIFICATE = [
  `--to.ca=${ca}`,
  `--to.certificate=${adminCertificate}`,
  `--to.key=${adminKey}`,
];
const folders: string[] = [];
const admin = adminClient();

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'promote-'));
  folders.push(folder);
  return folder;
}

function files(content: Readonly<Record<string, string>>): string {
  const dir = join(newFolder(), 'files');
  mkdirSync(dir);
  for (const [file, text] of Object.entries(content)) writeFileSync(join(dir, file), text);
  return dir;
}

async function security(...argv: readonly string[]) {
  let out = '';
  let err = '';
  const code = await runTool(argv, newFolder(), {
    write: (text) => void (out += text),
    writeError: (text) => void (err += text),
    env: { SD_FROM_PASSWORD: adminPassword, SD_TO_PASSWORD: adminPassword },
    readStdin: async () => '',
    settings: DEFAULT_SETTINGS,
    dashboardsIndex: '.kibana',
    cluster: {
      requestTimeout: 30_000,
      pingTimeout: 5_000,
      customHeaders: {},
      requestHeadersAllowlist: ['authorization'],
      sniffOnStart: false,
      sniffInterval: false,
      sniffOnConnectionFault: false,
      ssl: { verificationMode: 'full', alwaysPresentCertificate: false },
    },
  });
  return { code, out, err };
}

const CREATED = ['rolesmapping/p_reader', 'internalusers/p_jane', 'roles/p_reader', 'roles/p_gone'];
const REFERRED = ['actiongroups/p_look', 'tenants/p_sales'];

async function removeAll(): Promise<void> {
  for (const path of [...CREATED, ...REFERRED])
    await asAdmin(admin, 'DELETE', `${API}/${path}`, undefined, [404]);
}

beforeEach(removeAll);
afterAll(async () => {
  await removeAll();
  await closeClients();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const FILES = {
  'tenants.yml': 'p_sales: {description: Sales}\n',
  'action_groups.yml': 'p_look: {allowed_actions: [read], type: index}\n',
  'roles.yml':
    'p_reader: {index_permissions: [{index_patterns: [sales-*], allowed_actions: [p_look]}], tenant_permissions: [{tenant_patterns: [p_sales], allowed_actions: [kibana_all_read]}]}\n',
  'roles_mapping.yml': 'p_reader: {users: [p_jane], backend_roles: [sales]}\n',
  'internal_users.yml': 'p_jane: {}\n',
};
const ONLY = ['--only=roles/p_reader', '--only=rolesmapping/p_reader', '--only=roles/p_gone'];

// @backend cluster/33
it.each([
  ['name and password', BY_USER],
  ["the administrator's certificate", BY_CERTIFICATE],
])('promotes a role to a cluster with %s, and deletes with --prune', async (_how, credentials) => {
  await asAdmin(admin, 'PUT', `${API}/roles/p_gone`, { cluster_permissions: ['cluster_monitor'] });
  const from = files(FILES);
  const promote = (...more: readonly string[]) =>
    security('promote', from, url, ...credentials, ...ONLY, ...more);
  const planned = await promote('--with-dependencies');
  expect(planned).toMatchObject({ code: 1, err: '' });
  expect(planned.out).toContain('5 to create, 0 to update, 0 to delete.');
  expect(planned.out).toContain('who gain access: p_jane (roles p_reader)');
  expect(await promote('--with-dependencies', '--yes')).toMatchObject({ code: 0, err: '' });
  expect(await asAdmin(admin, 'GET', `${API}/roles/p_reader`)).toMatchObject({
    p_reader: { index_permissions: [{ allowed_actions: ['p_look'] }] },
  });
  expect((await promote('--yes')).out).toContain('Nothing to do.');
  expect((await promote('--prune', '--yes')).out).toContain('  - delete p_gone\n');
  const compare = ['compare', from, url, ...credentials, ...ONLY];
  expect(await security(...compare)).toMatchObject({ code: 0 });
});

// @backend cluster/34
it('promotes from a cluster to a data folder, and finds both equal afterwards', async () => {
  await security('promote', files(FILES), url, ...BY_USER, '--yes');
  const dataDir = newFolder();
  const { backend } = await openEmbeddedBackend({ dataDir, initialAdminPassword: adminPassword });
  await clientOf(backend.engine as never, INTERNAL)('GET', '/api/roles');
  await backend.stop();
  const from = [url, dataDir, '--from.username=admin', `--from.ca=${ca}`, ...ONLY];
  const promoted = await security('promote', ...from, '--with-dependencies', '--yes');
  expect(promoted).toMatchObject({ code: 0, err: '' });
  expect(promoted.out).toContain('5 to create');
  expect(promoted.out).toContain('New users need a password');
  expect(await security('compare', ...from)).toMatchObject({ code: 0 });
});

it('stops at a guardrail of a file before the first change, in a plan too', async () => {
  const rule = 'rule: never, users: [p_jane], action: read, index: sales-*';
  const from = files({
    ...FILES,
    'strict.yml': `sales: {${rule}}`,
    'asks.yml': `sales: {${rule}, on_breach: ask}`,
  });
  const promote = (file: string, ...more: readonly string[]) =>
    security(
      'promote',
      from,
      url,
      ...BY_USER,
      ...ONLY,
      '--with-dependencies',
      `--guardrails=${join(from, file)}`,
      ...more
    );
  const broken = { code: 3, out: expect.stringContaining('p_jane → p_reader → sales-*') };
  expect(await promote('strict.yml')).toMatchObject(broken);
  expect(await promote('strict.yml', '--yes', '--reason=Needed')).toMatchObject(broken);
  expect(await promote('asks.yml', '--yes')).toMatchObject(broken);
  const tenants = await asAdmin(admin, 'GET', `${API}/tenants`);
  expect(tenants).not.toHaveProperty('p_sales');
  expect(await promote('asks.yml', '--yes', '--reason=Needed')).toMatchObject({ code: 0, err: '' });
});

// @backend cluster/35
it('reports what was applied when the cluster refuses a kind, and continues afterwards', async () => {
  const broken = files({
    ...FILES,
    'roles.yml': FILES['roles.yml'].replace('[p_look]', '[p_look], masked_fields: ["a::NO-SUCH"]'),
  });
  const all = ['--only=tenants', '--only=actiongroups', ...ONLY];
  const first = await security('promote', broken, url, ...BY_USER, ...all, '--yes', '--json');
  expect(first.code).toBe(2);
  expect(JSON.parse(first.out)).toMatchObject({
    outcome: 'incomplete',
    applied: expect.arrayContaining([{ type: 'tenants', name: 'p_sales' }]) as unknown,
    refused: expect.arrayContaining([
      expect.objectContaining({ type: 'roles', name: 'p_reader' }),
    ]) as unknown,
  });
  const again = await security('promote', files(FILES), url, ...BY_USER, ...all, '--yes');
  expect(again).toMatchObject({ code: 0 });
  expect(again.out).not.toContain('tenants.yml');
});

it('asks before the last administrator loses access', async () => {
  const from = files({ 'roles_mapping.yml': 'all_access: {backend_roles: [nobody-has-it]}\n' });
  const only = '--only=rolesmapping/all_access';
  const refused = await security('promote', from, url, ...BY_CERTIFICATE, only, '--yes');
  expect(refused.code).toBe(2);
  expect(refused.out).toContain('LOCK-OUT: these users can administer security there now');
  expect(await security('compare', from, url, ...BY_CERTIFICATE, only)).toMatchObject({ code: 1 });
});
