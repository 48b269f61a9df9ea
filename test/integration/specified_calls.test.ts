/**
 * The requests that the specification lists for the security plugin (section 7), with the shapes of
 * section 3, the names of section 5 and the permissions of section 6, over HTTP on the built
 * server.
 */
import { unescape } from 'lodash';
import type { HttpClient } from '../helpers/http_client';
import { ADMIN, startServer, type TestServer } from '../helpers/server';

jest.setTimeout(120_000);

const CONFIGURATION = '/api/v1/configuration';
const TENANT = '/api/v1/multitenancy/tenant';
const USER = { username: 'spec.person', password: 'Fjord-lantern-42-Quilt' } as const;

let server: TestServer | undefined;
let admin: HttpClient;
let user: HttpClient;

beforeAll(async () => {
  server = await startServer({ args: ['--demo'] });
  admin = await server.adminClient();
  await created('internalusers', USER.username, {
    password: USER.password,
    backend_roles: ['spec'],
  });
  await created('roles', 'spec_role', {
    tenant_permissions: [{ tenant_patterns: ['sales'], allowed_actions: ['kibana_all_read'] }],
  });
  await created('rolesmapping', 'spec_role', { users: [USER.username] });
  await created('rolesmapping', 'kibana_user', { users: [USER.username] });
  user = server.client();
  expect((await user.login(USER.username, USER.password)).status).toBe(200);
});
afterAll(() => server?.stop());

async function created(resource: string, name: string, body: unknown): Promise<void> {
  const path = `${CONFIGURATION}/${resource}/${encodeURIComponent(name)}`;
  const { status, text } = await admin.post(path, body);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
}

it.each(['roles', 'rolesmapping', 'actiongroups', 'tenants', 'internalusers'])(
  'GET configuration/%s returns the whole collection by name',
  async (resource) => {
    const { status, body } = await admin.get(`${CONFIGURATION}/${resource}`);
    expect(status).toBe(200);
    expect(body.total).toBe(Object.keys(body.data).length);
    expect(body.total).toBeGreaterThan(0);
  }
);

it('GET tenants returns reserved and description of each tenant', async () => {
  const { body } = await admin.get(`${CONFIGURATION}/tenants`);
  expect(body.data.global_tenant.reserved).toBe(true);
  for (const tenant of Object.values<Record<string, unknown>>(body.data)) {
    expect(typeof tenant['reserved']).toBe('boolean');
    expect(typeof tenant['description']).toBe('string');
  }
});

it('creates and deletes tenants under URL-encoded names', async () => {
  const name = 'Überblick a&b';
  await created('tenants', name, { description: 'Named oddly' });
  const path = `${CONFIGURATION}/tenants/${encodeURIComponent(name)}`;
  expect((await admin.get(path)).body.description).toBe('Named oddly');
  expect((await admin.delete(path)).status).toBe(200);
  expect((await admin.get(path)).status).toBe(404);
});

it('GET configuration/securityconfig, audit and auth/authinfo return their documents', async () => {
  const config = await admin.get(`${CONFIGURATION}/securityconfig`);
  expect(config.body.data.config.dynamic.authc).toEqual(expect.any(Object));
  const audit = await admin.get(`${CONFIGURATION}/audit`);
  expect(Object.keys(audit.body.config).sort()).toEqual(['audit', 'compliance', 'enabled']);
  expect(audit.body.config).toMatchObject({
    audit: {
      enable_rest: expect.any(Boolean),
      disabled_rest_categories: expect.any(Array),
      enable_transport: expect.any(Boolean),
      disabled_transport_categories: expect.any(Array),
      resolve_bulk_requests: expect.any(Boolean),
      log_request_body: expect.any(Boolean),
      resolve_indices: expect.any(Boolean),
      exclude_sensitive_headers: expect.any(Boolean),
      ignore_users: expect.any(Array),
      ignore_requests: expect.any(Array),
    },
    compliance: {
      enabled: expect.any(Boolean),
      internal_config: expect.any(Boolean),
      external_config: expect.any(Boolean),
      read_metadata_only: expect.any(Boolean),
      read_ignore_users: expect.any(Array),
      read_watched_fields: expect.any(Object),
      write_metadata_only: expect.any(Boolean),
      write_log_diffs: expect.any(Boolean),
      write_ignore_users: expect.any(Array),
      write_watched_indices: expect.any(Array),
    },
  });
  const who = await user.get('/api/v1/auth/authinfo');
  expect(who.status).toBe(200);
  expect(who.body.user_name).toBe(USER.username);
});

