/** Tests of OpenID Connect login, with a certified provider in a separate process. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { LOGIN_LIMITS } from '@sd/core/common';
import type { PrivilegedBackend } from '@sd/core/server';
import { HttpClient, type HttpResult } from '../../../../../../test/helpers/http_client';
import { OpenIdPeer } from '../../../../../../test/helpers/openid_provider';
import {
  ADMIN,
  addUser,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { waitForCondition } from '../../../../../../test/helpers/wait_for';
import { loggingInBy } from '../../../../../backend/testing/altered';

jest.setTimeout(120_000);

const BASE = 'http://dashboards.test';
const TYPED = { headers: { 'sec-fetch-site': 'none' } };
const OWN = { headers: { 'sec-fetch-site': 'same-origin' } };
const PASSWORD = 'Correct-horse-7-battery';
const CLIENT = { client_id: 'dashboards', client_secret: 's'.repeat(40) } as const;
const SID_COOKIE = 'security_authentication';

const peerWith = (more: Partial<ConstructorParameters<typeof OpenIdPeer>[0]> = {}) =>
  new OpenIdPeer({
    client: {
      ...CLIENT,
      redirect_uris: [`${BASE}/auth/openid/login`],
      post_logout_redirect_uris: [BASE],
    },
    ...more,
  });

type Backend = Parameters<typeof loggingInBy>[0];

/** Identifies the user of a token, as an engine with a token domain does. Users are its own. */
function withTokenLogin(backend: Backend): Backend {
  const { login } = backend;
  return loggingInBy(backend, {
    authenticate: async (request) => {
      const bearer = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1];
      if (bearer === undefined) return login.authenticate(request);
      const claims = JSON.parse(
        Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString()
      ) as Record<string, string>;
      const authorization = `Basic ${btoa(`${claims['preferred_username']}:${PASSWORD}`)}`;
      return login.authenticate({ ...request, headers: { authorization } });
    },
  });
}

const start = (
  peer: Pick<OpenIdPeer, 'connectUrl'>,
  config: object = {},
  countLogin?: PrivilegedBackend['countLogin']
) =>
  startSecurityServer({
    wrapBackend: withTokenLogin,
    countLogin,
    config: {
      auth: { type: 'openid' },
      ...config,
      openid: {
        connect_url: peer.connectUrl,
        ...CLIENT,
        scope: 'openid profile',
        base_redirect_url: BASE,
        ...(config as { openid?: object }).openid,
      },
    },
  });

const locationOf = ({ headers }: HttpResult): string => headers.get('location') ?? '';
const own = (address: string): string => {
  expect(address.startsWith(`${BASE}/`)).toBe(true);
  return address.slice(BASE.length);
};

/**
 * Logs in at the provider: from its first page to the address to which it redirects the browser.
 */
async function atProvider(address: string, name: string, visitor?: HttpClient): Promise<string> {
  const { origin } = new URL(address);
  const browser = visitor ?? new HttpClient(origin);
  let next = address;
  for (let hop = 0; hop < 10; hop++) {
    const response = await browser.get(next.replace(origin, ''));
    next = new URL(locationOf(response), origin).href;
    if (next.includes('/interaction/')) next += `?name=${name}`;
    if (!next.startsWith(origin)) return next;
  }
  throw new Error(`The provider leads nowhere: ${next}`);
}

const begin = async (client: HttpClient, nextUrl?: string) =>
  locationOf(
    await client.get(
      `/auth/openid/login${nextUrl === undefined ? '' : `?nextUrl=${encodeURIComponent(nextUrl)}`}`
    )
  );
async function login(client: HttpClient, name = 'jane', nextUrl?: string): Promise<HttpResult> {
  return client.get(own(await atProvider(await begin(client, nextUrl), name)));
}
const whoami = async (client: HttpClient) => (await client.get('/api/test/whoami')).status;

