/** What only the built server shows of the specification: whole documents, redirects, restarts. */
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

// @spec 7/60
it('GET tenants returns reserved and description of each tenant', async () => {
  const { body } = await admin.get(`${CONFIGURATION}/tenants`);
  expect(body.data.global_tenant.reserved).toBe(true);
  for (const tenant of Object.values<Record<string, unknown>>(body.data)) {
    expect(typeof tenant['reserved']).toBe('boolean');
    expect(typeof tenant['description']).toBe('string');
  }
});

// @spec 3/64, 7/54, 7/56
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

describe('pages without a session', () => {
  const locationOf = async (path: string, client = server?.client()) => {
    const response = await client?.get(path, { headers: { accept: 'text/html' } });
    return [response?.status, response?.headers.get('location') ?? null];
  };

  // @spec 2.1/44, 2.1/48
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

  // @spec 2.1/46, 2.1/47
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

const metadataOf = (html: string) => {
  const [, data = ''] = /<kbn-injected-metadata data="([^"]*)">/.exec(html) ?? [];
  return JSON.parse(unescape(data));
};

describe('page metadata', () => {
  // @spec 3/79
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

  // @spec 3/29, 3/46, 3/47, 3/49
  it('contains paths, the version of the status, the plugins with their scripts, and translations', async () => {
    const { version } = (await admin.get('/api/status')).body;
    const metadata = metadataOf((await user.get('/app/home')).text);
    expect(metadata).toMatchObject({
      basePath: '',
      serverBasePath: '',
      version: version.number,
      buildNumber: version.build_number,
      branch: 'main',
      csp: { warnLegacyBrowsers: true },
      i18n: { translationsUrl: '/translations/en.json' },
    });
    const { plugin } = metadata.uiPlugins.find((one: { id: string }) => one.id === 'security');
    expect(plugin).toEqual({
      id: 'security',
      configPath: 'opensearch_security',
      requiredPlugins: [],
      optionalPlugins: [],
    });
    const plugins: Array<{
      id: string;
      plugin: { requiredPlugins: string[] };
      scripts: string[];
    }> = metadata.uiPlugins;
    expect(plugins.map(({ id }) => id)).toEqual(expect.arrayContaining(['management', 'security']));
    for (const { scripts } of plugins)
      for (const path of [...scripts, metadata.i18n.translationsUrl])
        expect([path, (await user.get(path)).status]).toEqual([path, 200]);
    // A plugin without one comes in the script of a plugin that it requires.
    const own = plugins.filter(({ scripts }) => scripts.length > 0).map(({ id }) => id);
    for (const { id, plugin: manifest } of plugins)
      expect(own).toContain(own.includes(id) ? id : manifest.requiredPlugins[0]);
  });

  // @spec 3/52
  it.each([
    ['v7', true, 'v7dark'],
    ['v7', false, 'v7light'],
    ['v8 (beta)', true, 'v8dark'],
    ['v8 (beta)', false, 'v8light'],
  ])('has for the theme %s, dark %s, the tag %s', async (version, isDark, tag) => {
    const changes = { 'theme:version': version, 'theme:darkMode': isDark };
    expect((await admin.post('/api/kibana/settings', { changes })).status).toBe(200);
    const { text } = await admin.get('/app/home');
    expect(text).toContain(`data-theme="${tag}"`);
    expect(metadataOf(text).theme.tag).toBe(tag);
  });

  // @spec 2.1/49, 3/48, 3/91
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
        serverBasePath: '/base',
        vars: { apmConfig: { serviceName: 'dashboards' } },
      });
    } finally {
      await other.stop();
    }
  });
});

