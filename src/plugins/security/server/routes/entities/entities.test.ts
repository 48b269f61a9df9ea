import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import {
  overrideBackend,
  overrideEngine,
  unreachableWhile,
} from '../../../../../backend/testing/altered';
import type { HttpClient } from '../../../../../../test/helpers/http_client';

jest.setTimeout(60_000);
const API = '/api/v1/configuration';
const PASSWORD = 'Jane-doe-secret-7';

describe('entities', () => {
  let server: SecurityServer;
  let admin: HttpClient;
  beforeAll(async () => {
    server = await startSecurityServer({
      config: { clusterPermissions: { include: ['cluster:my/own'] } },
    });
    await addUser(server, 'jdoe', PASSWORD);
    admin = await server.admin();
  });

  it('edits and maps entries with names that only a cluster or a tool gives', async () => {
    for (const name of ['n'.repeat(80), 'x', '50%']) {
      const id = encodeURIComponent(name);
      const save = (resource: string, body: object) => admin.post(`${API}/${resource}/${id}`, body);
      const description = { description: 'edited' };
      for (const [resource, body] of [
        ['roles', description],
        ['tenants', description],
        ['internalusers', { ...description, password: PASSWORD }],
        ['rolesmapping', { users: ['jdoe'] }],
      ] as const) {
        const given = await save(resource, body);
        expect([resource, given.status, given.body.attributes?.code]).toEqual([
          resource,
          400,
          'security.invalid_name',
        ]);
        if (resource === 'rolesmapping') await put(server, `roles/${id}`, { description: 'made' });
        else await put(server, `${resource}/${id}`, { ...body, description: 'made' });
        expect([resource, (await save(resource, body)).status]).toEqual([resource, 200]);
        if (resource === 'roles') await admin.delete(`${API}/roles/${id}`);
      }
      expect((await admin.get(`${API}/tenants/${id}`)).body.description).toBe('edited');
      expect((await admin.get(`${API}/rolesmapping/${id}`)).body.users).toEqual(['jdoe']);
    }
  });

  const role = {
    cluster_permissions: ['cluster_monitor'],
    description: 'd',
    index_permissions: [],
    tenant_permissions: [],
  };

  // @spec 1/15, 7/55, 7/61
  it.each([
    [
      'internalusers',
      'user_x',
      {
        description: 'd',
        password: PASSWORD,
        backend_roles: ['a'],
        attributes: { k: 'v' },
        opendistro_security_roles: ['readall'],
      },
    ],
    [
      'actiongroups',
      'group_x',
      { description: 'd', type: 'index', allowed_actions: ['indices:data/read/get'] },
    ],
    ['tenants', 'tenant_x', { description: 'd' }],
    ['roles', 'role x/ü', role],
    [
      'rolesmapping',
      'role x/ü',
      {
        description: 'd',
        users: ['u'],
        backend_roles: ['b'],
        and_backend_roles: ['c'],
        hosts: ['h'],
      },
    ],
  ])(
    'keep all fields of %s through create, read, list, update and delete',
    async (resource, name, body) => {
      const path = `${API}/${resource}/${encodeURIComponent(name)}`;
      const created = await admin.post(path, body, { headers: { 'if-none-match': '*' } });
      expect([created.status, created.body]).toEqual([200, { message: `'${name}' created.` }]);
      const read = await admin.get(path);
      const { password: _password, ...stored } = body as Record<string, unknown>;
      expect(read.body).toMatchObject(stored);
      expect(read.headers.get('etag')).toBe(created.headers.get('etag'));
      const list = await admin.get(`${API}/${resource}`);
      expect(list.body.data[name]).toEqual(read.body);
      expect(list.body.total).toBe(Object.keys(list.body.data).length);
      const updated = await admin.post(
        path,
        { ...stored, description: 'e' },
        { headers: { 'if-match': read.headers.get('etag')! } }
      );
      expect([updated.status, updated.body.message]).toEqual([200, `'${name}' updated.`]);
      expect((await admin.get(path)).body.description).toBe('e');
      if (resource === 'roles') return;
      expect((await admin.delete(path)).body).toEqual({ message: `'${name}' deleted.` });
      expect((await admin.get(path)).status).toBe(404);
    }
  );

  it('fill in empty lists that a role was saved without', async () => {
    await admin.post(`${API}/roles/bare`, {
      index_permissions: [{ index_patterns: ['x'], allowed_actions: ['read'] }],
    });
    expect((await admin.get(`${API}/roles/bare`)).body.index_permissions[0]).toMatchObject({
      fls: [],
      masked_fields: [],
    });
  });

  it('are not overwritten on create', async () => {
    await admin.post(`${API}/roles/taken`, role);
    const again = await admin.post(`${API}/roles/taken`, role, {
      headers: { 'if-none-match': '*' },
    });
    expect([again.status, again.body.message, again.body.attributes.code]).toEqual([
      409,
      'The role "taken" already exists. Choose another name, or edit the existing one.',
      'security.already_exists',
    ]);
  });

  it('accept one of two concurrent changes and report a conflict for the other', async () => {
    const path = `${API}/roles/contended`;
    const etag = (await admin.post(path, role)).headers.get('etag')!;
    const saves = await Promise.all(
      [1, 2].map((n) =>
        admin.post(path, { ...role, description: `${n}` }, { headers: { 'if-match': etag } })
      )
    );
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409]);
    const conflict = saves.find(({ status }) => status === 409)!;
    expect(conflict.body.message).toMatch(/Someone else changed or deleted.*Reload it/);
    expect(conflict.body.attributes.code).toBe('security.stale_version');
    const stale = await admin.delete(path, { headers: { 'if-match': etag } });
    expect(stale.status).toBe(409);
  });

  it('delete the mapping with the role', async () => {
    await admin.post(`${API}/roles/gone`, role);
    await admin.post(`${API}/rolesmapping/gone`, { users: ['jdoe'] });
    expect((await admin.delete(`${API}/roles/gone`)).status).toBe(200);
    expect((await admin.get(`${API}/rolesmapping/gone`)).status).toBe(404);
  });

  it('are deleted in bulk with a result for each', async () => {
    await put(server, 'tenants/t_one', { description: '' });
    await put(server, 'tenants/t_two', { description: '' });
    const { status, body } = await admin.post(`${API}/tenants/_bulk_delete`, {
      names: ['t_one', 'missing', 'global_tenant', 't_two', 't_one'],
    });
    expect(status).toBe(200);
    expect(body.results.map(({ name, status: code }: any) => [name, code])).toEqual([
      ['t_one', 200],
      ['missing', 404],
      ['global_tenant', 403],
      ['t_two', 200],
    ]);
    expect(body.results[2].message).toMatch(/global_tenant/);
    expect((await admin.post(`${API}/tenants/_bulk_delete`, { names: [] })).status).toBe(400);
  });

  it.each([['a'], ['a'.repeat(51)], ['a%b'], ['a\u0007b'], ['a\u200bb']])(
    'reject the name %j',
    async (name) => {
      const response = await admin.post(`${API}/roles/${encodeURIComponent(name)}`, role);
      expect([response.status, response.body.message]).toEqual([400, 'Invalid entity name or id.']);
    }
  );

  it.each([
    ['roles', { ...role, extra: 1 }],
    ['roles', { cluster_permissions: 'x' }],
    ['tenants', {}],
    ['actiongroups', {}],
    ['internalusers', { hash: 'x' }],
    ['internalusers', { reserved: true, password: PASSWORD }],
    ['rolesmapping', { users: 'x' }],
    ['roles', ['x']],
    ['roles', null],
  ])('reject a body of %s: %j', async (resource, body) => {
    expect((await admin.post(`${API}/${resource}/some_name`, body)).status).toBe(400);
  });

  it('return 204 for a missing entity with optional=true', async () => {
    const absent = `${API}/rolesmapping/nobody_has_it`;
    const optional = await admin.get(`${absent}?optional=true`);
    expect([optional.status, optional.text]).toEqual([204, '']);
    expect((await admin.get(absent)).status).toBe(404);
    expect((await admin.get(`${absent}?optional=yes`)).status).toBe(400);
    const present = await admin.get(`${API}/rolesmapping/all_access?optional=true`);
    expect([present.status, present.body.backend_roles]).toEqual([200, ['admin']]);
  });

  it('report who a change would lock out, and apply it when confirmed', async () => {
    const body = { password: PASSWORD, opendistro_security_roles: ['all_access'] };
    await admin.post(`${API}/internalusers/second_admin`, body);
    const second = await server.loggedIn('second_admin', PASSWORD);
    const own = `${API}/internalusers/second_admin`;
    const attributes = {
      code: 'security.locks_out',
      params: { message: expect.stringContaining('confirm_lockout=true') },
      lockout: { own: true, last: false, users: ['second_admin'], more: false },
    };
    const plain = { opendistro_security_roles: [] };
    for (const refused of [await second.post(own, plain), await second.delete(own)]) {
      expect([refused.status, refused.body.attributes]).toEqual([409, attributes]);
      expect(refused.body.message).toContain('your own access to the security API');
    }
    const names = { names: ['second_admin', 'nobody_at_all'] };
    const bulk = `${API}/internalusers/_bulk_delete`;
    const { results } = (await second.post(bulk, names)).body;
    expect(results).toMatchObject([
      { name: 'second_admin', status: 409, ...attributes },
      { status: 404 },
    ]);
    expect((await admin.get(own)).status).toBe(200);
    const confirmed = await second.post(`${bulk}?confirm_lockout=true`, names);
    expect(confirmed.body.results[0]).toMatchObject({ status: 200 });
    expect((await admin.get(own)).status).toBe(404);
  });

  it('pass on error messages of the engine', async () => {
    const weak = await admin.post(`${API}/internalusers/weakling`, { password: 'a' });
    expect(weak.status).toBe(400);
    expect(weak.body.message).toMatch(/password/i);
    const empty = await admin.post(`${API}/rolesmapping/readall`, {});
    expect(empty.body.message).toMatch(/Request body required/);
    expect((await admin.delete(`${API}/roles/all_access`)).status).toBe(403);
  });

  it('return 400 for unknown resources', async () => {
    for (const response of [
      await admin.get(`${API}/nonsense`),
      await admin.post(`${API}/nonsense/x1`, {}),
      await admin.get(`${API}/nonsense/x1`),
      await admin.delete(`${API}/nonsense/x1`),
      await admin.post(`${API}/nonsense`, {}),
    ]) {
      expect([response.status, response.body.message]).toEqual([400, 'Unknown resource nonsense']);
    }
  });

  it('are searched page by page', async () => {
    const { status, body } = await admin.get(
      `/api/v1/search/roles?search=kibana&per_page=2&page=1&sort_field=name&sort_order=desc&facets=customization`
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ page: 1, per_page: 2 });
    expect(body.total).toBeGreaterThan(1);
    expect(body.items).toHaveLength(2);
    expect(body.items[0].name > body.items[1].name).toBe(true);
    expect(body.facets.customization).toContain('reserved');
    const custom = await admin.get(
      `/api/v1/search/internalusers?filters=${encodeURIComponent('{"customization":["reserved"]}')}`
    );
    expect(custom.status).toBe(200);
  });

  it.each([
    'filters=x',
    'filters=[]',
    'filters={"a":"b"}',
    'page=0',
    'page=x',
    'per_page=1001',
    'sort_order=up',
    'unknown=1',
  ])('reject the query %j', async (query) =>
    expect((await admin.get(`/api/v1/search/roles?${query}`)).status).toBe(400)
  );

  // @spec 3/60
  it('serve the permission catalog with an entity tag', async () => {
    const first = await admin.get('/api/v1/permissions');
    expect(first.body.cluster).toContain('cluster:my/own');
    expect(first.body.index).toContain('indices:data/read/search');
    const etag = first.headers.get('etag')!;
    const second = await admin.get('/api/v1/permissions', {
      headers: { 'if-none-match': `W/${etag}` },
    });
    expect([second.status, second.text, second.headers.get('etag')]).toEqual([304, '', etag]);
  });

  // @spec 7/57, 7/59
  it('include reading and writing the audit configuration, reading the security configuration and purging the cache', async () => {
    const audit = await admin.get(`${API}/audit`);
    expect(audit.body.config.audit.enable_rest).toBeDefined();
    const changed = {
      ...audit.body.config,
      audit: { ...audit.body.config.audit, ignore_users: ['robot'] },
    };
    expect((await admin.post(`${API}/audit/config`, changed)).body).toEqual({
      message: "'config' updated.",
    });
    expect((await admin.get(`${API}/audit`)).body.config.audit.ignore_users).toEqual(['robot']);
    const version = audit.headers.get('etag') as string;
    const stale = await admin.post(`${API}/audit/config`, changed, {
      headers: { 'if-match': version },
    });
    expect([stale.status, stale.body.attributes]).toEqual([409, { code: 'security.stale_audit' }]);
    const now = (await admin.get(`${API}/audit`)).headers.get('etag') as string;
    const saved = await admin.post(`${API}/audit/config`, audit.body.config, {
      headers: { 'if-match': now },
    });
    expect([saved.status, saved.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"/)]);
    expect(saved.headers.get('etag')).not.toBe(now);
    expect((await admin.get(`${API}/securityconfig`)).body.data.config.dynamic.authc).toBeDefined();
    const cache = await admin.get(`${API}/cache`);
    expect([cache.status, cache.body]).toEqual([200, { total: 0, data: {} }]);
    expect((await admin.delete(`${API}/cache`)).body).toEqual({
      message: 'Cache flushed successfully.',
    });
  });

  // @spec 6/7
  // @asvs V4.3/1
  it('reject users without API access and unauthenticated requests', async () => {
    const user = await server.loggedIn('jdoe', PASSWORD);
    const calls: ReadonlyArray<readonly [string, string]> = [
      ['GET', `${API}/roles`],
      ['GET', `${API}/roles/all_access`],
      ['POST', `${API}/roles/xx`],
      ['DELETE', `${API}/roles/xx`],
      ['POST', `${API}/roles/_bulk_delete`],
      ['GET', '/api/v1/search/roles'],
      ['GET', '/api/v1/permissions'],
      ['GET', `${API}/audit`],
      ['POST', `${API}/audit/config`],
      ['GET', `${API}/securityconfig`],
      ['DELETE', `${API}/cache`],
      ['GET', `${API}/anything`],
    ];
    for (const [method, path] of calls) {
      expect([path, (await user.request(method, path)).status]).toEqual([path, 403]);
      const visitor = await server.client().request(method, path);
      expect([path, visitor.status, visitor.body.message]).toEqual([
        path,
        401,
        'Authentication required',
      ]);
    }
  });
});

