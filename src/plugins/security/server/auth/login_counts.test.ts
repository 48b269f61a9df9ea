/** What the metrics count: sessions that logins open, and failed logins, by method. */
import { randomBytes } from 'node:crypto';
import {
  ADMIN,
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';
import { configure, domain, PASSWORDS } from '../../../../backend/testing/domains';

jest.setTimeout(60_000);

let server: SecurityServer;
const counts: string[] = [];
const counted = async (act: () => Promise<unknown>): Promise<string[]> => {
  counts.length = 0;
  await act();
  return [...counts];
};
const basic = (userName: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`,
});

const PROXY = { user_header: 'x-proxy-user', roles_header: 'x-proxy-roles' };
const PASSWORD = 'Vintage-Tractor-42';

beforeAll(async () => {
  server = await startSecurityServer({
    config: {
      auth: { type: ['basicauth', 'proxy', 'jwt'], anonymous_auth_enabled: true },
      proxycache: PROXY,
    },
    server: { trustedProxies: ['127.0.0.1'] },
    countLogin: (method, outcome) => void counts.push(`${method} ${outcome}`),
  });
  await addUser(server, 'jane', PASSWORD);
  await put(server, 'rolesmapping/kibana_user', {
    users: ['jane'],
    backend_roles: ['staff', 'opendistro_security_anonymous_backendrole'],
  });
  await configure(server.engine, {
    authc: {
      tokens: domain('jwt', { signing_key: randomBytes(64).toString('base64') }),
      proxy: domain('proxy', PROXY, { order: 1 }),
      basic: PASSWORDS,
    },
    http: {
      anonymous_auth_enabled: true,
      xff: { enabled: true, internalProxies: '127\\.0\\.0\\.1' },
    },
  });
});
afterAll(() => server?.stop());

it('counts a login with the form once, when its session is opened', async () => {
  const client = server.client();
  expect(await counted(() => client.login(ADMIN.username, ADMIN.password))).toEqual([
    'basicauth success',
  ]);
  expect(await counted(() => client.get('/api/test/whoami'))).toEqual([]);
  expect(await counted(() => server.client().login('jane', 'wrong'))).toEqual([
    'basicauth invalid',
  ]);
});

it('counts calls with a name and password only when they fail', async () => {
  const call = (password: string) =>
    server.client().request('GET', '/api/test/whoami', { headers: basic('jane', password) });
  expect(await counted(() => call(PASSWORD))).toEqual([]);
  expect(await counted(() => call('wrong'))).toEqual(['basicauth invalid']);
});

it.each([
  ['an API key', { authorization: 'ApiKey sdk_no' }, 'apikey invalid'],
  ['a token', { authorization: 'Bearer a.b.c' }, 'jwt invalid'],
])('counts a call with %s that does not hold', async (_what, headers, count) => {
  const call = () => server.client().request('GET', '/api/test/whoami', { headers });
  expect(await counted(call)).toEqual([count]);
});

it('counts sessions that open without the form by their method', async () => {
  const said = {
    'x-forwarded-for': '192.0.2.7',
    'x-proxy-user': 'john',
    'x-proxy-roles': 'staff',
  };
  const client = server.client();
  expect(await counted(() => client.get('/app/test', { headers: said }))).toEqual([
    'proxy success',
  ]);
  expect(await counted(() => client.get('/api/test/whoami', { headers: said }))).toEqual([]);
  const headers = { 'sec-fetch-site': 'none' };
  const visit = () => server.client().get('/auth/anonymous', { headers });
  expect(await counted(visit)).toEqual(['anonymous success']);
});
