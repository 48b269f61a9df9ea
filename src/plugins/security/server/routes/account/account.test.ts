import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { waitForCondition } from '../../../../../../test/helpers/wait_for';

jest.setTimeout(60_000);
const ACCOUNT = '/api/v1/configuration/account';
const TENANT = '/api/v1/multitenancy/tenant';
const PASSWORD = 'Jane-doe-secret-7';

describe('account and tenants', () => {
  let server: SecurityServer;
  beforeAll(async () => {
    server = await startSecurityServer();
    await put(server, 'tenants/hr', { description: '' });
    await put(server, 'tenants/finance', { description: '' });
    await put(server, 'tenants/secret', { description: '' });
    await put(server, 'roles/hr_reader', {
      tenant_permissions: [
        { tenant_patterns: ['hr'], allowed_actions: ['kibana_all_read'] },
        { tenant_patterns: ['finance'], allowed_actions: ['kibana_all_write'] },
      ],
    });
    for (const name of ['jdoe', 'changer', 'victim'])
      await addUser(server, name, PASSWORD, { attributes: { dept: 'hr' } });
    await put(server, 'rolesmapping/hr_reader', { users: ['jdoe'] });
    await put(server, 'rolesmapping/kibana_user', { users: ['jdoe', 'changer'] });
  });

  it('deletes the file with the first password at the first login of admin', async () => {
    const file = join(server.dataDir, 'initial-password');
    writeFileSync(file, 'Password  in clear');
    await server.loggedIn('jdoe', PASSWORD);
    expect(existsSync(file)).toBe(true);
    await server.admin();
    expect(existsSync(file)).toBe(false);
  });

  // @spec 3/68, 3/69, 7/66, 7/69, 7/70
  it('describes the caller with the current tenant', async () => {
    const client = await server.loggedIn('jdoe', PASSWORD);
    expect((await server.client().get(ACCOUNT)).status).toBe(401);
    const { body } = await client.get(ACCOUNT);
    expect(body.data).toMatchObject({
      user_name: 'jdoe',
      is_internal_user: true,
      user_requested_tenant: '',
      roles: ['hr_reader', 'kibana_user'],
      tenants: { global_tenant: true, hr: false, finance: true, jdoe: true },
      custom_attribute_names: ['attr.internal.dept'],
    });
    expect(body.total).toBe(Object.keys(body.data).length);
    expect((await client.get('/api/v1/auth/authinfo')).body).toMatchObject({
      user_name: 'jdoe',
      roles: ['hr_reader', 'kibana_user'],
    });
    expect((await client.get('/api/v1/restapiinfo')).body).toMatchObject({
      user_name: 'jdoe',
      has_api_access: false,
    });
    expect((await client.get('/api/v1/auth/dashboardsinfo')).body).toMatchObject({
      user_name: 'jdoe',
    });
    expect((await client.get('/api/v1/multitenancy/info')).body).toMatchObject({
      user_name: 'jdoe',
      kibana_mt_enabled: true,
      kibana_index: '.kibana',
    });
    expect((await (await server.admin()).get('/api/v1/restapiinfo')).body.has_api_access).toBe(
      true
    );
  });

  // @spec 7/72
  // @asvs V2.1.5/1
  it("changes the password, renews the caller's session and ends all others", async () => {
    const caller = await server.loggedIn('changer', PASSWORD);
    const other = await server.loggedIn('changer', PASSWORD);
    const before = caller.cookieHeader();
    const wrong = await caller.post(ACCOUNT, {
      password: 'Another-secret-8!',
      current_password: 'x',
    });
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      'Could not validate your current password.',
    ]);
    expect((await other.get('/api/test/whoami')).status).toBe(200);
    const changed = await caller.post(ACCOUNT, {
      password: 'Another-secret-8!',
      current_password: PASSWORD,
    });
    expect([changed.status, changed.body]).toEqual([200, { message: "'changer' updated." }]);
    expect(caller.cookieHeader()).not.toBe(before);
    expect((await caller.get('/api/test/whoami')).status).toBe(200);
    expect((await other.get('/api/test/whoami')).status).toBe(401);
    expect(
      (await server.client().get('/api/test/whoami', { headers: { cookie: before } })).status
    ).toBe(401);
    expect((await server.client().login('changer', PASSWORD)).status).toBe(401);
    expect((await server.client().login('changer', 'Another-secret-8!')).status).toBe(200);
  });

  it('ends the sessions of a user after deletion or a password change by an administrator', async () => {
    const client = await server.loggedIn('victim', PASSWORD);
    const admin = await server.admin();
    await admin.post('/api/v1/configuration/internalusers/victim', {
      password: 'Another-secret-8!',
    });
    expect((await client.get('/api/test/whoami')).status).toBe(401);
    await client.login('victim', 'Another-secret-8!');
    await admin.delete('/api/v1/configuration/internalusers/victim');
    expect((await client.get('/api/test/whoami')).status).toBe(401);
  });

  // @spec 7/63
  it('switches the tenant of the session together with store and permissions', async () => {
    const client = await server.loggedIn('jdoe', PASSWORD);
    const identity = async () => (await client.get('/api/test/whoami')).body;
    expect(await identity()).toMatchObject({
      tenant: '',
      scope: { partition: '', canRead: true, canWrite: true },
    });
    const choose = (tenant: string) => client.post(TENANT, { tenant, username: 'jdoe' });
    const hr = await choose('hr');
    expect([hr.status, hr.text, hr.headers.get('content-type')]).toEqual([
      200,
      '"hr"',
      'application/json; charset=utf-8',
    ]);
    expect((await client.get(TENANT)).body).toBe('hr');
    expect(await identity()).toMatchObject({
      tenant: 'hr',
      scope: {
        partition: 'tenant:hr',
        canRead: true,
        canWrite: false,
        denied: { error: { code: 'security.tenant_read_only' }, params: { tenant: 'hr' } },
      },
    });
    expect((await choose('finance')).body).toBe('finance');
    expect(await identity()).toMatchObject({
      scope: { partition: 'tenant:finance', canWrite: true },
    });
    expect((await choose('__user__')).body).toBe('__user__');
    expect(await identity()).toMatchObject({ scope: { partition: 'user:jdoe', canWrite: true } });
    expect((await choose('')).body).toBe('');
  });

  // @spec 6/10
  it('rejects tenants that the caller may not use', async () => {
    const client = await server.loggedIn('jdoe', PASSWORD);
    for (const tenant of ['secret', 'nonexistent', '__proto__']) {
      const response = await client.post(TENANT, { tenant, username: 'jdoe' });
      expect([response.status, response.body.message]).toEqual([
        403,
        `You don't have access to the tenant "${tenant}", or it is turned off.`,
      ]);
    }
    expect((await client.post(TENANT, { tenant: 'hr', username: 'admin' })).status).toBe(400);
    expect((await client.post(TENANT, { tenant: 'hr' })).status).toBe(400);
    expect((await server.client().post(TENANT, { tenant: 'hr', username: 'jdoe' })).status).toBe(
      401
    );
    expect((await client.get(TENANT)).body).toBe('');
  });

  // @spec 2.1/38, 2.1/39
  it('reads the tenant from headers and addresses, and stores it only for page requests', async () => {
    const client = await server.loggedIn('jdoe', PASSWORD);
    const tenantOf = async (path: string, headers: Record<string, string> = {}) =>
      (await client.get(path, { headers })).body.tenant;
    expect(await tenantOf('/api/test/whoami', { securitytenant: 'hr' })).toBe('hr');
    expect(
      await tenantOf('/api/test/whoami?security_tenant=finance', { securitytenant: 'hr' })
    ).toBe('finance');
    await client.get('/app/home?security_tenant=secret');
    expect(await tenantOf('/api/test/whoami')).toBe('');
    // Recognizes the parameter in any spelling of the address.
    await client.get('/app/home?security%5Ftenant=secret');
    expect(await tenantOf('/api/test/whoami')).toBe('');
    const typed = { headers: { 'sec-fetch-site': 'none' } };
    await client.get('/app/home?security_tenant=hr', typed);
    expect(await tenantOf('/api/test/whoami')).toBe('hr');
    await client.get('/app/home?securitytenant=private', typed);
    expect(await tenantOf('/api/test/whoami')).toBe('__user__');
  });

  // @asvs V4.2.2/1
  it.each(['cross-site', 'same-site', ''])(
    'asks for confirmation before a link on another site switches the tenant: "%s"',
    async (site) => {
      const client = await server.loggedIn('jdoe', PASSWORD);
      const tenant = async () => (await client.get('/api/test/whoami')).body.tenant;
      const headers = { 'sec-fetch-site': site };
      const page = await client.get('/app/home?a=1&security_tenant=hr', { headers });
      expect([page.status, page.headers.get('location')]).toEqual([
        302,
        `/app/customerror/tenant_question?tenant=hr&nextUrl=%2Fapp%2Fhome%3Fa%3D1&tenant_source=${site === '' ? 'unknown' : 'site'}`,
      ]);
      await client.get('/app/customerror/x?security_tenant=hr', { headers });
      expect(await tenant()).toBe('');
      const same = await client.get('/app/home?security_tenant=global', { headers });
      expect(same.status).toBe(200);
      const own = { 'sec-fetch-site': 'same-origin' };
      await client.get('/app/home?security_tenant=hr', { headers: own });
      expect(await tenant()).toBe('hr');
    }
  );

  it.each(['secret', 'nonexistent', '__proto__', ''])(
    'redirects a page request that names the unavailable tenant "%s"',
    async (tenant) => {
      const named = encodeURIComponent(tenant);
      const client = await server.loggedIn('jdoe', PASSWORD);
      await put(server, 'rolesmapping/kibana_user', { users: ['changer'] });
      const page = await client.get(`/app/home?a=1&security_tenant=${named}`);
      await put(server, 'rolesmapping/kibana_user', { users: ['jdoe', 'changer'] });
      expect([page.status, page.headers.get('location')]).toEqual([
        302,
        `/app/customerror/tenant?tenant=${named}&nextUrl=%2Fapp%2Fhome%3Fa%3D1&tenant_source=unknown`,
      ]);
      expect((await client.get(page.headers.get('location') ?? '')).status).toBe(200);
    }
  );

  const UNUSABLE = ['finanse', 'secret', 'FINANCE', '__proto__', 'finance, finance', 'Zürich'];
  // @asvs V4.2/5
  it.each(UNUSABLE)('refuses API requests that name the unusable tenant "%s"', async (tenant) => {
    const client = await server.loggedIn('jdoe', PASSWORD);
    const authorization = `Basic ${btoa(`jdoe:${PASSWORD}`)}`;
    const named = encodeURIComponent(tenant);
    const header = Buffer.from(tenant).toString('latin1');
    const responses = [];
    for (const [who, credentials] of [
      [client, {}],
      [server.client(), { authorization }],
    ] as const) {
      for (const name of ['securitytenant', 'security_tenant'])
        responses.push(
          await who.get('/api/test/whoami', { headers: { ...credentials, [name]: header } })
        );
      for (const key of ['securityTenant_', 'securitytenant', 'security_tenant'])
        responses.push(
          await who.get(`/api/test/whoami?${key}=${named}`, { headers: { ...credentials } })
        );
    }
    expect(responses.map(({ status, body }) => [status, body.attributes?.code])).toEqual(
      responses.map(() => [403, 'security.tenant_unusable'])
    );
  });

  it('shows no page in another tenant than a proxy names in a header', async () => {
    const client = await server.loggedIn('jdoe', PASSWORD);
    const page = await client.get('/app/home', { headers: { securitytenant: 'secret' } });
    expect([page.status, page.headers.get('location')]).toEqual([
      302,
      '/app/customerror/tenant?tenant=secret&nextUrl=%2Fapp%2Fhome&tenant_source=unknown',
    ]);
  });

  it('reports the available tenants and the current one to pages', async () => {
    const STATE = '/api/v1/multitenancy/state';
    const client = await server.loggedIn('jdoe', PASSWORD);
    const state = {
      session_created_at: expect.any(Number),
      enabled: true,
      global_enabled: true,
      private_enabled: true,
      default_tenant: '',
      tenant: '',
    };
    expect((await client.get(STATE)).body).toEqual(state);
    await client.post(TENANT, { tenant: 'hr', username: 'jdoe' });
    expect((await client.get(STATE)).body).toEqual({ ...state, tenant: 'hr' });
    expect((await server.client().get(STATE)).status).toBe(401);
    const setTenancy = (body: object) =>
      server.engine.request(
        { kind: 'internal' },
        { method: 'PUT', path: '/_plugins/_security/api/tenancy/config', body }
      );
    await setTenancy({ private_tenant_enabled: false, default_tenant: 'finance' });
    await waitForCondition(async () => (await client.get(STATE)).body.private_enabled === false);
    expect((await client.get(STATE)).body).toMatchObject({ default_tenant: 'finance' });
    await setTenancy({ multitenancy_enabled: false, private_tenant_enabled: true });
    await waitForCondition(async () => (await client.get(STATE)).body.enabled === false);
    expect((await client.get(STATE)).body.tenant).toBe('');
    const page = await client.get('/app/home?security_tenant=hr');
    expect(page.headers.get('location')).toMatch('/app/customerror/tenant?tenant=hr');
    await setTenancy({ multitenancy_enabled: true, default_tenant: '' });
    await waitForCondition(async () => (await client.get(STATE)).body.enabled === true);
  });

  // @asvs V4.1/1
  it('applies a removed permission to the next request', async () => {
    await addUser(server, 'mover', PASSWORD);
    await put(server, 'rolesmapping/hr_reader', { users: ['jdoe', 'mover'] });
    const client = await server.loggedIn('mover', PASSWORD);
    await client.post(TENANT, { tenant: 'hr', username: 'mover' });
    expect((await client.get('/api/test/whoami')).body.tenant).toBe('hr');
    await put(server, 'rolesmapping/hr_reader', { users: ['jdoe'] });
    // An open page still shows the tenant, so it must not save in another one.
    expect((await client.get('/api/test/whoami')).body).toMatchObject({
      tenant: '__user__',
      scope: {
        canRead: false,
        canWrite: false,
        denied: { error: { code: 'security.tenant_lost' }, params: { tenant: 'hr' } },
      },
    });
    expect((await client.get('/app/home')).status).toBe(200);
    expect((await client.get('/api/test/whoami')).body).toMatchObject({
      tenant: '__user__',
      scope: { partition: 'user:mover', canWrite: true },
    });
  });
});

