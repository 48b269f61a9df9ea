/** `npm run security` in its own process, on the data folder of a real server. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ADMIN, startServer } from '../helpers/server';

jest.setTimeout(180_000);

const SCRIPT = path.resolve(__dirname, '..', '..', 'scripts', 'security.js');
const API = '/_plugins/_security/api';

const work = mkdtempSync(path.join(tmpdir(), 'sd-cli-'));
const dataDir = path.join(work, 'data');
const dir = path.join(work, 'config');
afterAll(() => rmSync(work, { recursive: true, force: true }));

const file = (name: string): string => path.join(dir, name);
const read = (name: string): string => readFileSync(file(name), 'utf8');
const edit = (name: string, from: string | RegExp, to: string): void => {
  const text = read(name);
  const next = text.replace(from, to);
  expect(next).not.toBe(text);
  writeFileSync(file(name), next);
};

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function security(argv: readonly string[], stdin = ''): Promise<Ran> {
  const child = spawn(process.execPath, [SCRIPT, ...argv, `--path.data=${dataDir}`]);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()));
  child.stdin.end(stdin);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}

const done = { code: 0, err: '' };

it('exports the configuration as files and imports changed files, all or nothing', async () => {
  const server = await startServer({ dataDir });
  const admin = await server.adminClient();
  await admin.put(`${API}/roles/reader`, { description: 'Reads', cluster_permissions: ['x'] });
  await admin.put(`${API}/tenants/finance`, { description: 'Money' });
  expect(await security(['export', dir])).toEqual({
    code: 2,
    out: '',
    err: `A server runs on ${dataDir} (process ${server.pid}). Stop it first, or change its configuration through the REST API.\n`,
  });
  await server.stop();

  const exported = await security(['export', dir]);
  expect(exported).toMatchObject(done);
  const names = [
    'action_groups',
    'allowlist',
    'audit',
    'config',
    'internal_users',
    'roles',
    'roles_mapping',
    'tenants',
  ];
  expect(readdirSync(dir)).toEqual(names.map((name) => `${name}.yml`));
  for (const name of names) expect(exported.out).toContain(`written   ${name}.yml\n`);
  expect(await security(['diff', dir])).toEqual({ ...done, out: 'No changes.\n' });

  edit('roles.yml', /^reader:\n/m, '# agreed with the auditors\nreader:\n');
  edit('roles.yml', 'description: "Reads"', 'description: "Reads more" # since May');
  edit('tenants.yml', /^finance:/m, 'legal:\n  description: "Law"\nfinance:');
  const plan =
    'tenants.yml\n' +
    '  + create legal\n' +
    '      add /legal {"reserved":false,"hidden":false,"description":"Law","static":false}\n' +
    'roles.yml\n' +
    '  ~ update reader\n' +
    '      replace /reader/description "Reads more"\n' +
    '1 to create, 1 to update, 0 to delete.\n';
  expect(await security(['diff', dir])).toEqual({ code: 1, out: plan, err: '' });
  expect(await security(['import', dir, '--dry-run'])).toEqual({
    ...done,
    out: `${plan}Dry run: nothing was changed.\n`,
  });
  expect((await security(['diff', dir])).code).toBe(1);

  const [good, typo] = ['cluster_permissions:', 'cluster_permission:'];
  edit('roles.yml', good, typo);
  edit('tenants.yml', 'config_version: 2', 'config_version: 1');
  const refused = await security(['import', dir]);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toMatch(/^Nothing was changed\. These must be put right first:\n/);
  expect(refused.err).toMatch(/^ {2}tenants\.yml.*config_version/m);
  expect(refused.err).toMatch(/^ {2}roles\.yml.*cluster_permission\b/m);
  edit('tenants.yml', 'config_version: 1', 'config_version: 2');
  expect(await security(['import', dir])).toMatchObject({ code: 2, out: '' });
  edit('roles.yml', typo, good);
  expect(await security(['diff', dir])).toMatchObject({ code: 1, out: plan });

  expect(await security(['import', dir])).toEqual({ ...done, out: `${plan}Imported.\n` });
  const text = read('roles.yml');
  const again = await security(['export', dir]);
  expect(again.out).not.toContain('written');
  expect(read('roles.yml')).toBe(text);

  edit('tenants.yml', /^finance:\n( .*\n)+/m, '');
  expect(await security(['import', dir])).toEqual({ ...done, out: 'No changes.\n' });
  const pruned = await security(['import', dir, '--prune']);
  expect(pruned).toMatchObject(done);
  expect(pruned.out).toContain('  - delete finance\n0 to create, 0 to update, 1 to delete.');

  const later = await startServer({ dataDir });
  const client = await later.adminClient();
  expect((await client.get(`${API}/tenants`)).body).toMatchObject({ legal: {} });
  expect((await client.get(`${API}/tenants/finance`)).status).toBe(404);
  expect((await client.get(`${API}/roles/reader`)).body).toMatchObject({
    reader: { description: 'Reads more' },
  });
  await later.stop();
});

it('restores access for the owner of the data folder', async () => {
  const first = await startServer({ dataDir });
  const admin = await first.adminClient();
  const gone = await admin.delete(`${API}/rolesmapping/all_access?confirm_lockout=true`);
  expect(gone.status).toBe(200);
  await first.stop();

  const reset = await security(['reset-admin']);
  expect(reset).toMatchObject(done);
  const password =
    /^Changed the user admin: new password, administrator rights\.\nPassword: (\S+)\nIt is shown nowhere else\./.exec(
      reset.out
    )?.[1] ?? '';
  const server = await startServer({ dataDir });
  const client = server.client();
  expect((await client.login(ADMIN.username, ADMIN.password)).status).toBe(401);
  expect((await client.login(ADMIN.username, password)).status).toBe(200);
  expect((await client.get('/api/v1/restapiinfo')).body).toMatchObject({ has_api_access: true });
  await server.stop();

  const rule = '--engine.restapi.password_min_length=30';
  const error = await security(['reset-admin', '--password-stdin', rule], 'Vintage-Tractor-42\n');
  expect(error).toMatchObject({ code: 2, out: '' });
  expect(error.err).toMatch(/^The password was refused: Password is too short\. .*\n$/);
  expect((await security(['reset-admin', rule])).out).toMatch(/^Password: \S{30,}$/m);
});
