/** Tests of the tenancy settings route. */
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
  type SecurityServerOptions,
} from '../../../../../test/helpers/security_server';
import { waitForCondition } from '../../../../../test/helpers/wait_for';
import { PERSONAL_TENANT_SETTING } from '../../common';

const CONFIG = '/api/v1/configuration/tenancy/config';
const PASSWORD = 'Violet-Harbor-7-Kettle';

describe('tenancy configuration', () => {
  let server: SecurityServer;
  beforeAll(async () => {
    server = await startSecurityServer();
    await addUser(server, 'jane', PASSWORD);
  });

  const config = (changes: object = {}) => ({
    multitenancy_enabled: true,
    private_tenant_enabled: true,
    default_tenant: '',
    ...changes,
  });

  it('takes effect for all users before the response', async () => {
    const admin = await server.admin();
    await put(server, 'rolesmapping/kibana_user', { users: ['jane'] });
    const jane = await server.loggedIn('jane', PASSWORD);
    const state = async () => (await jane.get('/api/v1/multitenancy/state')).body;
    expect((await admin.get(CONFIG)).body).toMatchObject({ multitenancy_enabled: true });
    expect((await state()).private_enabled).toBe(true);
    const changed = config({ private_tenant_enabled: false, default_tenant: 'global' });
    expect(await admin.put(CONFIG, changed)).toMatchObject({ status: 200, body: changed });
    expect(await state()).toMatchObject({ private_enabled: false, default_tenant: 'global' });
    expect((await admin.get(CONFIG)).body).toEqual(changed);
    expect((await admin.put(CONFIG, config())).status).toBe(200);
  });

  it('requires API access and an existing default tenant', async () => {
    const jane = await server.loggedIn('jane', PASSWORD);
    expect((await jane.get(CONFIG)).status).toBe(403);
    expect((await jane.put(CONFIG, config({ multitenancy_enabled: false }))).status).toBe(403);
    expect((await server.client().get(CONFIG)).status).toBe(401);
    const admin = await server.admin();
    const missing = await admin.put(CONFIG, config({ default_tenant: 'absent' }));
    expect(missing.status).toBe(400);
    expect(missing.body.message).toContain('absent can not be set to default tenant');
    expect((await admin.put(CONFIG, {})).status).toBe(400);
    expect((await admin.get(CONFIG)).body.multitenancy_enabled).toBe(true);
  });

  it('keeps what a change leaves out', async () => {
    const admin = await server.admin();
    const { body: before } = await admin.get(CONFIG);
    const changed = await admin.put(CONFIG, { private_tenant_enabled: false });
    expect(changed.body).toEqual({ ...before, private_tenant_enabled: false });
    expect((await admin.put(CONFIG, before)).body).toEqual(before);
  });
});

type Backend = Parameters<NonNullable<SecurityServerOptions['wrapBackend']>>[0];

const JANE = { username: 'jane', password: 'Violet-Harbor-7-Kettle' };
const TENANTS = ['linked', 'chosen', 'personal', 'preferred', 'default'] as const;

describe('tenant of a new session', () => {
  let server: SecurityServer;
  let backend: Backend;
  let isStoreAway = false;

  beforeAll(async () => {
    server = await startSecurityServer({
      config: { multitenancy: { tenants: { preferred: ['preferred'] } } },
      wrapBackend: (real) => {
        backend = real;
        const { preferences } = real;
        const get = async (userName: string) => {
          if (isStoreAway) throw new Error('away');
          return preferences.get(userName);
        };
        return Object.create(real, { preferences: { value: { get } } }) as Backend;
      },
    });
    await addUser(server, JANE.username, JANE.password);
    for (const tenant of TENANTS) await put(server, `tenants/${tenant}`, { description: tenant });
    const config = { multitenancy_enabled: true, default_tenant: 'default' };
    await put(server, 'tenancy/config', config);
  });

  const allow = async (...tenants: string[]) => {
    await put(server, 'roles/jane_tenants', {
      tenant_permissions: [{ tenant_patterns: tenants, allowed_actions: ['kibana_all_read'] }],
    });
    await put(server, 'rolesmapping/jane_tenants', { users: ['jane'] });
  };
  const choose = (tenant: string | null) =>
    backend.preferences.change('jane', { [PERSONAL_TENANT_SETTING]: tenant });
  const login = () => server.loggedIn(JANE.username, JANE.password);
  const tenantOf = async (client: Awaited<ReturnType<typeof login>>) =>
    (await client.get('/api/test/whoami')).body.tenant as string;

  it('is resolved from address, last choice, personal, preferred and default tenant in this order', async () => {
    await allow(...TENANTS);
    await choose('personal');
    const client = await login();
    expect(await tenantOf(client)).toBe('personal');
    await client.post('/api/v1/multitenancy/tenant', { tenant: 'chosen', username: 'jane' });
    expect(await tenantOf(client)).toBe('chosen');
    await client.get('/app/test?security_tenant=linked', {
      headers: { 'sec-fetch-site': 'none' },
    });
    expect(await tenantOf(client)).toBe('linked');
    await choose(null);
    expect(await tenantOf(await login())).toBe('preferred');
    await allow('linked', 'chosen', 'personal', 'default');
    await waitForCondition(async () => (await tenantOf(await login())) === 'default');
  });

  it('skips an unavailable personal tenant and treats global like any other', async () => {
    await allow('default', 'preferred');
    await choose('personal');
    expect(await tenantOf(await login())).toBe('preferred');
    await choose('__user__');
    expect(await tenantOf(await login())).toBe('__user__');
    await choose('');
    await put(server, 'rolesmapping/kibana_user', { users: ['jane'] });
    expect(await tenantOf(await login())).toBe('');
  });

  it('falls back when the preference store is unavailable', async () => {
    await allow('preferred');
    await choose('__user__');
    isStoreAway = true;
    expect(await tenantOf(await login())).toBe('preferred');
    isStoreAway = false;
    expect(server.logs()).toContain('The preferences of a user could not be read.');
  });
});