describe('account and tenants without multitenancy', () => {
  it('has no tenants and one partition', async () => {
    const server = await startSecurityServer({ config: { multitenancy: { enabled: false } } });
    const admin = await server.admin();
    const [tenant, identity] = [await admin.get(TENANT), await admin.get('/api/test/whoami')];
    const { body } = await admin.get(ACCOUNT);
    await server.stop();
    expect(tenant.status).toBe(404);
    expect(identity.body).toMatchObject({
      tenant: null,
      scope: { partition: '', canRead: true, canWrite: true },
    });
    expect(body.data.user_requested_tenant).toBeNull();
  });
});

describe('tenants named without multitenancy', () => {
  it.each(['hr', 'private', '__user__'])('refuses the tenant "%s"', async (tenant) => {
    const server = await startSecurityServer({ config: { multitenancy: { enabled: false } } });
    const admin = await server.admin();
    const named = await admin.get('/api/test/whoami', { headers: { securitytenant: tenant } });
    expect([named.status, named.body.attributes?.code]).toEqual([403, 'security.tenant_unusable']);
    for (const global of ['', 'global', 'Global', 'global_tenant'])
      expect((await admin.get(`/api/test/whoami?security_tenant=${global}`)).status).toBe(200);
    await server.stop();
  });
});

