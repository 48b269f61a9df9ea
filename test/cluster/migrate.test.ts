/** Migration of an embedded installation to a cluster, and back. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { hashSync } from '@node-rs/bcrypt';
import { DEFAULT_SETTINGS } from '../../src/backend/api';
import type { StoredObject } from '../../src/backend/api/saved_objects';
import type { ClusterSettings } from '../../src/backend/opensearch';
import { openEmbeddedBackend } from '../../src/backend/embedded';
import { runTool } from '../../src/backend/migration';
import { openInstallation } from '../../src/backend/migration/installation';
import { clientOf, INTERNAL } from '../../src/backend/testing/embedded';
import { Authority } from '../helpers/certificates';
import { asAdmin, clientAs, closeClients, clusterNode, deleteIndices } from '../helpers/cluster';
import { FaultProxy, type Fault } from '../helpers/fault_proxy';

jest.setTimeout(300_000);

const PASSWORD = 'Vintage-Tractor-42';
const HISTORY = '.security_dashboards_history';
const SECURITY = '.opendistro_security';
const { url, ca, adminCertificate, adminKey, adminPassword } = clusterNode();
const ssl = { verificationMode: 'full', alwaysPresentCertificate: false } as const;
const byCertificate = {
  ssl: { ...ssl, certificateAuthorities: ca, certificate: adminCertificate, key: adminKey },
};
const superAdmin = clientAs('nobody', 'nothing', { username: undefined, ...byCertificate });
const folders: string[] = [];
const documents = new Map<string, string>();

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  folders.push(folder);
  return folder;
}

async function security(
  argv: readonly string[],
  dataDir: string,
  cluster: Partial<ClusterSettings> = byCertificate
) {
  let out = '';
  let err = '';
  const code = await runTool(argv, dataDir, {
    write: (text) => void (out += text),
    writeError: (text) => void (err += text),
    env: {},
    readStdin: async () => `${adminPassword}\n`,
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
      ssl: { ...ssl, certificateAuthorities: ca },
      ...cluster,
    },
  });
  return { code, out, err };
}

/** Creates the data folder of an installation in use. */
async function installed(audit?: object): Promise<string> {
  const dataDir = newFolder();
  const options = { dataDir, initialAdminPassword: PASSWORD };
  const { backend } = await openEmbeddedBackend(options);
  try {
    const call = clientOf(backend.engine as never, INTERNAL);
    const made = async (path: string, body: object) => {
      const { statusCode, body: response } = await call('PUT', `/api/${path}`, body);
      if (statusCode > 299) throw new Error(`${path}: ${statusCode} ${JSON.stringify(response)}`);
    };
    if (audit) await made('audit/config', audit);
    await made('tenants/m_sales', { description: 'Sales, ü' });
    await made('actiongroups/m_group', { allowed_actions: ['indices:data/read/*'], type: 'index' });
    await made('roles/m%2Frole', {
      cluster_permissions: ['m_group'],
      index_permissions: [{ index_patterns: ['sales-*'], allowed_actions: ['read'], fls: ['a'] }],
      tenant_permissions: [{ tenant_patterns: ['m_sales'], allowed_actions: ['kibana_all_write'] }],
    });
    await made('internalusers/m_ada', { password: PASSWORD, attributes: { unit: 'a' } });
    await made('internalusers/m_bob', { hash: hashSync(PASSWORD, 10), backend_roles: ['b'] });
    await made('internalusers/m_root', { password: PASSWORD, backend_roles: ['admin'] });
    await made('rolesmapping/m%2Frole', { users: ['m_ada', 'm_*'] });
    for (let at = 0; at < 5; at++) await made('tenants/m_sales', { description: `Sales ${at}` });
    await call('DELETE', '/api/internalusers/admin');
    for (const [tenant, count] of [
      ['', 450] as const,
      ['tenant:m_sales', 3],
      ['user:m_ada', 2],
    ] as const)
      await backend.savedObjects({ kind: 'server' }, tenant).write(
        Array.from({ length: count }, (_, at) => ({
          ...({ kind: 'create', overwrite: false, titleField: 'title' } as const),
          type: at % 2 === 0 ? 'dashboard' : 'm-own-type',
          id: `${tenant}-${at}`,
          attributes: { title: `Title ${at}`, nested: { list: [1, null, 'é'] } },
          references: [{ name: 'n', type: 'index-pattern', id: 'i' }],
          migrationVersion: { dashboard: '7.9.3' },
        }))
      );
    await backend.savedObjects({ kind: 'server' }, '').write([
      {
        ...({ kind: 'create', overwrite: false, titleField: 'buildNum', references: [] } as const),
        type: 'config',
        id: '3.4.0',
        attributes: { buildNum: 1, defaultIndex: 'i' },
      },
    ]);
  } finally {
    await backend.stop();
  }
  return dataDir;
}

