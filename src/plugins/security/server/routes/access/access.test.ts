import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { HttpClient } from '../../../../../../test/helpers/http_client';
import {
  ADMIN,
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { withoutFeatures } from '../../../../../backend/testing/altered';

jest.setTimeout(60_000);
const EXPLAIN = '/api/v1/access/explain';
const IMPACT = '/api/v1/access/impact';
const EFFECTIVE = '/api/v1/access/effective';
const PASSWORD = 'Jane-doe-secret-7';
const SEARCH = 'indices:data/read/search';

describe('access explanation', () => {
  let server: SecurityServer;
  let admin: HttpClient;
  let jdoe: HttpClient;
  beforeAll(async () => {
    server = await startSecurityServer();
    await put(server, 'tenants/hr', { description: '' });
    await put(server, 'roles/logs_reader', {
      index_permissions: [
        { index_patterns: ['logs-*'], allowed_actions: ['read'], fls: ['~secret'] },
      ],
      tenant_permissions: [{ tenant_patterns: ['hr'], allowed_actions: ['kibana_all_read'] }],
    });
    await addUser(server, 'jdoe', PASSWORD, { backend_roles: ['devs'] });
    await addUser(server, 'other', PASSWORD);
    await put(server, 'rolesmapping/logs_reader', { backend_roles: ['devs'] });
    admin = await server.admin();
    jdoe = await server.loggedIn('jdoe', PASSWORD);
  });

  const get = (client: HttpClient, query: Record<string, string>, path = EXPLAIN) =>
    client.get(`${path}?${new URLSearchParams(query)}`);

  it('explains a granted request down to the matching pattern', async () => {
    const { status, body } = await get(admin, { user: 'jdoe', action: SEARCH, index: 'logs-1' });
    expect(status).toBe(200);
    expect(body.decision).toMatchObject({
      outcome: 'allowed',
      effect: 'execute',
      allowed_indices: ['logs-1'],
    });
    expect(body.user.roles).toEqual([
      {
        role: 'logs_reader',
        exists: true,
        origins: [{ via: 'backend_roles', pattern: 'devs', value: 'devs' }],
      },
    ]);
    expect(body.grants[0]).toMatchObject({
      role: 'logs_reader',
      entry: 0,
      action: { path: ['read', 'indices:data/read*'] },
      index_match: { pattern: 'logs-*' },
    });
    expect(body.restrictions[0]).toMatchObject({
      index: 'logs-1',
      fields: { mode: 'exclude', fields: ['secret'] },
    });
  });

  it('accepts several indices and a tenant', async () => {
    const partial = await get(admin, { user: 'jdoe', action: SEARCH, index: 'logs-1,hr' });
    expect(partial.body.decision).toMatchObject({
      outcome: 'partial',
      allowed_indices: ['logs-1'],
      denied_indices: ['hr'],
    });
    expect(partial.body.near_misses[0]).toMatchObject({
      code: 'index_pattern_missing',
      role: 'logs_reader',
    });
    expect(partial.body.suggestions.length).toBeGreaterThan(0);
    const read = await get(admin, { user: 'jdoe', action: SEARCH, tenant: 'hr' });
    expect(read.body.decision).toMatchObject({ outcome: 'allowed', tenant: { access: 'read' } });
    const write = await get(admin, {
      user: 'jdoe',
      action: 'indices:data/write/index',
      tenant: 'hr',
    });
    expect(write.body.decision).toMatchObject({ outcome: 'denied', reason: 'tenant_read_only' });
  });

  it('advises a reader who may not write to open one index to one person, not to become an administrator', async () => {
    await addUser(server, 'viewer', PASSWORD, { opendistro_security_roles: ['readall'] });
    for (const [action, index] of [
      ['indices:data/write/index', 'orders-1'],
      ['indices:admin/mappings/get', 'orders-1'],
      ['indices:data/write/bulk', ''],
    ] as const) {
      const { body } = await get(admin, { user: 'viewer', action, ...(index && { index }) });
      expect(body.suggestions).toEqual([
        expect.objectContaining({
          kind: 'create_role',
          mapping_body: { users: ['viewer'] },
          gains: { users: 1, user_patterns: [], backend_roles: [], hosts: [] },
          opens: expect.objectContaining({
            all_indices: false,
            index_patterns: index === '' ? [] : [index],
          }),
        }),
      ]);
    }
  });

  it('compares access before and after an unsaved change without saving it', async () => {
    const request = { user: 'other', action: SEARCH, index: 'logs-1' };
    const changes = { rolesmapping: { logs_reader: { users: ['other'] } } };
    const { status, body } = await admin.post(EXPLAIN, { ...request, changes });
    expect([
      status,
      body.before.decision.outcome,
      body.after.decision.outcome,
      body.is_changed,
    ]).toEqual([200, 'denied', 'allowed', true]);
    expect((await get(admin, request)).body.decision.outcome).toBe('denied');
  });

  it('says that a suspended user cannot log in, whatever the roles allow', async () => {
    const request = { user: 'other', action: SEARCH, index: 'logs-1' };
    const before = await get(admin, request);
    expect(before.body.user).not.toHaveProperty('suspended');
    const changes = { internalusers: { other: { attributes: { enabled: 'false' } } } };
    const planned = await admin.post(EXPLAIN, { ...request, changes });
    expect([planned.body.is_changed, planned.body.after.user.suspended]).toEqual([true, true]);
    await put(server, 'internalusers/other', changes.internalusers.other);
    expect((await get(admin, request)).body.user.suspended).toBe(true);
    await put(server, 'internalusers/other', { attributes: {} });
  });

  it('explains a described user with described indices', async () => {
    const { body } = await admin.post(EXPLAIN, {
      subject: {
        name: 'ldap_user',
        backend_roles: ['devs'],
        attributes: { 'attr.ldap.x': 'y' },
        host: '10.0.0.1',
      },
      action: 'indices:data/write/bulk',
      parts: ['bulk_delete'],
      index: ['al'],
      known_indices: [{ name: 'logs-1', aliases: ['al'] }],
    });
    expect(body.user).toMatchObject({
      name: 'ldap_user',
      exists: false,
      attribute_names: ['attr.ldap.x'],
    });
    expect(body.question).toMatchObject({
      cluster_actions: ['indices:data/write/bulk'],
      index_actions: ['indices:data/write/bulk[s]', 'indices:data/write/delete'],
      indices: ['logs-1'],
    });
    expect(body.decision).toMatchObject({
      outcome: 'denied',
      reason: 'missing_cluster_permission',
    });
  });

  it('answers users about themselves and requires permissions for others', async () => {
    for (const query of [{}, { user: 'jdoe' }] as Record<string, string>[]) {
      const { status, body } = await get(jdoe, { ...query, action: SEARCH, index: 'hr' });
      expect([status, body.user.name, body.decision.outcome, body.suggestions]).toEqual([
        200,
        'jdoe',
        'denied',
        [],
      ]);
    }
    expect(
      (await jdoe.post(EXPLAIN, { action: SEARCH, index: 'logs-1' })).body.decision.outcome
    ).toBe('allowed');
    const refused = [
      await get(jdoe, { user: 'other', action: SEARCH }),
      await get(jdoe, { user: 'nobody', action: SEARCH }),
      await get(jdoe, { user: 'other' }, EFFECTIVE),
      await jdoe.post(EXPLAIN, { action: SEARCH, subject: { name: 'jdoe' } }),
      await jdoe.post(EXPLAIN, { action: SEARCH, changes: { roles: {} } }),
    ];
    for (const { status, body } of refused)
      expect([status, body.message]).toEqual([403, expect.stringContaining('may read roles')]);
    for (const path of [`${EXPLAIN}?action=x`, EFFECTIVE])
      expect((await server.client().get(path)).status).toBe(401);
    expect((await server.client().post(EXPLAIN, { action: SEARCH })).status).toBe(401);
  });

  it('lists effective permissions by role', async () => {
    const own = await jdoe.get(EFFECTIVE);
    expect(own.body.roles).toMatchObject([
      {
        role: 'logs_reader',
        index: [{ index_patterns: ['logs-*'], fls: ['~secret'] }],
        tenants: [{ access: 'read', tenants: ['hr'] }],
      },
    ]);
    expect(own.body.tenants).toEqual({ hr: false, jdoe: true });
    const other = await get(admin, { user: 'admin' }, EFFECTIVE);
    expect(other.body).toMatchObject({ user: { name: 'admin' }, api: { has_api_access: true } });
    expect((await get(admin, { user: 'nobody' }, EFFECTIVE)).status).toBe(404);
  });

  it.each([
    [{}],
    [{ action: '' }],
    [{ action: 'a'.repeat(257) }],
    [{ action: SEARCH, extra: 1 }],
    [{ action: SEARCH, index: 5 }],
    [null],
    [{ action: SEARCH, index: Array.from({ length: 101 }, (_, i) => `i${i}`) }],
    [{ action: SEARCH, user: 'u'.repeat(257) }],
    [{ action: SEARCH, parts: ['nonsense'] }],
    [{ action: SEARCH, changes: { tenants: {} } }],
    [{ action: SEARCH, changes: { roles: { r: { nonsense: 1 } } } }],
    [{ action: SEARCH, changes: { roles: { r: { index_permissions: [7] } } } }],
    [{ action: SEARCH, user: 'jdoe', subject: { name: 'x' } }],
    [{ action: SEARCH, subject: { name: 'x', attributes: { a: 1 } } }],
    [{ action: SEARCH, known_indices: Array.from({ length: 201 }, (_, i) => ({ name: `i${i}` })) }],
  ])('rejects the invalid request %#', async (body) => {
    expect((await admin.post(EXPLAIN, body)).status).toBe(400);
  });
  it('rejects queries that are too long or incomplete', async () => {
    expect((await get(admin, {})).status).toBe(400);
    expect(
      (
        await get(admin, {
          action: SEARCH,
          index: Array.from({ length: 101 }, (_, i) => `i${i}`).join(),
        })
      ).status
    ).toBe(400);
    expect((await get(admin, { action: SEARCH, other: 'x' })).status).toBe(400);
  });
  // @asvs V5.3.3/1
  it('handles names like __proto__', async () => {
    const body = JSON.parse(
      `{"action":"${SEARCH}","user":"jdoe","changes":{"roles":{"__proto__":{},"constructor":{}}}}`
    );
    expect((await admin.post(EXPLAIN, body)).status).toBeLessThan(500);
    expect((await get(admin, { user: '__proto__', action: SEARCH })).status).toBe(404);
  });
});

describe('docs/guide/explain.md', () => {
  const guide = readFileSync(
    path.join(__dirname, '../../../../../../docs/guide/explain.md'),
    'utf8'
  );
  const commands = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, command]) => command as string);

  it('contains commands that work as printed', async () => {
    const server = await startSecurityServer();
    const run = promisify(execFile);
    const responses = [];
    for (const command of commands) {
      const line = command.replace('http://localhost:5601', server.url);
      const env = { ...process.env, PASSWORD: ADMIN.password, no_proxy: '*' };
      const { stdout } = await run('sh', ['-c', line], { env });
      responses.push(JSON.parse(stdout));
    }
    expect(responses).toMatchObject([
      { decision: { outcome: 'allowed' } },
      {
        rows: [
          { name: 'all_access', exists: true, cells: ['allowed', 'allowed'] },
          { name: 'readall', exists: true, cells: ['allowed', 'denied'] },
        ],
      },
      {
        before: { decision: { outcome: 'denied' } },
        after: { decision: { outcome: 'allowed' } },
        is_changed: true,
      },
      { user: { name: 'admin' } },
    ]);
  });
});

