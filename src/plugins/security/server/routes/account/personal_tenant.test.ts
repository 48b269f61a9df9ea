/** Tests of the start tenant of a session, with several settings that influence it. */
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
  type SecurityServerOptions,
} from '../../../../../../test/helpers/security_server';
import { waitForCondition } from '../../../../../../test/helpers/wait_for';
import { PERSONAL_TENANT_SETTING } from '../../../common';

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
  afterAll(() => server?.stop());

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
