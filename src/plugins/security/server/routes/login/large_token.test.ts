/** Tests with a user of a hundred groups, whose id token has the largest accepted size. */
import { HttpClient, type HttpResult } from '../../../../../../test/helpers/http_client';
import { OpenIdPeer } from '../../../../../../test/helpers/openid_provider';
import {
  COOKIE_NAME,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { configure, domain, PASSWORDS } from '../../../../../backend/testing/domains';

jest.setTimeout(120_000);

const BASE = 'http://dashboards.test';
const CLIENT = { client_id: 'dashboards', client_secret: 's'.repeat(40) } as const;
/** Makes a token of nearly 16 KiB. */
const GROUPS = Array.from({ length: 100 }, (_, at) => `group-${at}-`.padEnd(112, 'x'));

const peer = new OpenIdPeer({
  client: {
    ...CLIENT,
    redirect_uris: [`${BASE}/auth/openid/login`],
    post_logout_redirect_uris: [BASE],
  },
  roles: GROUPS,
});
let server: SecurityServer;
beforeAll(async () => {
  await peer.start();
  server = await startSecurityServer({
    config: {
      auth: { type: 'openid' },
      openid: {
        connect_url: peer.connectUrl,
        ...CLIENT,
        scope: 'openid profile',
        base_redirect_url: BASE,
      },
    },
  });
  const keys = { subject_key: 'preferred_username', roles_key: 'roles' };
  const tokens = domain('openid', { openid_connect_url: peer.connectUrl, ...keys });
  await configure(server.engine, { authc: { tokens, passwords: PASSWORDS } });
  await put(server, 'rolesmapping/kibana_user', { backend_roles: [GROUPS[99]] });
});
afterAll(async () => {
  await server?.stop();
  await peer.stop();
});

const locationOf = ({ headers }: HttpResult): string => headers.get('location') ?? '';

/** From the provider's first page to the address to which it redirects the browser. */
async function atProvider(browser: HttpClient, address: string): Promise<string> {
  let next = address;
  while (next.startsWith(browser.baseUrl)) {
    const response = await browser.get(next.slice(browser.baseUrl.length));
    expect(response.status).toBe(303);
    next = new URL(locationOf(response), browser.baseUrl).href;
    if (next.includes('/interaction/')) next += '?name=jane';
  }
  return next.slice(BASE.length);
}

it('id token of maximum size logs in and out without growing any cookie', async () => {
  const client = server.client();
  const browser = new HttpClient(new URL(peer.connectUrl).origin);
  const away = locationOf(await client.get('/auth/openid/login?nextUrl=/app/test'));
  const back = await client.get(await atProvider(browser, away));
  expect([back.status, locationOf(back)]).toEqual([302, '/app/test']);
  for (const cookie of back.headers.getSetCookie()) expect(cookie.length).toBeLessThan(256);
  expect(client.cookieHeader()).toMatch(new RegExp(`^${COOKIE_NAME}=[\\w-]{43}$`));
  const { body } = await client.get('/api/v1/auth/signin');
  expect(body).toMatchObject({ user_name: 'jane', roles: expect.arrayContaining(['kibana_user']) });
  expect(body.backend_roles).toHaveLength(GROUPS.length);
  expect((await client.get('/app/test')).status).toBe(200);

  const out = await client.get('/auth/logout', { headers: { 'sec-fetch-site': 'same-origin' } });
  const end = new URL(locationOf(out));
  // The token would make the address too long, so only the client id is sent and the provider asks
  // for confirmation.
  const hints = ['id_token_hint', 'client_id'].map((name) => end.searchParams.get(name));
  expect(hints).toEqual([null, CLIENT.client_id]);
  expect((await browser.get(end.pathname + end.search)).status).toBe(200);
  expect((await client.get('/api/test/whoami')).status).toBe(401);
});