it('updates the audit configuration at audit/config', async () => {
  const { config } = (await admin.get(`${CONFIGURATION}/audit`)).body;
  const ignoreUsers = ['kibanaserver', 'spec.other'];
  const changed = { ...config, audit: { ...config.audit, ignore_users: ignoreUsers } };
  expect((await admin.post(`${CONFIGURATION}/audit/config`, changed)).status).toBe(200);
  const after = (await admin.get(`${CONFIGURATION}/audit`)).body.config;
  expect(after.audit.ignore_users).toEqual(ignoreUsers);
});

it('GET configuration/cache returns an empty list, and DELETE purges the cache', async () => {
  const purged = await admin.delete(`${CONFIGURATION}/cache`);
  expect([purged.status, purged.body.message]).toEqual([200, 'Cache flushed successfully.']);
  const read = await admin.get(`${CONFIGURATION}/cache`);
  expect([read.status, read.body]).toEqual([200, { total: 0, data: {} }]);
});

it('GET restapiinfo reports access to the API', async () => {
  expect((await admin.get('/api/v1/restapiinfo')).body.has_api_access).toBe(true);
  expect((await user.get('/api/v1/restapiinfo')).body.has_api_access).toBe(false);
});

it('GET account returns name, requested tenant, tenants, roles, backend roles and whether the user is internal', async () => {
  const { status, body } = await user.get(`${CONFIGURATION}/account`);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    user_name: USER.username,
    roles: expect.arrayContaining(['spec_role']),
    backend_roles: ['spec'],
    is_internal_user: true,
    user_requested_tenant: expect.any(String),
  });
  expect(Object.keys(body.data.tenants)).toEqual(expect.arrayContaining(['sales', USER.username]));
  expect(Object.keys(body.data.tenants)).not.toContain('finance');
});

it('GET account without a session returns 401, which pages can tolerate', async () => {
  expect((await server?.client().get(`${CONFIGURATION}/account`))?.status).toBe(401);
});

it("GET and POST multitenancy/tenant use '' for global, __user__ for private, else the name", async () => {
  for (const tenant of ['__user__', 'sales', '']) {
    const selected = await user.post(TENANT, { tenant, username: USER.username });
    expect(selected.status).toBe(200);
    const read = await user.get(TENANT);
    expect(read.status).toBe(200);
    expect(read.body ?? read.text).toBe(tenant);
    const account = await user.get(`${CONFIGURATION}/account`);
    expect(account.body.data.user_requested_tenant ?? '').toBe(tenant);
  }
});

describe('a tenant in the URL', () => {
  const HTML = { headers: { accept: 'text/html', 'sec-fetch-site': 'none' } };
  const requested = async (query = '') =>
    (await user.get(`${CONFIGURATION}/account${query}`)).body.data.user_requested_tenant ?? '';
  beforeEach(() => user.post(TENANT, { tenant: '', username: USER.username }));

  it.each(['security_tenant', 'securitytenant'])(
    'selected by %s applies to one API request, or after a page load to all',
    async (key) => {
      expect(await requested(`?${key}=sales`)).toBe('sales');
      expect(await requested()).toBe('');
      expect((await user.get(`/app/home?${key}=sales`, HTML)).status).toBe(200);
      expect(await requested()).toBe('sales');
    }
  );

  it('is found among the first thousand parameters', async () => {
    const behind = (others: number) => `/app/home?${'a&'.repeat(others)}security_tenant=sales`;
    expect((await user.get(behind(1_000), HTML)).status).toBe(200);
    expect(await requested()).toBe('');
    expect((await user.get(behind(999), HTML)).status).toBe(200);
    expect(await requested()).toBe('sales');
  });
});

