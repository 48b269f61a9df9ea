/** Tests of API keys with their own permissions, read-only keys and servers without keys. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessExplanation, CreatedApiKey, ApiKeyPermissions } from '@sd/contracts';
import {
  ADMIN,
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
  type SecurityServerOptions,
} from '../../../../../../test/helpers/security_server';

jest.setTimeout(60_000);

const JANE = { username: 'jane', password: 'Violet-Harbor-7-Kettle' };
const KEYS = '/api/v1/account/api_keys';
const ENTITIES = '/api/v1/configuration';
const RAW = '/_plugins/_security';
const EXPLAIN = '/api/v1/access/explain';
const WHOAMI = '/api/test/whoami';
const SEARCH = 'indices:data/read/search';

type Client = ReturnType<SecurityServer['client']>;
interface CodedError {
  readonly message: string;
  readonly attributes: { readonly code: string };
}

const permissions = (more: Partial<ApiKeyPermissions>): ApiKeyPermissions => ({
  cluster_permissions: [],
  index_permissions: [],
  tenant_permissions: [],
  ...more,
});
const tenants = (tenant_patterns: string[], ...allowed_actions: string[]) => ({
  tenant_permissions: [{ tenant_patterns, allowed_actions }],
});

describe('API key with its own permissions', () => {
  let server: SecurityServer;
  afterEach(() => server.stop());

  async function start(options: SecurityServerOptions = {}): Promise<void> {
    server = await startSecurityServer(options);
    await addUser(server, JANE.username, JANE.password);
    await put(server, 'roles/janes', {
      index_permissions: [{ index_patterns: ['logs-*'], allowed_actions: ['read'] }],
      tenant_permissions: [{ tenant_patterns: ['sales'], allowed_actions: ['kibana_all_write'] }],
    });
    for (const tenant of ['sales', 'staff'])
      await put(server, `tenants/${tenant}`, { description: 'x' });
    for (const role of ['janes', 'kibana_user'])
      await put(server, `rolesmapping/${role}`, { users: ['jane'] });
  }

  const make = (client: Client, password: string, more: object) =>
    client.post<CreatedApiKey>(KEYS, {
      name: 'own',
      days: 30,
      current_password: password,
      ...more,
    });
  async function createKey(user: typeof JANE | typeof ADMIN, more: object): Promise<CreatedApiKey> {
    const owner = await server.loggedIn(user.username, user.password);
    const response = await make(owner, user.password, more);
    if (response.status !== 200) throw new Error(response.text);
    return response.body;
  }
  const keyHeaders = (token: string) => ({
    headers: { authorization: `ApiKey ${token}`, 'kbn-xsrf': '' },
  });
  const get = (token: string, path: string) => server.client().get(path, keyHeaders(token));
  const status = async (token: string, path: string) => (await get(token, path)).status;
  const codeOf = ({ body }: { body: unknown }) => (body as CodedError).attributes.code;

  // @asvs V2.10/3
  it("permits the intersection of its permissions and the owner's on both interfaces", async () => {
    await start();
    const { key, token } = await createKey(ADMIN, {
      permissions: permissions({
        cluster_permissions: ['restapi:admin/roles', 'security:whoamiprotected'],
        ...tenants(['sales'], 'kibana_all_read'),
      }),
    });
    expect(key.permissions).toMatchObject({
      cluster_permissions: ['restapi:admin/roles', 'security:whoamiprotected'],
    });
    const open = [
      `${ENTITIES}/roles`,
      `${RAW}/api/roles`,
      `${RAW}/whoamiprotected`,
      `${RAW}/authinfo`,
    ];
    for (const path of open) expect([path, await status(token, path)]).toEqual([path, 200]);
    const forbidden = [
      `${ENTITIES}/internalusers`,
      `${RAW}/api/internalusers`,
      `${RAW}/api/securityconfig`,
      '/api/v1/audit/events',
      '/api/v1/sessions/jane',
      '/api/v1/api_keys',
      KEYS,
      '/api/v1/account/sessions',
      '/api/v1/configuration/internalusers/_search',
    ];
    for (const path of forbidden) expect([path, await status(token, path)]).toEqual([path, 403]);
    const { body } = await get(token, `${RAW}/api/permissionsinfo`);
    const { disabled_endpoints: disabled } = body as {
      disabled_endpoints: Record<string, string[]>;
    };
    expect(Object.keys(disabled)).toEqual(
      expect.arrayContaining(['INTERNALUSERS', 'CONFIG', 'TENANTS'])
    );
    expect(Object.keys(disabled)).not.toContain('ROLES');
    const refused = await server
      .client()
      .put(`${RAW}/api/tenants/made`, { description: 'x' }, keyHeaders(token));
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('does not name restapi:admin/tenants'),
    ]);
    expect(
      (
        await server
          .client()
          .put(`${RAW}/api/roles/made`, { cluster_permissions: ['cluster:a'] }, keyHeaders(token))
      ).status
    ).toBe(201);
    const scopeIn = async (tenant: string) =>
      (
        await server
          .client()
          .get(WHOAMI, { headers: { ...keyHeaders(token).headers, securitytenant: tenant } })
      ).body;
    expect(await scopeIn('sales')).toMatchObject({
      tenant: 'sales',
      scope: { canRead: true, canWrite: false },
    });
    expect(await scopeIn('staff')).not.toMatchObject({ tenant: 'staff' });
    expect(await scopeIn('__user__')).not.toMatchObject({ tenant: '__user__' });
    const recorded = JSON.stringify(
      await server.engine.parts.audit.find({ page: 1, perPage: 50 } as never)
    );
    expect(recorded).toContain('with permissions of its own');
  });

  it('grants only permissions that its owner has, and loses them with the owner', async () => {
    await start();
    const everything = permissions({
      cluster_permissions: ['*', 'restapi:admin/*', 'security:whoamiprotected'],
      index_permissions: [{ index_patterns: ['*'], allowed_actions: ['*'] }],
      ...tenants(['*'], 'kibana_all_write'),
    });
    const { token } = await createKey(JANE, { permissions: everything });
    expect(await status(token, `${ENTITIES}/roles`)).toBe(403);
    expect(await status(token, `${RAW}/whoamiprotected`)).toBe(401);
    const inTenant = (tenant: string) =>
      server
        .client()
        .get(WHOAMI, { headers: { ...keyHeaders(token).headers, securitytenant: tenant } });
    expect((await inTenant('sales')).body).toMatchObject({
      tenant: 'sales',
      scope: { canWrite: true },
    });
    expect((await inTenant('staff')).body).not.toMatchObject({ tenant: 'staff' });
    await put(server, 'rolesmapping/janes', { users: [] });
    expect((await inTenant('sales')).body).not.toMatchObject({ tenant: 'sales' });
  });

  it('does not open administration endpoints with a bare asterisk', async () => {
    await start();
    const { token } = await createKey(ADMIN, {
      permissions: permissions({ cluster_permissions: ['*'] }),
    });
    expect(await status(token, `${RAW}/whoamiprotected`)).toBe(200);
    expect(await status(token, `${ENTITIES}/roles`)).toBe(403);
    expect(await status(token, `${RAW}/api/roles`)).toBe(403);
    const named = await createKey(ADMIN, {
      name: 'named',
      permissions: permissions({ cluster_permissions: ['*', 'restapi:admin/tenants'] }),
    });
    expect(await status(named.token, `${RAW}/api/tenants`)).toBe(200);
    expect(await status(named.token, `${RAW}/api/roles`)).toBe(403);
  });

  it('cannot change sessions and settings of its owner', async () => {
    await start();
    const { token } = await createKey(ADMIN, {
      permissions: permissions({ cluster_permissions: ['restapi:admin/*'] }),
    });
    expect(await status(token, `${RAW}/whoamiprotected`)).toBe(401);
    const client = server.client();
    expect(codeOf(await client.delete('/api/v1/account/sessions', keyHeaders(token)))).toBe(
      'core.engine.in_person_only'
    );
    expect((await server.loggedIn(ADMIN.username, ADMIN.password)).cookieHeader()).not.toBe('');
  });

  it('is rejected with invalid permissions and a message that names them', async () => {
    await start();
    const jane = await server.loggedIn(JANE.username, JANE.password);
    const wrong: ReadonlyArray<readonly [Partial<ApiKeyPermissions>, RegExp]> = [
      [{}, /they are empty/],
      [{ cluster_permissions: ['/cluster.*/'] }, /cluster_permissions\[0\] .*regular expression/],
      [{ cluster_permissions: ['cluster:a', ' '] }, /cluster_permissions\[1\]/],
      [tenants(['/(a+)+/'], 'kibana_all_read'), /tenant_permissions\[0\]\.tenant_patterns\[0\]/],
      [
        {
          index_permissions: Array.from({ length: 40 }, () => ({
            index_patterns: ['x'.repeat(250)],
            allowed_actions: ['read'],
          })),
        },
        /8192 characters/,
      ],
    ];
    for (const [more, text] of wrong) {
      const response = await make(jane, JANE.password, { permissions: permissions(more) });
      expect([response.status, (response.body as unknown as CodedError).message]).toEqual([
        400,
        expect.stringMatching(text),
      ]);
      expect(codeOf(response)).toMatch(/^core\.engine\.api_key_permissions_/);
    }
    const both = await make(jane, JANE.password, {
      roles: ['janes'],
      permissions: permissions(tenants(['a'], 'b')),
    });
    expect([both.status, codeOf(both)]).toEqual([400, 'core.engine.api_key_permissions_roles_too']);
    const restricting = {
      index_permissions: [{ index_patterns: ['a'], allowed_actions: ['read'], dls: '{}' }],
    };
    const many = { cluster_permissions: Array.from({ length: 101 }, (_, at) => `cluster:${at}`) };
    for (const more of [restricting, many, { own: [] }])
      expect(
        (await make(jane, JANE.password, { permissions: { ...permissions({}), ...more } })).status
      ).toBe(400);
  });

  it('applies its own permissions to shared objects without tenants', async () => {
    await start({ config: { multitenancy: { enabled: false } } });
    let count = 0;
    const scopeOf = async (more: object) => {
      const { token } = await createKey(JANE, { name: `key ${count++}`, ...more });
      return (await get(token, WHOAMI)).body;
    };
    const open = { canRead: true, canWrite: true };
    expect(await scopeOf({})).toMatchObject({ scope: open });
    expect(
      await scopeOf({ permissions: permissions(tenants(['*'], 'kibana_all_write')) })
    ).toMatchObject({ scope: open });
    expect(
      await scopeOf({ permissions: permissions(tenants(['global_tenant'], 'kibana_all_read')) })
    ).toMatchObject({ scope: { canRead: true, canWrite: false } });
    expect(
      await scopeOf({ permissions: permissions(tenants(['sales'], 'kibana_all_write')) })
    ).toMatchObject({ scope: { canRead: false, canWrite: false } });
    expect(await scopeOf({ isReadOnly: true })).toMatchObject({
      scope: { canRead: true, canWrite: false },
    });
  });

  it('permits read-only requests of any method and no changes if it is read-only', async () => {
    await start();
    const { token } = await createKey(ADMIN, { isReadOnly: true });
    const client = server.client();
    const before = (await server.engine.parts.store.read('roles', 'janes'))?.revision;
    const plan = { entries: { janes: { cluster_permissions: ['*'] } } };
    const reading = [
      client.post(EXPLAIN, { action: SEARCH, index: 'logs-1', user: 'jane' }, keyHeaders(token)),
      client.post(
        '/api/v1/access/impact',
        { changes: { roles: { janes: null } } },
        keyHeaders(token)
      ),
      client.post(
        '/api/v1/access/matrix',
        { users: ['jane'], index: ['logs-1'], action: [SEARCH] },
        keyHeaders(token)
      ),
      client.post('/api/v1/configuration_files/roles/plan', plan, keyHeaders(token)),
      client.post(`${RAW}/authinfo`, undefined, keyHeaders(token)),
      client.post(`${RAW}/dashboardsinfo`, undefined, keyHeaders(token)),
    ];
    for (const response of await Promise.all(reading))
      expect([response.text.slice(0, 200), response.status]).not.toEqual([expect.anything(), 403]);
    const changing = [
      client.post(`${ENTITIES}/roles/_bulk_delete`, { names: ['janes'] }, keyHeaders(token)),
      client.post(
        `${ENTITIES}/internalusers/robot`,
        { password: 'Quiet-Orchard-9-Ladder' },
        keyHeaders(token)
      ),
      client.post(`${RAW}/api/internalusers/jane/authtoken`, undefined, keyHeaders(token)),
      client.post(`${RAW}/api/securityconfig/trial`, {}, keyHeaders(token)),
    ];
    for (const response of await Promise.all(changing)) expect(response.status).toBe(403);
    expect((await server.engine.parts.store.read('roles', 'janes'))?.revision).toBe(before);
  });

  it('can be explained as the intersection of owner and key', async () => {
    await start();
    const { key, token } = await createKey(JANE, {
      permissions: permissions({
        index_permissions: [{ index_patterns: ['logs-a*', 'other'], allowed_actions: ['read'] }],
      }),
    });
    const jane = await server.loggedIn(JANE.username, JANE.password);
    const ask = async (client: Client, index: string, more = `&api_key=${key.id}`, headers = {}) =>
      (
        await client.get<AccessExplanation>(
          `${EXPLAIN}?action=${SEARCH}&index=${index}${more}`,
          headers
        )
      ).body;
    expect(await ask(jane, 'logs-a1')).toMatchObject({
      decision: { outcome: 'allowed' },
      key: { name: 'own', unnamed_actions: [] },
    });
    expect(await ask(jane, 'logs-b1')).toMatchObject({
      decision: { outcome: 'denied' },
      key: { unnamed_actions: [SEARCH] },
    });
    expect(await ask(jane, 'logs-b1', '')).toMatchObject({ decision: { outcome: 'allowed' } });
    expect(await ask(jane, 'other')).toMatchObject({
      decision: { outcome: 'denied' },
      key: { unnamed_actions: [] },
    });
    // The key asks about itself.
    expect(await ask(server.client(), 'logs-b1', '', keyHeaders(token))).toMatchObject({
      decision: { outcome: 'denied' },
      key: { id: key.id },
    });
    expect(await ask(await server.admin(), 'logs-b1')).toMatchObject({
      user: { name: 'jane' },
      decision: { outcome: 'denied' },
    });
    const effective = (await get(token, '/api/v1/access/effective')).body;
    expect(effective).toMatchObject({ tenants: {}, api: { has_api_access: false } });
    await addUser(server, 'john', 'Copper-Meadow-8-Lantern');
    const john = await server.loggedIn('john', 'Copper-Meadow-8-Lantern');
    expect((await john.get(`${EXPLAIN}?action=${SEARCH}&index=a&api_key=${key.id}`)).status).toBe(
      404
    );
  });

  it('is rejected while API keys are disabled and valid again afterwards', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sd-keys-'));
    await start({ dataDir });
    const { token } = await createKey(JANE, {});
    await server.stop();
    server = await startSecurityServer({ dataDir, settings: { hasApiKeys: false } });
    const off = await get(token, WHOAMI);
    expect([off.status, codeOf(off)]).toEqual([401, 'security.api_keys_off']);
    const raw = await get(token, `${RAW}/authinfo`);
    expect([raw.status, raw.text]).toEqual([401, 'API keys are turned off on this server.']);
    const jane = await server.loggedIn(JANE.username, JANE.password);
    const admin = await server.admin();
    const responses = [
      await jane.get(KEYS),
      await make(jane, JANE.password, {}),
      await admin.get('/api/v1/api_keys'),
      await admin.delete('/api/v1/api_keys/AAAAAAAAAAAA'),
    ];
    expect(responses.map((response) => [response.status, codeOf(response)])).toEqual(
      responses.map(() => [403, 'core.engine.api_keys_off'])
    );
    expect(server.engine.features.apiKeys).toBe(false);
    const recorded = JSON.stringify(
      await server.engine.parts.audit.find({ page: 1, perPage: 50 } as never)
    );
    expect(recorded).toContain('FAILED_LOGIN');
    await server.stop();
    server = await startSecurityServer({ dataDir });
    expect(await status(token, WHOAMI)).toBe(200);
    await server.stop();
    await rm(dataDir, { recursive: true });
  });
});