describe('openid', () => {
  const peer = peerWith();
  let server: SecurityServer;
  const countLogin = jest.fn();
  beforeAll(async () => {
    await peer.start();
    server = await start(peer, {}, countLogin);
    await addUser(server, 'jane', PASSWORD);
    await addUser(server, 'john', PASSWORD);
  });
  afterAll(async () => {
    await server.stop();
    await peer.stop();
  });

  it('counts a login once, under its own method', async () => {
    countLogin.mockClear();
    const client = server.client();
    await login(client);
    await whoami(client);
    expect(countLogin.mock.calls).toEqual([['openid', 'success']]);
  });

  it('returns from the provider to the page, with fragment and tenant', async () => {
    const client = server.client();
    const first = await client.get('/app/test?security_tenant=global', TYPED);
    expect([first.status, locationOf(first)]).toEqual([
      302,
      '/auth/openid/captureUrlFragment?nextUrl=%2Fapp%2Ftest%3Fsecurity_tenant%3Dglobal&tenant_source=typed',
    ]);
    const page = await client.get(locationOf(first), TYPED);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const script = await client.get('/auth/openid/captureUrlFragment.js');
    const here = {
      pathname: '/auth/openid/captureUrlFragment',
      search: '?nextUrl=%2Fapp%2Ftest%3Fsecurity_tenant%3Dprivate&tenant_source=typed',
      hash: '#/deep?x=1',
      replace: jest.fn(),
    };
    new Function('window', 'URLSearchParams', script.text)({ location: here }, URLSearchParams);
    const [login] = here.replace.mock.calls[0] as [string];

    const away = locationOf(await client.get(login, OWN));
    const { searchParams } = new URL(away);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('redirect_uri')).toBe(`${BASE}/auth/openid/login`);
    expect(searchParams.get('nonce')).toMatch(/^.{20,}$/);
    const back = await client.get(own(await atProvider(away, 'jane')));
    expect([back.status, locationOf(back)]).toEqual([
      302,
      '/app/test?security_tenant=private#/deep?x=1',
    ]);
    // The session begins in the typed tenant: the request after the login comes from another site.
    expect((await client.get('/api/test/whoami')).body).toMatchObject({
      user: 'jane',
      tenant: '__user__',
    });
    // The browser has no tokens, and the pending login is completed.
    expect(client.cookieHeader()).toMatch(/^security_authentication=[\w-]{43}$/);
  });

  it('handles logins in several tabs independently', async () => {
    const client = server.client();
    const [first, second] = [await begin(client, '/app/one'), await begin(client, '/app/two')];
    const two = await client.get(own(await atProvider(second, 'jane')));
    const one = await client.get(own(await atProvider(first, 'jane')));
    expect([locationOf(one), locationOf(two)]).toEqual(['/app/one', '/app/two']);
  });

  it('accepts a response once and only in the browser that started the login', async () => {
    const client = server.client();
    const response = own(await atProvider(await begin(client), 'jane'));
    // A victim who follows the address of another user's response must not be logged in.
    const victim = server.client();
    await begin(victim);
    const foreign = await victim.get(response);
    expect(locationOf(foreign)).toBe('/app/login?problem=round');
    expect(await whoami(victim)).toBe(401);
    const cookies = client.cookieHeader();
    expect(locationOf(await client.get(response))).toBe('/');
    const again = await server.client().get(response, { headers: { cookie: cookies } });
    expect(locationOf(again)).toBe('/app/login?problem=round');
  });

  it.each([
    ['another code', (url: URL) => url.searchParams.set('code', 'forged')],
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'http://evil.example')],
    ['no issuer although the provider requires it', (url: URL) => url.searchParams.delete('iss')],
  ])('rejects a response with %s', async (_what, change) => {
    const client = server.client();
    const response = new URL(await atProvider(await begin(client), 'jane'));
    change(response);
    const refused = await client.get(response.pathname + response.search);
    expect(locationOf(refused)).toMatch(/^\/app\/login\?problem=(refused|round)$/);
    expect(await whoami(client)).toBe(401);
  });

  it('reports a provider error on the login page without starting again', async () => {
    const client = server.client();
    const refused = await login(client, '', '/app/test');
    expect(locationOf(refused)).toBe('/app/login?nextUrl=%2Fapp%2Ftest&problem=refused');
    expect((await client.get('/app/login?problem=refused')).status).toBe(200);
    const unknown = await login(server.client(), 'nobody');
    expect(locationOf(unknown)).toBe('/app/login?problem=refused');
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/app/../\t/evil'])(
    'rejects the unsafe address %j',
    async (nextUrl) => {
      const path = `/auth/openid/login?nextUrl=${encodeURIComponent(nextUrl)}`;
      expect((await server.client().get(path)).status).toBe(400);
    }
  );

  it('opens a new session at every login and ends the previous one', async () => {
    const client = server.client();
    await login(client);
    const former = client.cookieHeader();
    await login(client, 'john');
    const replayed = await server.client().get('/api/test/whoami', { headers: { cookie: former } });
    expect(replayed.status).toBe(401);
    const planted = { headers: { cookie: `${SID_COOKIE}=${'A'.repeat(43)}` } };
    expect((await server.client().get('/api/test/whoami', planted)).status).toBe(401);
  });

  it('logs out here and at the provider, with confirmation for links on other sites', async () => {
    const client = server.client();
    await login(client);
    const cookies = client.cookieHeader();
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const foreign = await client.get('/auth/logout', { headers });
      expect(locationOf(foreign)).toBe('/app/customerror/logout');
    }
    expect(await whoami(client)).toBe(200);
    const out = await client.get('/auth/logout', { headers: { 'sec-fetch-site': 'same-origin' } });
    const provider = new URL(locationOf(out));
    expect(provider.origin + provider.pathname).toBe(`${peer.issuer}/session/end`);
    expect(provider.searchParams.get('post_logout_redirect_uri')).toBe(BASE);
    expect(provider.searchParams.get('id_token_hint')).toMatch(/^ey/);
    const copied = await client.get('/api/test/whoami', { headers: { cookie: cookies } });
    expect(copied.status).toBe(401);
  });

  it('writes no token, code or secret to the log', async () => {
    await login(server.client());
    expect(server.logs()).not.toMatch(/eyJ|code=|ssssss/);
  });
});