describe('access matrix', () => {
  it('is available to administrators only and enforces its limits', async () => {
    const server = await startSecurityServer();
    await addUser(server, 'jdoe', PASSWORD);
    const admin = await server.admin();
    const url = '/api/v1/access/matrix';
    const columns = [{ action: SEARCH, index: 'logs-1' }, { action: 'cluster:monitor/health' }];
    const body = { of: 'users', names: ['admin', 'jdoe', 'nobody'], columns };
    const { status, body: matrix } = await admin.post(url, body);
    expect([status, matrix]).toEqual([
      200,
      {
        rows: [
          { name: 'admin', exists: true, cells: ['allowed', 'allowed'] },
          { name: 'jdoe', exists: true, cells: ['denied', 'denied'] },
          { name: 'nobody', exists: false, cells: [] },
        ],
      },
    ]);
    const jdoe = await server.loggedIn('jdoe', PASSWORD);
    expect((await jdoe.post(url, body)).status).toBe(403);
    for (const wrong of [
      { ...body, of: 'tenants' },
      { ...body, names: [] },
      { ...body, names: Array.from({ length: 201 }, (_, i) => `u${i}`) },
      { ...body, columns: Array.from({ length: 21 }, () => columns[0]) },
    ])
      expect((await admin.post(url, wrong)).status).toBe(400);
  });
});