it('saves unknown fields of newer releases unchanged', async () => {
  const sent: unknown[] = [];
  const server = await startSecurityServer({
    wrapBackend: (backend) =>
      overrideBackend(backend, {
        engine: overrideEngine(backend.engine, {
          request: async (caller, call) => {
            if (call.method !== 'PUT') return backend.engine.request(caller, call);
            sent.push(call.body);
            return { statusCode: 200, headers: {}, body: { message: "'newer' updated." } };
          },
        }),
      }),
  });
  const admin = await server.admin();
  const role = { description: 'd', index_permissions: [], allowed_hours: { from: 8, to: 18 } };
  const response = await admin.post(`${API}/roles/newer`, role);
  await server.stop();
  expect([response.status, response.body]).toEqual([200, { message: "'newer' updated." }]);
  expect(sent).toEqual([role]);
});

describe('entities with partial failures', () => {
  it('report that the role was deleted but its mapping was not', async () => {
    const server = await startSecurityServer({
      wrapBackend: (backend) =>
        overrideBackend(backend, {
          engine: overrideEngine(backend.engine, {
            request: async (caller, call) =>
              call.method === 'DELETE' && call.path.includes('/rolesmapping/')
                ? {
                    statusCode: 403,
                    headers: {},
                    body: { status: 'FORBIDDEN', message: "Resource 'half' is reserved." },
                  }
                : backend.engine.request(caller, call),
          }),
        }),
    });
    const admin = await server.admin();
    await admin.post(`${API}/roles/half`, { description: 'd' });
    const response = await admin.delete(`${API}/roles/half`);
    const after = await admin.get(`${API}/roles/half`);
    await server.stop();
    expect([response.status, response.body.message, after.status]).toEqual([
      403,
      'The role "half" was deleted, but its role mapping was not: Resource \'half\' is reserved. Delete the mapping separately.',
      404,
    ]);
  });

  it('return 503 while the engine is unreachable, and keep the session', async () => {
    let isDown = false;
    const server = await startSecurityServer({
      wrapBackend: (backend) => unreachableWhile(() => isDown, backend),
    });
    const admin = await server.admin();
    isDown = true;
    const down = await admin.get(`${API}/roles`);
    const login = await server.client().login('admin', 'x');
    isDown = false;
    const up = await admin.get(`${API}/roles`);
    await server.stop();
    expect([down.status, down.headers.get('retry-after'), login.status, up.status]).toEqual([
      503,
      '5',
      503,
      200,
    ]);
    expect(down.text).not.toContain('ECONNREFUSED');
  });
});