describe('expiring OpenID tokens', () => {
  const peer = peerWith({ idTokenSeconds: 100 });
  let server: SecurityServer;
  let skewMs = 0;
  const realNow = Date.now;
  beforeEach(async () => {
    skewMs = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => realNow() + skewMs);
    await peer.start();
    server = await start(peer);
    await addUser(server, 'jane', PASSWORD);
  });
  afterEach(async () => {
    await server.stop();
    await peer.stop();
  });

  it('are renewed in the background, once for all requests', async () => {
    const client = server.client();
    await login(client);
    skewMs = 50_000;
    await peer.setAhead(skewMs);
    const statuses = await Promise.all(Array.from({ length: 5 }, () => whoami(client)));
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    // The first token has expired; its successor has 30 s left.
    skewMs = 120_000;
    expect(await whoami(client)).toBe(200);
  });

  it('end the session when the provider no longer renews them', async () => {
    const client = server.client();
    await login(client);
    await peer.stop();
    // While the provider is down, the session lasts as long as its token; then requests fail with
    // 503.
    skewMs = 60_000;
    expect(await whoami(client)).toBe(200);
    skewMs = 101_000;
    expect(await whoami(client)).toBe(503);
    // The provider returns with other keys and without its sessions.
    await peer.start();
    skewMs = 110_000;
    expect(await whoami(client)).toBe(401);
    // The cached keys are outdated: the client notices and loads the new ones.
    expect(locationOf(await login(client))).toBe('/');
    skewMs = 0;
    expect(await whoami(client)).toBe(200);
  });
});