describe('the status page without a session', () => {
  // @spec 3/50
  it('is open if configured, which the metadata of pages say', async () => {
    const isOpen = async (of: HttpClient) =>
      metadataOf((await of.get('/app/login')).text).anonymousStatusPage;
    expect(await isOpen(server!.client())).toBe(false);
    const open = await startServer({ args: ['--status.allowAnonymous=true'] });
    try {
      expect(await isOpen(open.client())).toBe(true);
    } finally {
      await open.stop();
    }
  });

  // @spec 2.6/22
  it('opens while a cluster is away and no user can log in, and says why', async () => {
    const headers = { accept: 'text/html' };
    expect((await server!.client().get('/status', { headers })).status).toBe(302);
    const cluster = ['hosts=http://127.0.0.1:9', 'username=server', 'password=of-the-server'];
    const away = await startServer({ args: cluster.map((one) => `--opensearch.${one}`) });
    try {
      const page = await away.client().get('/status');
      expect(page.status).toBe(200);
      expect(metadataOf(page.text)).toMatchObject({
        anonymousStatusPage: true,
        outage: expect.stringMatching(/cluster/),
      });
    } finally {
      await away.stop();
    }
  });
});

// @spec 2.1/10
it('shows the page for missing roles only to users without roles', async () => {
  const locationOf = async (client: HttpClient, path: string) => {
    const { status, headers } = await client.get(path, { headers: { accept: 'text/html' } });
    return [status, headers.get('location')];
  };
  await created('internalusers', 'spec.roleless', { password: USER.password });
  const roleless = server!.client();
  await roleless.login('spec.roleless', USER.password);
  expect(await locationOf(roleless, '/missing-role')).toEqual([200, null]);
  for (const client of [roleless, server!.client()])
    expect(await locationOf(client, '/app/missing-role')).toEqual([302, '/missing-role']);
  expect(await locationOf(roleless, '/app/customerror/missing-role')).toEqual([
    302,
    '/missing-role',
  ]);
  expect(await locationOf(user, '/missing-role')).toEqual([302, '/']);
});

// @spec 9/57
it('reads the tenant of an address from its first 1000 parameters', async () => {
  const tenantAfter = async (others: number) => {
    const client = server!.client();
    await client.login(USER.username, USER.password);
    const query = `${'a=1&'.repeat(others)}security_tenant=sales`;
    const typed = { headers: { 'sec-fetch-site': 'none' } };
    expect((await client.get(`/app/home?${query}`, typed)).status).toBe(200);
    return (await client.get(TENANT)).text;
  };
  expect(await tenantAfter(999)).toContain('sales');
  expect(await tenantAfter(1_000)).not.toContain('sales');
});

// @spec 9/50
it('finds passwords of 7 characters too short, and those of 8 at most weak', async () => {
  const reason = async (password: string) =>
    (await admin.post(`${CONFIGURATION}/internalusers/spec.short`, { password })).text;
  expect(await reason('zQ7!vKp')).toMatch(/too short|at least 8 characters/);
  expect(await reason('zQ7!vKpw')).toContain('Weak password');
});

// @spec 5/36
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

// @spec 5/32, 9/48
it.each(['a', 'a'.repeat(51), '😀', 'a%b', 'a\u0000', 'a\u200bb', 'a\ue000', 'a\u0378'])(
  'rejects the name %j',
  async (name) => {
    const path = `${CONFIGURATION}/tenants/${encodeURIComponent(name)}`;
    expect((await admin.post(path, { description: '' })).status).toBe(400);
  }
);

// @spec 5/34
it.each(['ab', 'a b', 'Ünïcödé', '日本', 'a'.repeat(50), '😀😀', 'a/b', 'a:b!?'])(
  'accepts the name %j',
  async (name) => {
    const path = `${CONFIGURATION}/tenants/${encodeURIComponent(name)}`;
    expect((await admin.post(path, { description: '' })).status).toBe(200);
    expect((await admin.delete(path)).status).toBe(200);
  }
);

// @spec 5/33
it('rejects a name with a lone surrogate', async () => {
  const { status } = await admin.post(`${CONFIGURATION}/tenants/a%ED%A0%80b`, { description: '' });
  expect(status).toBe(400);
});

// @spec 6/5
it('locks reserved entities', async () => {
  const path = `${CONFIGURATION}/roles/all_access`;
  expect((await admin.get(path)).body.reserved).toBe(true);
  expect((await admin.post(path, { cluster_permissions: [] })).status).toBe(403);
  expect((await admin.delete(path)).status).toBe(403);
});