describe('pages without a session', () => {
  const locationOf = async (path: string, client = server?.client()) => {
    const response = await client?.get(path, { headers: { accept: 'text/html' } });
    return [response?.status, response?.headers.get('location') ?? null];
  };

  it.each([
    ['/app/security/roles?q=a', '?nextUrl=%2Fapp%2Fsecurity%2Froles%3Fq%3Da'],
    [
      '/app/security/users/view/jane@example.org',
      '?nextUrl=%2Fapp%2Fsecurity%2Fusers%2Fview%2Fjane%40example.org',
    ],
    ['/app/x.y', ''],
    ['/', ''],
  ])('redirect %s to the login page, which leads back by %j', async (path, query) => {
    expect(await locationOf(path)).toEqual([302, `/app/login${query}`]);
  });

  it.each([
    'https://evil.example/app/home',
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    '/app/../../evil',
    'javascript:alert(1)',
    '/app@evil.example',
  ])('never redirect from the login page to %s, with or without a session', async (address) => {
    const path = `/app/login?nextUrl=${encodeURIComponent(address)}`;
    for (const client of [user, server?.client()])
      expect(await locationOf(path, client)).toEqual([400, null]);
    expect(await locationOf('/app/login?nextUrl=%2Fapp%2Fhome', user)).toEqual([302, '/app/home']);
  });
});

describe('page metadata', () => {
  const metadataOf = (html: string) => {
    const [, data = ''] = /<kbn-injected-metadata data="([^"]*)">/.exec(html) ?? [];
    return JSON.parse(unescape(data));
  };

  it('contains the specified defaults of the configuration', async () => {
    const { text } = await user.get('/app/home');
    const { uiPlugins, vars } = metadataOf(text);
    const security = uiPlugins.find((one: { id: string }) => one.id === 'security');
    expect(security.config).toMatchObject({
      multitenancy: { enabled: true, tenants: { enable_global: true, enable_private: true } },
      auth: { logout_url: '' },
      readonly_mode: { roles: ['kibana_read_only'] },
      clusterPermissions: { include: [] },
      indexPermissions: { include: [] },
      disabledTransportCategories: { exclude: [] },
      disabledRestCategories: { exclude: [] },
    });
    expect(vars).toEqual({ apmConfig: null });
  });

  it('contains the section apm of the configuration, and addresses below the base path', async () => {
    const other = await startServer({
      args: [
        '--server.basePath=/base',
        '--server.rewriteBasePath=true',
        '--apm.serviceName=dashboards',
      ],
    });
    try {
      const loggedIn = await other.adminClient();
      const page = await other.client().get('/app/home?x=1', { headers: { accept: 'text/html' } });
      expect(page.headers.get('location')).toBe(
        '/base/app/login?nextUrl=%2Fbase%2Fapp%2Fhome%3Fx%3D1'
      );
      const back = (path: string) => loggedIn.get(`/app/login?nextUrl=${encodeURIComponent(path)}`);
      expect((await back('/base/app/home')).headers.get('location')).toBe('/base/app/home');
      expect((await back('/app/home')).status).toBe(400);
      const { text } = await other.client().get('/app/login');
      expect(metadataOf(text)).toMatchObject({
        basePath: '/base',
        vars: { apmConfig: { serviceName: 'dashboards' } },
      });
    } finally {
      await other.stop();
    }
  });
});

it('rejects a tenant that the account does not have', async () => {
  const refused = await user.post(TENANT, { tenant: 'finance', username: USER.username });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect((await user.get(TENANT)).text).not.toContain('finance');
});