describe('impact of unsaved changes', () => {
  it('is available to administrators only and saves nothing', async () => {
    const server = await startSecurityServer();
    const body = { changes: { rolesmapping: { readall: { users: ['jdoe'] } } } };
    await addUser(server, 'jdoe', PASSWORD);
    const admin = await server.admin();
    const { status, body: impact } = await admin.post(IMPACT, body);
    expect([status, impact]).toMatchObject([
      200,
      { gains: { total: 1, people: [{ name: 'jdoe', roles: ['readall'] }] }, complete: true },
    ]);
    const { body: mapping } = await admin.get('/api/v1/configuration/rolesmapping/readall');
    expect(mapping.users ?? []).not.toContain('jdoe');
    const jdoe = await server.loggedIn('jdoe', PASSWORD);
    expect((await jdoe.post(IMPACT, body)).status).toBe(403);
    expect((await admin.post(IMPACT, { changes: { config: {} } })).status).toBe(400);
  });

  it('counts everyone who connects from the hosts of a mapping', async () => {
    const server = await startSecurityServer();
    const admin = await server.admin();
    const hostsOf = async (changes: object) => {
      const { body } = await admin.post(IMPACT, { changes });
      return [body.gains.hosts, body.loses.hosts];
    };
    expect(await hostsOf({ rolesmapping: { readall: { hosts: ['*'] } } })).toEqual([['*'], []]);
    await put(server, 'roles/kiosk', { cluster_permissions: ['cluster_monitor'] });
    await put(server, 'rolesmapping/kiosk', { hosts: ['10.0.0.*', 'lobby'] });
    const changed = { roles: { kiosk: { cluster_permissions: ['cluster_all'] } } };
    expect(await hostsOf(changed)).toEqual([['10.0.0.*', 'lobby'], []]);
    const moved = { rolesmapping: { kiosk: { hosts: ['lobby', 'hall'] } } };
    expect(await hostsOf(moved)).toEqual([['hall'], ['10.0.0.*']]);
    expect(await hostsOf({ rolesmapping: { kiosk: null } })).toEqual([[], ['10.0.0.*', 'lobby']]);
  });
});

describe('access explanation with a backend that does not support it', () => {
  it('returns 501 with a message', async () => {
    const server = await startSecurityServer({
      wrapBackend: withoutFeatures('explain', 'effectivePermissions'),
    });
    const admin = await server.admin();
    const changes = { roles: { reader: null } };
    const calls = [
      ['explain', () => admin.get(`${EXPLAIN}?action=x`)],
      [
        'explain',
        () =>
          admin.post('/api/v1/access/matrix', {
            of: 'users',
            names: ['admin'],
            columns: [{ action: 'x' }],
          }),
      ],
      ['explain', () => admin.post(IMPACT, { changes })],
      ['effectivePermissions', () => admin.get(EFFECTIVE)],
    ] as const;
    for (const [feature, call] of calls) {
      const { status, body } = await call();
      expect([status, body.message, body.attributes]).toEqual([
        501,
        'The security backend in use cannot explain access.',
        {
          code: 'security.feature_unsupported',
          params: { feature },
          feature,
        },
      ]);
    }
  });
});