describe('unavailable OpenID provider', () => {
  it('redirects to the login page if the provider went down after discovery', async () => {
    const peer = peerWith();
    await peer.start();
    const server = await start(peer);
    expect((await begin(server.client())).startsWith(peer.issuer)).toBe(true);
    await peer.stop();
    await new Promise((resolve) => setTimeout(resolve, LOGIN_LIMITS.providerPauseMs));
    expect(await begin(server.client())).toBe('/app/login?problem=provider');
  });

  it('does not prevent the server start and works once it is up', async () => {
    const peer = peerWith();
    await peer.start();
    await peer.stop();
    const server = await start(peer, {
      auth: { type: ['basicauth', 'openid'], multiple_auth_enabled: true },
    });
    try {
      const client = server.client();
      const away = await client.get('/auth/openid/login?nextUrl=%2Fapp%2Ftest');
      expect(locationOf(away)).toBe('/app/login?nextUrl=%2Fapp%2Ftest&problem=provider');
      expect((await client.login(ADMIN.username, ADMIN.password)).status).toBe(200);
      await addUser(server, 'jane', PASSWORD);
      await peer.start();
      const other = server.client();
      await waitForCondition(async () => (await begin(other)).startsWith(peer.issuer));
      await login(other);
      expect(await whoami(other)).toBe(200);
    } finally {
      await server.stop();
      await peer.stop();
    }
  });

  it.each([
    ['too much data', (big: Buffer) => big],
    ['too much compressed data', (big: Buffer) => gzipSync(big)],
    ['deeply nested nonsense', () => Buffer.from('['.repeat(300_000))],
    ['JSON of the wrong type', () => Buffer.from('"text"')],
  ])('is reported when the provider sends %s', async (what, bodyOf) => {
    const body = bodyOf(Buffer.alloc(8_000_000, ' '));
    const http: Server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      if (what.includes('compressed')) response.setHeader('content-encoding', 'gzip');
      response.end(body);
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    const server = await start({ connectUrl: `http://127.0.0.1:${port}/.well-known/x` });
    try {
      expect(await begin(server.client())).toBe('/app/login?problem=provider');
      expect(server.logs().match(/the identity provider is unavailable/g)).toHaveLength(1);
    } finally {
      await server.stop();
      http.closeAllConnections();
      http.close();
    }
  });

  it('is reported when the provider responds too slowly', async () => {
    jest.replaceProperty(LOGIN_LIMITS as { providerMs: number }, 'providerMs', 300);
    const http: Server = createServer((_request, response) => void response.write('{'));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    const server = await start({ connectUrl: `http://127.0.0.1:${port}/.well-known/x` });
    try {
      expect(await begin(server.client())).toBe('/app/login?problem=provider');
      expect(server.logs()).toContain('gave no whole answer within 300 ms');
    } finally {
      jest.restoreAllMocks();
      await server.stop();
      http.closeAllConnections();
      http.close();
    }
  });
});

it('offers several login methods on one page or redirects to the default one', async () => {
  const peer = { connectUrl: 'http://127.0.0.1:1/.well-known/x' };
  const auth = { type: ['basicauth', 'openid'], multiple_auth_enabled: true };
  const server = await start(peer, { auth });
  const direct = await start(peer, { auth: { ...auth, default_redirect_auth_type: 'openid' } });
  try {
    const { headers } = await server.client().get('/app/test');
    expect(headers.get('location')).toBe('/app/login?nextUrl=%2Fapp%2Ftest');
    expect((await server.client().get('/api/authtype')).body).toEqual({
      authtype: 'basicauth,openid',
    });
    const redirected = await direct.client().get('/app/test');
    expect(locationOf(redirected)).toBe('/auth/openid/captureUrlFragment?nextUrl=%2Fapp%2Ftest');
    const chooser = await direct.client().get('/app/test?auto_login=false');
    expect(locationOf(chooser)).toMatch(/^\/app\/login\?/);
  } finally {
    await server.stop();
    await direct.stop();
  }
});
