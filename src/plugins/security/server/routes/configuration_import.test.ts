/** Tests of configuration import over HTTP: plan, dry run, and all-or-nothing changes. */
import { parse } from 'yaml';
import { withoutFeatures } from '../../../../backend/testing/altered';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  addUser,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';

jest.setTimeout(60_000);

const PASSWORD = 'Jane-doe-secret-7';
const FILES = '/api/v1/configuration_files';
/** Hash of a password that no user has. */
const HASH = `$2b$12$${'a'.repeat(21)}e${'a'.repeat(31)}`;
const ROLE = { cluster_permissions: ['cluster_monitor'] };

let server: SecurityServer;
let admin: HttpClient;
const plan = (kind: string, entries: object, more: object = {}) =>
  admin.post(`${FILES}/${kind}/_plan`, { entries, ...more });
const importChanges = (changes: readonly object[], more: object = {}, query = '') =>
  admin.post(`${FILES}/_import${query}`, { changes, ...more });
const storedEntry = async (kind: string, name: string) => {
  const { status, body } = await admin.get(`/api/v1/configuration/${kind}/${name}`);
  return status === 200 ? body : undefined;
};

describe('configuration import on a backend with atomic changes', () => {
  beforeAll(async () => {
    server = await startSecurityServer();
    await addUser(server, 'jdoe', PASSWORD);
    admin = await server.admin();
  });

  it('finds no changes in exported files', async () => {
    for (const kind of ['tenants', 'actiongroups', 'roles', 'rolesmapping', 'audit']) {
      const { _meta, ...entries } = parse((await admin.get(`${FILES}/${kind}`)).body.text);
      const { status, body } = await plan(kind, entries, { prune: true });
      expect([kind, status, body.items]).toEqual([kind, 200, []]);
      expect(body.same).toBe(Object.keys(entries).length);
    }
  });

  it('plans creations, changes and deletions with the versions it read', async () => {
    await admin.post('/api/v1/configuration/tenants/old', { description: 'Old' });
    await admin.post('/api/v1/configuration/tenants/kept', { description: 'Kept' });
    const { body } = await plan(
      'tenants',
      { new: null, kept: { reserved: false, description: 'Changed' }, 'a/b': { static: true } },
      { prune: true }
    );
    const tag = (await admin.get('/api/v1/configuration/tenants/kept')).headers.get('etag');
    expect(body.items).toEqual([
      {
        name: 'kept',
        action: 'update',
        version: tag,
        before: { description: 'Kept' },
        after: { description: 'Changed' },
      },
      { name: 'new', action: 'create', after: {} },
      expect.objectContaining({ name: 'old', action: 'delete', before: { description: 'Old' } }),
    ]);
  });

  it('creates a role, its mapping and a user together and records how in the history', async () => {
    const changes = [
      {
        kind: 'internalusers',
        name: 'file_user',
        action: 'create',
        entry: { hash: HASH, opendistro_security_roles: ['file_role'] },
      },
      { kind: 'rolesmapping', name: 'file_role', action: 'create', entry: { users: ['jdoe'] } },
      { kind: 'roles', name: 'file_role', action: 'create', entry: { reserved: false, ...ROLE } },
    ];
    const dryRun = await importChanges(changes, { trial: true });
    expect(dryRun.body).toMatchObject({ is_done: false, is_whole: true });
    expect(dryRun.body.results.map((one: { is_done: boolean }) => one.is_done)).toEqual([
      true,
      true,
      true,
    ]);
    expect(await storedEntry('roles', 'file_role')).toBeUndefined();
    expect((await importChanges(changes)).body).toMatchObject({ is_done: true, is_whole: true });
    expect(await storedEntry('roles', 'file_role')).toMatchObject(ROLE);
    expect(await storedEntry('rolesmapping', 'file_role')).toMatchObject({ users: ['jdoe'] });
    const { body } = await admin.get('/api/v1/history?name=file_role');
    expect(
      body.items.map(({ via, type }: { via: string; type: string }) => `${via} ${type}`)
    ).toEqual(['files rolesmapping', 'files roles']);
    const deletions = changes.map(({ kind, name }) => ({ kind, name, action: 'delete' }));
    expect((await importChanges(deletions)).body.is_done).toBe(true);
    expect(await storedEntry('rolesmapping', 'file_role')).toBeUndefined();
  });

  it('changes nothing if one entry is rejected, and reports an error for each', async () => {
    const { body } = await importChanges([
      { kind: 'tenants', name: 'half', action: 'create', entry: {} },
      { kind: 'rolesmapping', name: 'no_such_role', action: 'create', entry: { users: ['x'] } },
      { kind: 'roles', name: 'odd', action: 'create', entry: { nonsense: 1 } },
      { kind: 'internalusers', name: 'bare', action: 'create', entry: {} },
      { kind: 'roles', name: 'all_access', action: 'update', entry: ROLE },
    ]);
    expect(body).toMatchObject({ is_done: false, is_whole: true });
    expect(body.results).toEqual([
      { kind: 'tenants', name: 'half', is_done: true },
      {
        kind: 'rolesmapping',
        name: 'no_such_role',
        is_done: true,
        warnings: [{ kind: 'missing_role', name: 'no_such_role' }],
      },
      expect.objectContaining({ is_done: false, message: expect.stringContaining('nonsense') }),
      expect.objectContaining({ is_done: false, message: expect.stringContaining('hash') }),
      expect.objectContaining({
        is_done: false,
        message: expect.stringMatching(/reserved|static/),
      }),
    ]);
    expect(await storedEntry('tenants', 'half')).toBeUndefined();
  });

  it('warns about a user and a tenant of the same name', async () => {
    const entry = { password: 'Same-name-secret-7' };
    const { body } = await importChanges([
      { kind: 'tenants', name: 'namesake', action: 'create', entry: {} },
      { kind: 'internalusers', name: 'namesake', action: 'create', entry },
    ]);
    expect(body.results).toEqual([
      { kind: 'tenants', name: 'namesake', is_done: true },
      {
        kind: 'internalusers',
        name: 'namesake',
        is_done: true,
        warnings: [{ kind: 'same_name', name: 'namesake' }],
      },
    ]);
  });

  it('rejects entries that were changed since the plan', async () => {
    await admin.post('/api/v1/configuration/tenants/contested', { description: 'One' });
    const { body } = await plan('tenants', { contested: { description: 'Mine' } });
    await admin.post('/api/v1/configuration/tenants/contested', { description: 'Theirs' });
    const [{ name, action, version }] = body.items;
    const change = { kind: 'tenants', name, action, version, entry: { description: 'Mine' } };
    const refused = (await importChanges([change])).body;
    expect(refused.results[0]).toMatchObject({ is_done: false, code: 'security.stale_version' });
    expect(await storedEntry('tenants', 'contested')).toMatchObject({ description: 'Theirs' });
  });

  it('requires confirmation if all changes together lock administrators out', async () => {
    const mapping = (await admin.get('/api/v1/configuration/rolesmapping/all_access')).body;
    const changes = [
      { kind: 'internalusers', name: 'admin', action: 'delete' },
      { kind: 'tenants', name: 'beside', action: 'create', entry: {} },
    ];
    expect(mapping.reserved).toBe(false);
    const response = (await importChanges(changes)).body;
    expect(response.is_done).toBe(false);
    expect(response.results.concat(response.refusal ?? [])).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: expect.any(String) })])
    );
    expect(await storedEntry('tenants', 'beside')).toBeUndefined();
  });

  it('requires API access and enforces its limits', async () => {
    const jane = await server.loggedIn('jdoe', PASSWORD);
    expect((await jane.post(`${FILES}/roles/_plan`, { entries: {} })).status).toBe(403);
    expect((await jane.post(`${FILES}/_import`, { changes: [] })).status).toBe(403);
    const change = { kind: 'tenants', action: 'create', entry: {} };
    const many = Array.from({ length: 1_001 }, (_, at) => ({ ...change, name: `t${at}` }));
    expect((await importChanges(many)).status).toBe(400);
    expect((await importChanges([{ ...change, kind: 'config', name: 'config' }])).status).toBe(400);
  });
});