describe('account without any tenant', () => {
  it('rejects API requests, redirects pages to an explanation and admits administrators', async () => {
    const server = await startSecurityServer({
      config: { multitenancy: { tenants: { enable_global: false, enable_private: false } } },
    });
    await addUser(server, 'jdoe', PASSWORD);
    const client = await server.loggedIn('jdoe', PASSWORD);
    const refused = await client.get('/api/test/whoami');
    const page = await client.get('/app/home', { headers: { accept: 'text/html' } });
    const errorPage = await client.get('/app/customerror/no-tenant');
    const out = await client.post('/auth/logout');
    const admin = await server.admin();
    // `all_access` includes every custom tenant; without one the administrator has none either.
    await server.engine.request(
      { kind: 'internal' },
      { method: 'DELETE', path: '/_plugins/_security/api/tenants/admin_tenant' }
    );
    const roles = await admin.get('/api/v1/configuration/roles');
    await server.stop();
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'No available tenant for current user, please reach out to your system administrator',
    ]);
    expect([page.status, page.headers.get('location')]).toEqual([
      302,
      '/app/customerror/no-tenant',
    ]);
    expect(errorPage.text).toContain('data-anonymous="true"');
    expect([errorPage.status, out.status, roles.status]).toEqual([200, 200, 200]);
  });
});