it('logs in by username and password, and logs out', async () => {
  const client = server?.client() as HttpClient;
  expect((await client.post('/auth/login', { username: ADMIN.username })).status).toBe(400);
  const { status, body } = await client.login(USER.username, USER.password);
  expect([status, body]).toMatchObject([200, { username: USER.username }]);
  expect((await client.get(`${CONFIGURATION}/account`)).status).toBe(200);
  expect((await client.post('/auth/logout')).status).toBe(200);
  expect((await client.get(`${CONFIGURATION}/account`)).status).toBe(401);
});

it('changes a password only with the current one', async () => {
  const other = { username: 'spec.other', password: 'Harbour-lamp-77-Slate' };
  await created('internalusers', other.username, { password: other.password });
  await created('rolesmapping', 'spec_role', { users: [USER.username, other.username] });
  const client = server?.client() as HttpClient;
  await client.login(other.username, other.password);
  const next = 'Meadow-engine-31-Frost';
  const wrong = await client.post(`${CONFIGURATION}/account`, {
    password: next,
    current_password: 'not-the-Present-1',
  });
  expect(wrong.status).toBeGreaterThanOrEqual(400);
  const right = await client.post(`${CONFIGURATION}/account`, {
    password: next,
    current_password: other.password,
  });
  expect(right.status).toBe(200);
  const again = server?.client() as HttpClient;
  expect((await again.login(other.username, other.password)).status).toBe(401);
  expect((await again.login(other.username, next)).status).toBe(200);
});

it.each([
  ['Sh0rt-a', 'seven characters'],
  ['harbour-lamp-77', 'no uppercase letter'],
  ['HARBOUR-LAMP-77', 'no lowercase letter'],
  ['Harbour-lamp-xx', 'no digit'],
  ['Harbourlamp77', 'no special character'],
])('rejects the password %s: %s', async (password) => {
  const { status } = await admin.post(`${CONFIGURATION}/internalusers/spec.weak`, { password });
  expect(status).toBe(400);
  expect((await admin.get(`${CONFIGURATION}/internalusers/spec.weak`)).status).toBe(404);
});

describe('names', () => {
  const create = (name: string) =>
    admin.post(`${CONFIGURATION}/tenants/${encodeURIComponent(name)}`, { description: '' });

  it.each([
    ['a', 'one character'],
    ['x'.repeat(51), '51 characters'],
    ['50%', 'a percent sign'],
    ['a\u0007b', 'a control character'],
    ['a\u00adb', 'a format character'],
    ['a\u0378b', 'an unassigned character'],
    ['a\ue000b', 'a private-use character'],
  ])('reject %j: %s', async (name) => {
    expect((await create(name)).status).toBe(400);
  });

  it('reject a lone surrogate', async () => {
    const { status } = await admin.post(`${CONFIGURATION}/tenants/a%ED%A0%80b`, {
      description: '',
    });
    expect(status).toBe(400);
  });

  it.each([['ab'], ['x'.repeat(50)], ['Größe 東京 🗼']])('accept %j', async (name) => {
    expect((await create(name)).status).toBe(200);
  });
});

it('locks reserved entities', async () => {
  const path = `${CONFIGURATION}/roles/all_access`;
  expect((await admin.get(path)).body.reserved).toBe(true);
  expect((await admin.post(path, { cluster_permissions: [] })).status).toBe(403);
  expect((await admin.delete(path)).status).toBe(403);
});

it.each(['roles', 'internalusers', 'securityconfig', 'audit'])(
  'configuration/%s is closed to users without access to the API, and without a session',
  async (resource) => {
    expect((await user.get(`${CONFIGURATION}/${resource}`)).status).toBe(403);
    expect((await server?.client().get(`${CONFIGURATION}/${resource}`))?.status).toBe(401);
  }
);
