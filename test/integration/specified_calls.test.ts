/** What only the built server shows of the specification: whole documents, redirects, restarts. */
import { unescape } from 'lodash';
import type { HttpClient } from '../helpers/http_client';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { waitForCondition } from '../helpers/wait_for';

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
  const mapping = { users: [USER.username], backend_roles: ['kibana_users'] };
  await created('rolesmapping', 'kibana_user', mapping);
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

  // @spec 9/11, 21.1/2
  it('contains the settings of the core, with their types and defaults', async () => {
    interface Declared {
      readonly value?: unknown;
      readonly type: string;
      readonly readonly?: boolean;
      readonly requiresPageReload?: boolean;
    }
    const { defaults } = metadataOf((await user.get('/app/home')).text).legacyMetadata.uiSettings;
    const declared = Object.entries<Declared>(defaults).map(([key, one]) => [
      key,
      one.type,
      one.value,
      one.readonly ?? one.requiresPageReload ?? false,
    ]);
    const OWN = ['dateFormat:scaled', 'i18n:locale', 'security:tenant', 'home:demonstrationTour'];
    expect(declared.filter(([key]) => !OWN.includes(key as string))).toEqual([
      ['accessibility:disableAnimations', 'boolean', false, true],
      ['dateFormat', 'string', 'MMM D, YYYY @ HH:mm:ss.SSS', false],
      ['dateFormat:tz', 'select', 'Browser', true],
      ['dateFormat:dow', 'select', 'Sunday', false],
      ['dateNanosFormat', 'string', 'MMM D, YYYY @ HH:mm:ss.SSSSSSSSS', false],
      ['defaultRoute', 'string', '/app/home', false],
      ['pageNavigation', 'select', 'modern', false],
      ['notifications:banner', 'markdown', '', false],
      ['notifications:lifetime:banner', 'number', 3_000_000, false],
      ['notifications:lifetime:error', 'number', 300_000, false],
      ['notifications:lifetime:warning', 'number', 10_000, false],
      ['notifications:lifetime:info', 'number', 5_000, false],
      ['state:storeInSessionStorage', 'boolean', false, false],
      ['theme:darkMode', 'boolean', false, true],
      ['theme:version', 'select', 'v7', true],
      ['truncate:maxHeight', 'number', 115, false],
      ['buildNum', 'number', undefined, true],
    ]);
    expect(JSON.parse(defaults['dateFormat:scaled'].value)).toEqual([
      ['', 'HH:mm:ss.SSS'],
      ['PT1S', 'HH:mm:ss'],
      ['PT1M', 'HH:mm'],
      ['PT1H', 'YYYY-MM-DD HH:mm'],
      ['P1DT', 'YYYY-MM-DD'],
      ['P1YT', 'YYYY'],
    ]);
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

const ISO_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** How a state looks. The demonstration has drift, which is yellow. */
const LOOKS: Readonly<Record<string, object>> = {
  green: { state: 'green', title: 'Green', icon: 'success', uiColor: 'secondary' },
  yellow: { state: 'yellow', title: 'Yellow', icon: 'warning', uiColor: 'warning' },
};

// @spec 3/40, 3/41, 3/42, 3/43, 3/44, 3/45, 7/16
it('GET /api/status returns build, states and figures', async () => {
  const figure = expect.any(Number);
  // The comparison with the folder begins after the start.
  await waitForCondition(
    async () => (await admin.get('/api/status')).body.status.overall.state === 'yellow'
  );
  const { body } = await admin.get('/api/status');
  expect(body).toEqual({
    name: expect.any(String),
    uuid: expect.any(String),
    version: {
      number: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      build_hash: expect.any(String),
      build_number: figure,
      build_snapshot: expect.any(Boolean),
    },
    status: {
      overall: {
        ...LOOKS['yellow'],
        id: 'overall',
        since: ISO_TIME,
        message: expect.any(String),
        nickname: 'Not at its best',
      },
      statuses: expect.any(Array),
    },
    metrics: {
      last_updated: ISO_TIME,
      collection_interval_in_millis: 5_000,
      os: {
        platform: process.platform,
        platformRelease: expect.any(String),
        load: { '1m': figure, '5m': figure, '15m': figure },
        memory: { total_in_bytes: figure, free_in_bytes: figure, used_in_bytes: figure },
        uptime_in_millis: figure,
      },
      process: {
        memory: {
          heap: { total_in_bytes: figure, used_in_bytes: figure, size_limit: figure },
          resident_set_size_in_bytes: figure,
        },
        event_loop_delay: figure,
        pid: server?.pid,
        uptime_in_millis: figure,
      },
      response_times: { avg_in_millis: figure, max_in_millis: figure },
      requests: {
        total: figure,
        disconnects: figure,
        statusCodes: expect.any(Object),
        status_codes: expect.any(Object),
      },
      concurrent_connections: figure,
    },
  });
  const { statuses } = body.status;
  for (const one of statuses)
    expect(one).toEqual({
      ...LOOKS[one.state],
      id: expect.stringMatching(/^(core|plugin):\w+@\d+\.\d+\.\d+$/),
      since: ISO_TIME,
      message: expect.any(String),
    });
  const partOf = (id: string) => statuses.find((one: { id: string }) => one.id.startsWith(id));
  expect(partOf('core:engine@').state).toBe('green');
  expect(partOf('plugin:requests@').state).toBe('yellow');
  const { size_limit: limit, used_in_bytes: used } = body.metrics.process.memory.heap;
  expect(used).toBeLessThan(limit);
});

describe('the status page without a session', () => {
  const headers = { accept: 'text/html' };

  // @spec 2.6/20, 2.6/21, 3/50
  it('is open if configured, as its request is, and the metadata of pages say so', async () => {
    const isOpen = async (of: HttpClient) => [
      (await of.get('/status', { headers })).status,
      (await of.get('/api/status')).status,
      metadataOf((await of.get('/app/login')).text).anonymousStatusPage,
    ];
    expect(await isOpen(server!.client())).toEqual([302, 401, false]);
    const open = await startServer({ args: ['--status.allowAnonymous=true'] });
    try {
      expect(await isOpen(open.client())).toEqual([200, 200, true]);
    } finally {
      await open.stop();
    }
  });

  // @spec 2.6/22, 2.6/23
  it('opens while a cluster is away and no user can log in, and says why', async () => {
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
      // Neither addresses and parts, nor figures.
      const { status, body } = await away.client().get('/api/status');
      expect([status, body]).toEqual([
        200,
        {
          status: {
            overall: {
              id: 'overall',
              message: metadataOf(page.text).outage,
              since: ISO_TIME,
              state: 'red',
              title: 'Red',
              nickname: 'Out of order',
              icon: 'danger',
              uiColor: 'danger',
            },
          },
        },
      ]);
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
    await created('tenants', 'not_mine', { description: '' });
    const grants = (action: string) => ({
      tenant_permissions: [{ tenant_patterns: ['hr_dep'], allowed_actions: [action] }],
    });
    await created('roles', 'hr_reader', grants('kibana_all_read'));
    await created('roles', 'hr_writer', grants('kibana_all_write'));
    for (const name of ['reader', 'writer']) {
      await created('internalusers', name, { password: USER.password });
      await created('rolesmapping', `hr_${name}`, { users: [name], backend_roles: [`${name}s`] });
    }
    const groups: Readonly<Record<string, string[]>> = {
      'spec.finder': ['writers'],
      'spec.everywhere': ['writers', 'kibana_users'],
    };
    for (const [name, backend_roles] of Object.entries(groups))
      await created('internalusers', name, { password: USER.password, backend_roles });
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

  it.each(['finanse', 'not_mine', 'HR_DEP'])(
    'get nothing written by a request that names the unusable tenant "%s"',
    async (tenant) => {
      const writer = await asUser('spec.everywhere');
      const basic = Buffer.from(`spec.everywhere:${USER.password}`).toString('base64');
      const script = { authorization: `Basic ${basic}` };
      const [path, setting] = ['/api/saved_objects/dashboard/astray', '/api/kibana/settings'];
      const attributes = { title: 'astray' };
      for (const name of ['securitytenant', 'security_tenant'])
        for (const [client, credentials] of [
          [writer, {}],
          [server!.client(), script],
        ] as const) {
          const headers = { ...credentials, [name]: tenant };
          for (const [where, body] of [
            [path, { attributes }],
            [setting, { changes: { dateFormat: 'YYYY' } }],
          ] as const) {
            const sent = await client.post(where, body, { headers });
            expect([sent.status, sent.body.attributes.code]).toEqual([
              403,
              'security.tenant_unusable',
            ]);
          }
          const changed = await client.put(path, { attributes }, { headers });
          expect(changed.status).toBe(403);
        }
      // Where it would have gone: the tenant of everybody, the own one, and that of the session.
      for (const used of ['global', '__user__', 'hr_dep']) {
        const headers = { securitytenant: used };
        expect([used, (await writer.get(path, { headers })).status]).toEqual([used, 404]);
        const { settings } = (await writer.get(setting, { headers })).body;
        expect([used, settings.dateFormat]).toEqual([used, undefined]);
      }
      const there = await admin.get(path, { headers: { securitytenant: 'global' } });
      expect(there.status).toBe(404);
    }
  );

  // @spec 3/22, 7/14
  it('tell the browser which of its apps exist, and what the server and its plugins can do', async () => {
    const ask = async (client: HttpClient, ...applications: string[]) =>
      (await client.post('/api/core/capabilities', { applications })).body;
    const apps = ['home', 'security', 'other'];
    expect(await ask(admin, ...apps)).toEqual({
      navLinks: { home: true, security: true, other: true },
      management: {},
      catalogue: {},
      securityFeatures: expect.objectContaining({ find: true, indices: false }),
      securityClusters: { connected: true },
      securityDrift: { configured: true },
    });
    const reader = await asUser('reader');
    expect((await ask(reader, ...apps)).navLinks).toEqual({
      home: true,
      security: false,
      other: true,
    });
    expect((await ask(reader)).navLinks).toEqual({});
  });

  describe('_find with a filter', () => {
    const FIND = '/api/saved_objects/_find';
    let owner: HttpClient;
    const find = async (query: Record<string, string>, client = owner) => {
      const kinds = query['type'] ? [] : ['dashboard', 'search'].map((kind) => ['type', kind]);
      const parameters = new URLSearchParams([...kinds, ...Object.entries(query)]);
      const { status, body } = await client.get(`${FIND}?${parameters}`);
      return status === 200
        ? [
            body.total,
            body.saved_objects
              .map(({ id }: { id: string }) => id)
              .sort()
              .join(' '),
          ]
        : [status, body.message];
    };

    beforeAll(async () => {
      owner = await asUser('spec.finder');
      const objects = [
        ['dashboard', 'closing', { title: 'Monthly closing', description: 'open-items' }, 'i1'],
        ['dashboard', 'sales', { title: 'Über Sales', timeRestore: true }, 'i2'],
        ['dashboard', 'archive', { title: 'Archive of sales', timeRestore: false }, undefined],
        ['search', 'orders', { title: 'Sales orders', columns: ['price', 'net weight'] }, 'i1'],
      ] as const;
      for (const [type, id, attributes, index] of objects) {
        const references = index ? [{ name: 'index', type: 'index-pattern', id: index }] : [];
        const path = `/api/saved_objects/${type}/${id}`;
        expect((await owner.post(path, { attributes, references })).status).toBe(200);
      }
    });

    // @spec 7/30
    it('combines with search, reference and page, and leaves out other tenants and hidden types', async () => {
      const filter = 'not dashboard.attributes.timeRestore: true';
      expect(await find({ filter })).toEqual([3, 'archive closing orders']);
      expect(await find({ filter, search: 'sales' })).toEqual([2, 'archive orders']);
      expect(await find({ filter, search: 'sales', per_page: '1', page: '2' })).toEqual([
        2,
        expect.stringMatching(/^(archive|orders)$/),
      ]);
      const has_reference = JSON.stringify({ type: 'index-pattern', id: 'i1' });
      expect(await find({ filter, has_reference })).toEqual([2, 'closing orders']);
      expect(await find({ filter: `not (${filter})`, has_reference })).toEqual([0, '']);
      const all = { filter: 'dashboard.attributes.title: *' };
      expect(await find(all)).toEqual([3, 'archive closing sales']);
      expect(await find(all, await asUser('reader'))).toEqual([0, '']);
      expect(await find({ filter: 'home-demo-marker.id: *' })).toEqual([
        400,
        'This type home-demo-marker is not allowed: Bad Request',
      ]);
    });

    // @spec 7/31
    it.each([
      ['dashboard.attributes.title: SALES closing', 'archive closing sales'],
      ['dashboard.attributes.title: "of Sales"', 'archive'],
      ['dashboard.attributes.title: "sales of"', ''],
      ['dashboard.attributes.title: uber', 'sales'],
      ['dashboard.attributes.title: mon*', 'closing'],
      [
        'dashboard.attributes.title: *ales or search.attributes.title: ord*',
        'archive orders sales',
      ],
      ['dashboard.attributes.description: open-items', 'closing'],
      ['dashboard.attributes.description: items-open', ''],
      ['dashboard.attributes.description: *', 'closing'],
      ['dashboard.attributes.timeRestore: (true or false)', 'archive sales'],
      ['search.attributes.columns: "net weight"', 'orders'],
      ['search.attributes.columns: "price net"', ''],
      ['not dashboard.attributes.title: sales', 'closing orders'],
      ['dashboard.id: (sales or "archive")', 'archive sales'],
      ['dashboard.updated_at > 2024 and dashboard.type: dashboard', 'archive closing sales'],
      ['search.updated_at < 2024', ''],
      ['dashboard.references.id: i1', 'closing'],
      ['search.references: { type: "index-pattern" and not id: i2 }', 'orders'],
      ['dashboard.attributes.nothing: x', 400],
      ['dashboard.attributes.title:', 400],
    ] as const)('evaluates %j to %j', async (filter, expected) => {
      const [total, found] = await find({ filter });
      expect(typeof expected === 'number' ? total : found).toBe(expected);
    });
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