describe('configuration import on a backend with sequential changes', () => {
  beforeAll(async () => {
    server = await startSecurityServer({ wrapBackend: withoutFeatures('changeSets') });
    admin = await server.admin();
  });

  it('has no dry run, continues after an error and reports each entry', async () => {
    const changes = [
      { kind: 'rolesmapping', name: 'no_such_role', action: 'create', entry: { users: ['x'] } },
      { kind: 'tenants', name: 'made', action: 'create', entry: {} },
    ];
    const dryRun = await importChanges(changes, { trial: true });
    expect(dryRun.body).toEqual({ is_done: false, is_whole: false, results: [] });
    const { body } = await importChanges(changes);
    expect(body).toMatchObject({ is_done: false, is_whole: false });
    expect(body.results.map((one: { is_done: boolean }) => one.is_done)).toEqual([false, true]);
    expect(await storedEntry('tenants', 'made')).toBeDefined();
  });
});

describe('configuration files', () => {
  const PASSWORD = 'Jane-doe-secret-7';
  let server: SecurityServer;
  let admin: HttpClient;
  beforeAll(async () => {
    server = await startSecurityServer();
    await addUser(server, 'jdoe', PASSWORD);
    admin = await server.admin();
  });

  const get = (kind: string, client = admin) => client.get(`/api/v1/configuration_files/${kind}`);

  it("contain the entries of a kind in the cluster's format without built-in entries", async () => {
    const body = {
      description: 'Yes: "quoted", and on',
      tenant_permissions: [{ tenant_patterns: ['*'], allowed_actions: ['kibana_all_read'] }],
    };
    expect((await admin.post('/api/v1/configuration/roles/no', body)).status).toBe(200);
    const { status, body: response } = await get('roles');
    expect([status, response.file]).toEqual([200, 'roles.yml']);
    const file = parse(response.text);
    expect(file._meta).toEqual({ type: 'roles', config_version: 2 });
    expect(file.no).toEqual({ reserved: false, ...body });
    expect(Object.keys(file)).toHaveLength(response.entries + 1);
    const stored = (await admin.get('/api/v1/configuration/roles')).body.data;
    const own = Object.keys(stored).filter((name) => !stored[name].static);
    expect(Object.keys(file).filter((name) => name !== '_meta')).toEqual(own);
  });

  it('escape stored text that looks like a variable', async () => {
    const body = { attributes: { '${env.HOME}': 'a\\${env.HOME:-x}' }, description: '${envbc.A}' };
    const path = '/api/v1/configuration/internalusers/varied';
    expect((await admin.post(path, { ...body, password: PASSWORD })).status).toBe(200);
    const { text } = (await get('internalusers')).body;
    expect(text).not.toContain('${env');
    expect(parse(text).varied).toEqual({ reserved: false, ...body });
  });

  it('contain no password hashes, but the audit logging settings', async () => {
    const users = await get('internalusers');
    expect(parse(users.body.text).jdoe).toMatchObject({ reserved: false });
    expect(users.body.text).not.toMatch(/hash|argon2/);
    const audit = parse((await get('audit')).body.text);
    expect(audit._meta).toEqual({ type: 'audit', config_version: 2 });
    expect(audit.config).toMatchObject({ enabled: true });
  });

  // @feature configuration/2
  it('are available as CSV tables without hashes and formulas', async () => {
    const odd = {
      description: '=1+1, "told"',
      cluster_permissions: ['cluster_monitor', 'cluster_composite_ops'],
    };
    expect((await admin.post('/api/v1/configuration/roles/-odd', odd)).status).toBe(200);
    const { status, body: response } = await get('roles?format=csv');
    expect([status, response.file]).toEqual([200, 'roles.csv']);
    const [heading = '', ...lines] = (response.text as string).split('\r\n');
    expect(heading).toMatch(/^name,reserved,hidden,/);
    expect(lines.slice(0, -1)).toHaveLength(response.entries);
    const line = lines.find((one) => one.startsWith(`"'-odd"`));
    expect(line).toContain('"cluster_monitor\ncluster_composite_ops"');
    expect(line).toContain(`"'=1+1, ""told"""`);
    // Built-in entries are part of a review as well.
    expect(lines.some((one) => one.startsWith('all_access,'))).toBe(true);
    const users = await get('internalusers?format=csv');
    expect(users.body.text).toMatch(/^jdoe,/m);
    expect(users.body.text).not.toMatch(/hash|argon2/);
    expect((await get('audit?format=csv')).body.text).toMatch(
      /^name,value\r\nenabled,true\r\naudit\./
    );
    expect((await get('roles?format=xml')).status).toBe(400);
  });

  it('require API access and a known kind', async () => {
    expect((await get('roles', server.client())).status).toBe(401);
    expect((await get('roles', await server.loggedIn('jdoe', PASSWORD))).status).toBe(403);
    expect((await get('config')).status).toBe(404);
  });
});