describe('tenants', () => {
  const asUser = async (name: string): Promise<HttpClient> => {
    const client = (server as TestServer).client();
    await client.login(name, USER.password);
    return client;
  };
  const titlesOf = async (client: HttpClient): Promise<string[]> => {
    const { body } = await client.get('/api/saved_objects/_find?type=dashboard');
    return body.saved_objects
      .map((object: { attributes: { title: string } }) => object.attributes.title)
      .sort();
  };
  const save = (client: HttpClient, id: string) =>
    client.post(`/api/saved_objects/dashboard/${id}`, { attributes: { title: id } });

  beforeAll(async () => {
    await created('tenants', 'hr_dep', { description: '' });
    const grants = (action: string) => ({
      tenant_permissions: [{ tenant_patterns: ['hr_dep'], allowed_actions: [action] }],
    });
    await created('roles', 'hr_reader', grants('kibana_all_read'));
    await created('roles', 'hr_writer', grants('kibana_all_write'));
    for (const name of ['reader', 'writer']) {
      await created('internalusers', name, { password: USER.password });
      await created('rolesmapping', `hr_${name}`, { users: [name] });
    }
  });

  // @spec 1/23
  // @asvs V4.2/1
  it('separate saved objects and enforce the permissions in each tenant', async () => {
    const writer = await asUser('writer');
    const reader = await asUser('reader');
    expect((await save(writer, 'private-one')).status).toBe(200);
    for (const [client, username] of [
      [writer, 'writer'],
      [reader, 'reader'],
    ] as const) {
      expect((await client.post(TENANT, { tenant: 'hr_dep', username })).status).toBe(200);
      expect((await client.get(TENANT)).body).toBe('hr_dep');
    }
    expect((await save(writer, 'hr-one')).status).toBe(200);
    expect(await titlesOf(writer)).toEqual(['hr-one']);
    expect(await titlesOf(reader)).toEqual(['hr-one']);
    expect((await save(reader, 'hr-two')).status).toBe(403);
    await writer.post(TENANT, { tenant: '__user__', username: 'writer' });
    expect(await titlesOf(writer)).toEqual(['private-one']);
    await reader.post(TENANT, { tenant: '__user__', username: 'reader' });
    expect(await titlesOf(reader)).toEqual([]);
  });

  it('tell the browser which apps exist', async () => {
    const links = async (client: HttpClient) =>
      (await client.post('/api/core/capabilities', { applications: ['home', 'security'] })).body
        .navLinks;
    expect(await links(admin)).toMatchObject({ home: true, security: true });
    expect(await links(await asUser('reader'))).toMatchObject({ home: true, security: false });
  });
});

it("keeps secrets out of the server's output", async () => {
  const basic = Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64');
  const headers = { authorization: `Basic ${basic}` };
  await server?.client().get('/api/v1/auth/authinfo', { headers });
  const id = admin.cookieHeader().split('security_authentication=')[1] as string;
  for (const secret of [ADMIN.password, id, basic]) expect(server?.output()).not.toContain(secret);
});

it('keeps sessions through kill -9 and a restart', async () => {
  const first = await startServer();
  const client = await first.adminClient();
  const cookie = client.cookieHeader();
  const gone = await first.adminClient();
  const goneCookie = gone.cookieHeader();
  await gone.post('/auth/logout');
  await first.kill();
  const second = await startServer({ dataDir: first.dataDir });
  const again = await second.client().get('/api/v1/auth/authinfo', { headers: { cookie } });
  const ended = await second
    .client()
    .get('/api/v1/auth/authinfo', { headers: { cookie: goneCookie } });
  await second.stop();
  expect([again.status, again.body.user_name, ended.status]).toEqual([200, 'admin', 401]);
});

it('stops the start with one line for an unknown authentication type', async () => {
  await expect(startServer({ args: ['--opensearch_security.auth.type=kerberos'] })).rejects.toThrow(
    /opensearch_security\.auth\.type: the authentication type "kerberos" is not available yet/
  );
});