/** The complete content of a data folder: configuration files, saved objects, history. */
async function contentOf(dataDir: string) {
  const dir = newFolder();
  expect(await security(['export', join(dir, 'out')], dataDir)).toMatchObject({ code: 0, err: '' });
  const names = readdirSync(join(dir, 'out')).sort();
  const files = names.map(
    (name) => [name, parse(readFileSync(join(dir, 'out', name), 'utf8')) as unknown] as const
  );
  const installation = openInstallation(dataDir, DEFAULT_SETTINGS, false);
  try {
    const objects = new Map<string, unknown>();
    for (const tenant of await installation.objects.tenants())
      for await (const object of installation.objects.objects(tenant)) {
        const { version: _v, revision: _r, ...kept }: StoredObject = object;
        objects.set(`${tenant} ${object.type} ${object.id}`, kept);
      }
    const history = await installation.history.walk(0, 10_000);
    return { files: Object.fromEntries(files), objects: Object.fromEntries(objects), history };
  } finally {
    installation.close();
  }
}

async function emptied(): Promise<void> {
  await deleteIndices(superAdmin, '.kibana');
  await deleteIndices(superAdmin, HISTORY);
}

async function putDocument(id: string, text: string): Promise<void> {
  const path = `/${SECURITY}/_doc/${id}?refresh=true`;
  await asAdmin(superAdmin, 'PUT', path, { [id]: Buffer.from(text).toString('base64') });
}
const reload = () =>
  superAdmin.asServer({ method: 'DELETE', path: '/_plugins/_security/api/cache' });

beforeAll(async () => {
  const found = await asAdmin(superAdmin, 'GET', `/${SECURITY}/_search?size=100`);
  const { hits } = found['hits'] as { hits: { _id: string; _source: Record<string, string> }[] };
  for (const { _id: id, _source: source } of hits)
    documents.set(id, Buffer.from(source[id] ?? '', 'base64').toString('utf8'));
});
beforeEach(emptied);
afterEach(async () => {
  for (const [id, text] of documents) await putDocument(id, text);
  await reload();
});
afterAll(async () => {
  await emptied();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  await closeClients();
});

/** Removes all entries, like a new cluster that only has the administrator certificate. */
async function withoutEntries(): Promise<void> {
  for (const [id, text] of documents) {
    if (!['internalusers', 'roles', 'rolesmapping', 'actiongroups', 'tenants'].includes(id))
      continue;
    const { _meta } = JSON.parse(text) as { _meta: unknown };
    await putDocument(id, JSON.stringify({ _meta }));
  }
  await reload();
}

