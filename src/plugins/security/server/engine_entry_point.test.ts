/** The engine's REST API for users that a proxy authenticates. */
import {
  addUser,
  COOKIE_NAME,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../test/helpers/security_server';
import { configure, domain, PASSWORDS } from '../../../backend/testing/domains';

jest.setTimeout(60_000);

const PROXY = { user_header: 'x-proxy-user', roles_header: 'x-proxy-roles' };
const API = '/_plugins/_security';
const PASSWORD = 'Vintage-Tractor-42';
/** The client of these tests sends the header otherwise. */
const WITHOUT_XSRF = { 'kbn-xsrf': '' };
/** What a proxy sends for a user. */
const by = (name: string, roles = 'staff') => ({
  'x-forwarded-for': '192.0.2.7',
  'x-proxy-user': name,
  'x-proxy-roles': roles,
});

async function startWith(trustedProxies: readonly string[]): Promise<SecurityServer> {
  const server = await startSecurityServer({
    config: { auth: { type: ['basicauth', 'proxy'] }, proxycache: PROXY },
    server: { trustedProxies: [...trustedProxies] },
  });
  await addUser(server, 'jane', PASSWORD);
  await put(server, 'rolesmapping/kibana_user', { users: ['jane'], backend_roles: ['staff'] });
  await put(server, 'rolesmapping/all_access', { backend_roles: ['admin', 'bosses'] });
  await configure(server.engine, {
    authc: { proxy: domain('proxy', PROXY, { order: 0 }), basic: PASSWORDS },
    http: { xff: { enabled: true, internalProxies: '127\\.0\\.0\\.1' } },
  });
  return server;
}

describe('behind a trusted proxy', () => {
  let server: SecurityServer;
  beforeAll(async () => void (server = await startWith(['127.0.0.1'])));
  const send = (method: string, path: string, headers: object, body?: object) =>
    server.client().request(method, `${API}/${path}`, {
      headers: headers as Record<string, string>,
      ...(body && { body }),
    });
  const nameFor = async (headers: object) => {
    const { status, body } = await send('GET', 'authinfo', headers);
    return status === 200 ? body.user_name : status;
  };

  it('serves the user of the proxy with the permissions of their backend roles', async () => {
    expect(await nameFor(by('john'))).toBe('john');
    expect((await send('GET', 'api/roles', by('john'))).status).toBe(403);
    expect((await send('GET', 'api/roles', by('john', 'bosses'))).status).toBe(200);
    const old = await server.client().get('/_opendistro/_security/authinfo', {
      headers: by('john'),
    });
    expect(old.body.user_name).toBe('john');
  });

  it('requires the XSRF header for changes, because a proxy accepts requests of other sites', async () => {
    const make = (headers: object) =>
      send('PUT', 'api/tenants/made', { ...by('john', 'bosses'), ...headers }, { description: '' });
    expect((await make(WITHOUT_XSRF)).status).toBe(400);
    expect((await make({})).status).toBe(201);
  });

  it('takes the user of the proxy rather than a password in the request, as pages do', async () => {
    const authorization = `Basic ${btoa(`jane:${PASSWORD}`)}`;
    expect(await nameFor({ ...by('john'), authorization })).toBe('john');
    expect(await nameFor({ 'x-forwarded-for': '192.0.2.7', authorization })).toBe('jane');
  });

  it('never acts as the user of an earlier session of the browser', async () => {
    const open = async () => {
      const client = server.client();
      await client.get('/app/test', { headers: by('john', 'bosses') });
      expect(client.cookieHeader()).toContain(COOKIE_NAME);
      return { cookie: client.cookieHeader() };
    };
    expect(await nameFor({ ...by('mary'), ...(await open()) })).toBe('mary');
    const cookie = await open();
    expect(await nameFor({ 'x-forwarded-for': '192.0.2.7', ...cookie })).toBe(401);
    // The session has ended.
    expect(await nameFor(cookie)).toBe(401);
  });

  it.each([
    ['no forwarded address', { 'x-proxy-user': 'john', 'x-proxy-roles': 'bosses' }],
    ['no user', { 'x-forwarded-for': '192.0.2.7', 'x-proxy-roles': 'bosses' }],
    ['an empty user', by('', 'bosses')],
  ])('rejects a request with %s', async (_what, headers) =>
    expect(await nameFor(headers)).toBe(401)
  );
});

// @asvs V1.2/2
it('ignores the headers of a proxy that is not trusted', async () => {
  const server = await startWith(['192.0.2.0/24']);
  const response = await server.client().get(`${API}/authinfo`, { headers: by('john', 'bosses') });
  expect(response.status).toBe(401);
});
