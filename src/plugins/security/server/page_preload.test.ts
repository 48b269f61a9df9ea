import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../test/helpers/security_server';
import type { HttpClient } from '../../../../test/helpers/http_client';

jest.setTimeout(60_000);
const PASSWORD = 'Jane-doe-secret-7';
const ACCOUNT = '/api/v1/configuration/account';
const USERS = '/app/security/users';

interface PreloadedPage {
  readonly metadata: {
    readonly capabilities: { readonly navLinks: Readonly<Record<string, boolean>> };
    readonly responses: Readonly<Record<string, unknown>>;
  };
  readonly imports: readonly string[];
}

async function preloadOf(client: HttpClient, address: string): Promise<PreloadedPage> {
  const { text } = await client.get(address, { headers: { 'sec-fetch-site': 'none' } });
  return JSON.parse(text.slice(text.indexOf('</html>') + '</html>'.length)) as PreloadedPage;
}

describe('preloaded pages', () => {
  let server: SecurityServer;
  beforeAll(async () => {
    server = await startSecurityServer();
    await put(server, 'tenants/hr', { description: '' });
    await put(server, 'roles/hr_writer', {
      tenant_permissions: [{ tenant_patterns: ['hr'], allowed_actions: ['kibana_all_write'] }],
    });
    await addUser(server, 'jdoe', PASSWORD, { opendistro_security_roles: ['hr_writer'] });
  });

  it('contain the same responses as the routes', async () => {
    const admin = await server.admin();
    const { metadata } = await preloadOf(admin, USERS);
    expect(Object.keys(metadata.responses)).toEqual([
      ACCOUNT,
      '/api/v1/restapiinfo',
      '/api/v1/multitenancy/state',
      '/api/v1/multitenancy/tenant',
      '/api/v1/search/internalusers?page=1&per_page=10&sort_field=name&sort_order=asc',
    ]);
    for (const [path, response] of Object.entries(metadata.responses))
      expect(response).toEqual((await admin.get(path)).body);
  });

  it('contain lists and apps of administrators for administrators only', async () => {
    const jane = await server.loggedIn('jdoe', PASSWORD);
    const { metadata, imports } = await preloadOf(jane, USERS);
    expect(metadata.responses).toMatchObject({ [ACCOUNT]: { data: { user_name: 'jdoe' } } });
    expect(Object.keys(metadata.responses).filter((path) => path.includes('search'))).toEqual([]);
    expect(metadata.capabilities.navLinks).not.toHaveProperty('security');
    expect(imports).not.toContain('security-admin');
    const admin = await preloadOf(await server.admin(), USERS);
    expect(admin.metadata.capabilities.navLinks).toMatchObject({ security: true });
    expect(admin.imports).toEqual(
      expect.arrayContaining(['security-logged_in', 'security-admin', 'security-user_list_page'])
    );
  });

  it('contain the tenant from their address', async () => {
    const jane = await server.loggedIn('jdoe', PASSWORD);
    const { metadata } = await preloadOf(jane, '/app/home?security_tenant=hr');
    expect(metadata.responses).toMatchObject({
      [ACCOUNT]: { data: { user_requested_tenant: 'hr' } },
      '/api/v1/multitenancy/state': { tenant: 'hr' },
      '/api/v1/multitenancy/tenant': 'hr',
    });
  });

  it('contain no rows if the address has a query or names another page', async () => {
    const admin = await server.admin();
    for (const address of [
      `${USERS}?q=a`,
      '/app/security/getstarted',
      '/app/home',
      '/app/securityx',
    ])
      expect(Object.keys((await preloadOf(admin, address)).metadata.responses)).toHaveLength(4);
  });
});

it('preloads no tenant without multitenancy', async () => {
  const server = await startSecurityServer({ config: { multitenancy: { enabled: false } } });
  const { metadata } = await preloadOf(await server.admin(), '/app/home');
  expect(Object.keys(metadata.responses)).toEqual([ACCOUNT, '/api/v1/restapiinfo']);
});