// @backend cluster/36
it('migrates everything there and back with the certificate, and nothing twice', async () => {
  await withoutEntries();
  const dataDir = await installed({
    enabled: true,
    audit: { disabled_rest_categories: ['AUTHENTICATED'] },
    compliance: { enabled: false },
  });
  const before = await contentOf(dataDir);
  const to = ['migrate', `--to=${url}`];

  const plan = await security(to, dataDir);
  expect(plan).toMatchObject({ code: 1, err: '' });
  expect(plan.out).toMatch(/^ +internal_users\.yml +3 +0 +0 +0$/m);
  expect(plan.out).toMatch(/^ +saved objects of the private tenant of m_ada +2 +0 +0 +0$/m);
  expect(plan.out).toContain('Differs');
  expect(plan.out).toMatch(/hashed with argon2[^]*m_ada, m_root\n/);
  expect(plan.out).not.toMatch(/\$2|\$argon2|Tractor/);

  const stopped = await security([...to, '--yes'], dataDir);
  expect(stopped.code).toBe(2);
  expect(stopped.out).toContain('Nothing was changed');
  expect(await asAdmin(superAdmin, 'GET', '/.kibana*/_alias?expand_wildcards=all')).toEqual({});

  const replacing = [...to, '--yes', '--on-conflict=replace', '--replace=config.yml'];
  const done = await security(replacing, dataDir);
  expect(done).toMatchObject({ code: 0, err: '' });
  const again = await security([...to, '--yes'], dataDir);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to do.') });
  const bob = await clientAs('m_bob', PASSWORD).asServer({
    method: 'GET',
    path: '/_plugins/_security/authinfo',
  });
  expect(bob.statusCode).toBe(200);

  const back = newFolder();
  const from = ['migrate', `--from=${url}`, '--yes'];
  const returned = await security(from, back);
  expect(returned).toMatchObject({ code: 0, err: '' });
  expect(returned.out).not.toMatch(/Left out|Differs/);
  expect(await contentOf(back)).toEqual(before);
  expect(await security(from, back)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Nothing to do.'),
  });
});

it('stops at differences, and keeps or replaces them if an option says so', async () => {
  const dataDir = await installed();
  const to = ['migrate', `--to=${url}`, '--yes'];
  const mine = { description: 'of the cluster' };
  await asAdmin(superAdmin, 'PUT', '/_plugins/_security/api/tenants/m_sales', mine);
  const tenant = async () =>
    (await asAdmin(superAdmin, 'GET', '/_plugins/_security/api/tenants/m_sales'))['m_sales'];

  const stopped = await security(to, dataDir);
  expect(stopped.code).toBe(2);
  expect(stopped.out).toMatch(/Differs[^]*tenants\.yml\n {4}m_sales\n/);

  expect((await security([...to, '--on-conflict=keep'], dataDir)).code).toBe(0);
  expect(await tenant()).toMatchObject(mine);
  expect((await security([...to, '--on-conflict=keep'], dataDir)).out).toContain('Nothing to do.');
  const replaced = await security([...to, '--on-conflict=replace'], dataDir);
  expect(replaced).toMatchObject({ code: 0, err: '' });
  expect(await tenant()).toMatchObject({ description: 'Sales 4' });
});

// @backend cluster/38
it('resumes after a broken connection; without the certificate it reports what stays and who needs a password', async () => {
  // A new data folder records logins, a new cluster does not: without this, the two would differ.
  const { config: audit } = await asAdmin(superAdmin, 'GET', '/_plugins/_security/api/audit');
  const dataDir = await installed(audit as object);
  const authority = await Authority.make();
  const proxy = await FaultProxy.open(authority);
  try {
    const byName = {
      username: 'admin',
      ssl: { ...ssl, certificateAuthorities: authority.files.certFile },
    };
    const to = ['migrate', `--to=${proxy.url}`, '--password-stdin', '--yes'];
    let writes = 0;
    const cut: Fault = ({ path }) =>
      path.startsWith('/_bulk') && ++writes === 2 ? { kind: 'cut', when: 'after' } : undefined;
    proxy.setFault(cut);
    const broken = await security(to, dataDir, byName);
    expect(broken).toMatchObject({ code: 2, err: '' });
    expect(broken.out).toMatch(
      /Interrupted at .*\n[^]*may have been written[^]*Not tried: .*history/
    );
    expect(broken.out).toContain(proxy.url);

    proxy.setFault();
    const done = await security(to, dataDir, byName);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toMatch(/^ +internal_users\.yml +0 +3 +0 +0$/m);
    expect(done.out).toContain("only the administrator's certificate");
    expect((await security(to, dataDir, byName)).out).toContain('Nothing to do.');

    const back = newFolder();
    const from = ['migrate', `--from=${proxy.url}`, '--password-stdin', '--yes'];
    const returned = await security(from, back, byName);
    expect(returned).toMatchObject({ code: 0, err: '' });
    for (const name of ['m_ada', 'm_bob', 'm_root'])
      expect(returned.out).toMatch(new RegExp(`without a password[^]*\\b${name}\\b[^]*\\nMoved`));
    const [here, there] = [await contentOf(dataDir), await contentOf(back)];
    expect(there.objects).toEqual(here.objects);
    expect(there.history).toEqual(here.history);
    expect(JSON.stringify(there.files['internal_users.yml'])).not.toMatch(/"hash"/);
  } finally {
    authority.remove();
    await proxy.close();
  }
});

const ROOT = { backend_roles: ['admin'] };
const authinfo = async (name: string) => {
  const path = '/_plugins/_security/authinfo';
  return (await clientAs(name, PASSWORD).asServer({ method: 'GET', path })).statusCode;
};
/** Replaces the users of the cluster. */
async function withUsers(users: object): Promise<void> {
  const { _meta } = JSON.parse(documents.get('internalusers') ?? '{}') as { _meta: unknown };
  await putDocument('internalusers', JSON.stringify({ _meta, ...users }));
  await reload();
}
const configDocument = async () => await asAdmin(superAdmin, 'GET', `/${SECURITY}/_source/config`);

// @backend cluster/37
it('asks before it replaces an administrator whose password the cluster cannot verify', async () => {
  const own = JSON.parse(documents.get('config') ?? '') as { config: { dynamic: object } };
  const dynamic = { ...own.config.dynamic, hosts_resolver_mode: 'm-own' };
  await putDocument('config', JSON.stringify({ ...own, config: { dynamic } }));
  await withUsers({ m_root: { ...ROOT, hash: hashSync(PASSWORD, 10) } });
  const dataDir = await installed();
  const config = await configDocument();
  const replacing = ['migrate', `--to=${url}`, '--on-conflict=replace'];
  const plan = await security(replacing, dataDir);
  expect(plan).toMatchObject({ code: 1, err: '' });
  expect(plan.out).toMatch(/LOCK-OUT: these users[^]*\n {2}m_root\n/);
  expect(plan.out).toMatch(/Differs \(left there as it is\):\n {2}config\.yml\n/);

  const { out } = await security([...replacing, '--json'], dataDir);
  expect(JSON.parse(out)).toMatchObject({
    outcome: 'planned',
    kinds: expect.arrayContaining([
      expect.objectContaining({ title: 'internal_users.yml', differs: 1, differing: ['m_root'] }),
      expect.objectContaining({ title: 'config.yml', differs: 1, to_write: 0 }),
    ]),
    lockout: [{ text: expect.stringContaining('LOCK-OUT'), names: ['m_root'], count: 1 }],
  });

  const refused = await security([...replacing, '--yes'], dataDir);
  expect(refused).toMatchObject({ code: 2, err: '' });
  expect(refused.out).toContain('Nothing was changed: --confirm-lockout');
  expect(await authinfo('m_root')).toBe(200);
  expect((await security([...replacing, '--yes', '--confirm-lockout'], dataDir)).code).toBe(0);
  expect(await authinfo('m_root')).toBe(401);
  expect(await configDocument()).toEqual(config);
  const named = [...replacing, '--yes', '--replace=config.yml'];
  expect((await security(named, dataDir)).code).toBe(0);
  expect(await configDocument()).not.toEqual(config);
});

it('asks before it removes permissions of an administrator of the data folder', async () => {
  await withUsers({ m_root: { backend_roles: [], hash: hashSync(PASSWORD, 10) } });
  const dataDir = await installed();
  const before = await contentOf(dataDir);
  const replacing = ['migrate', `--from=${url}`, '--on-conflict=replace', '--yes'];
  const refused = await security(replacing, dataDir);
  expect(refused.out).toMatch(/LOCK-OUT: these users[^]*\n {2}m_root\n/);
  expect(refused.code).toBe(2);
  expect(await contentOf(dataDir)).toEqual(before);
  expect((await security([...replacing, '--confirm-lockout'], dataDir)).code).toBe(0);
  const { files } = await contentOf(dataDir);
  expect(files['config.yml']).toEqual(before.files['config.yml']);
  expect(files['internal_users.yml']).toMatchObject({ m_root: { reserved: false } });
});
