/** Tests of back-channel logout: the OpenID provider reports the end of a session. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose';
import { HttpClient } from '../../../../../../test/helpers/http_client';
import { OpenIdPeer } from '../../../../../../test/helpers/openid_provider';
import {
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { waitForCondition } from '../../../../../../test/helpers/wait_for';
import { configure, domain, PASSWORDS } from '../../../../../backend/testing/domains';

jest.setTimeout(120_000);

const BASE = 'http://dashboards.test';
const PATH = '/auth/openid/backchannel_logout';
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'kbn-xsrf': '' };
const CLIENT = { client_id: 'dashboards', client_secret: 's'.repeat(40) } as const;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

const closing: Array<() => unknown> = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<string> {
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a server with an `openid` domain in the engine. */
async function start(connectUrl: string): Promise<SecurityServer> {
  const server = await startSecurityServer({
    config: {
      auth: { type: 'openid' },
      openid: {
        connect_url: connectUrl,
        ...CLIENT,
        scope: 'openid profile',
        base_redirect_url: BASE,
      },
    },
  });
  closing.push(() => server.stop());
  const config = {
    openid_connect_url: connectUrl,
    subject_key: 'preferred_username',
    roles_key: 'roles',
    required_audience: CLIENT.client_id,
  };
  await configure(server.engine, {
    authc: { sso: domain('openid', config), passwords: PASSWORDS },
  });
  return server;
}

const locationOf = ({ headers }: { headers: Headers }): string => headers.get('location') ?? '';
const whoami = async (client: HttpClient) => (await client.get('/api/test/whoami')).status;

/** Logs in through the provider; `theirs` is the user's browser session there. */
async function login(client: HttpClient, theirs: HttpClient): Promise<void> {
  let next = locationOf(await client.get('/auth/openid/login'));
  for (let hop = 0; hop < 10 && !next.startsWith(BASE); hop++) {
    const response = await theirs.get(next.replace(theirs.baseUrl, ''));
    next = new URL(locationOf(response), theirs.baseUrl).href;
    if (next.includes('/interaction/')) next += '?name=jane';
  }
  await client.get(next.slice(BASE.length));
}

/** Logs out on the provider's own page. */
async function logoutThere(theirs: HttpClient): Promise<void> {
  const { text } = await theirs.get('/session/end');
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
  const form = new URLSearchParams({ xsrf, logout: 'yes' }).toString();
  await theirs.post('/session/end/confirm', form, { headers: FORM });
}

it('back-channel logout ends only the sessions of the ended provider session', async () => {
  // Provider and server need each other's address.
  const target: { server?: SecurityServer } = {};
  const relay = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const part of request) body += String(part);
      const result = await target.server?.client().post(PATH, body, { headers: FORM });
      response.writeHead(result?.status ?? 503).end();
    })();
  });
  const peer = new OpenIdPeer({
    client: {
      ...CLIENT,
      redirect_uris: [`${BASE}/auth/openid/login`],
      post_logout_redirect_uris: [BASE],
      backchannel_logout_uri: await listen(relay),
      backchannel_logout_session_required: true,
    },
  });
  closing.push(() => peer.stop());
  await peer.start();
  const server = await start(peer.connectUrl);
  target.server = server;
  const [one, other] = [server.client(), server.client()];
  const [atTheirs, elsewhere] = [new HttpClient(peer.issuer), new HttpClient(peer.issuer)];
  await login(one, atTheirs);
  await login(other, elsewhere);
  expect([await whoami(one), await whoami(other)]).toEqual([200, 200]);
  await logoutThere(atTheirs);
  await waitForCondition(async () => (await whoami(one)) === 401);
  expect(await whoami(other)).toBe(200);
});

describe('back-channel logout token', () => {
  let key: CryptoKey;
  let issuer: string;
  let server: SecurityServer;
  beforeEach(async () => {
    const pair = await generateKeyPair('RS256', { extractable: true });
    key = pair.privateKey;
    const jwk = { ...(await exportJWK(pair.publicKey)), alg: 'RS256', use: 'sig', kid: '1' };
    const http = createServer(({ url }, response) => {
      response.setHeader('content-type', 'application/json');
      const document = { issuer, jwks_uri: `${issuer}/keys`, token_endpoint: `${issuer}/token` };
      response.end(JSON.stringify(url === '/keys' ? { keys: [jwk] } : document));
    });
    issuer = await listen(http);
    server = await start(`${issuer}/.well-known/openid-configuration`);
  });

  const claimsOf = (more: object = {}) => {
    const now = Math.floor(Date.now() / 1_000);
    const known = { iss: issuer, aud: 'dashboards', iat: now, exp: now + 60, jti: '1' };
    return { ...known, sub: 'jane', events: { [EVENT]: {} }, ...more };
  };
  const signed = (more?: object, alg = 'RS256', by: CryptoKey | Uint8Array = key) =>
    new SignJWT(claimsOf(more)).setProtectedHeader({ alg, kid: '1' }).sign(by);
  const sendLogout = (token: string) =>
    server.client().post(PATH, new URLSearchParams({ logout_token: token }).toString(), {
      headers: FORM,
    });

  it('is accepted when valid', async () => {
    const response = await sendLogout(await signed());
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await sendLogout(await signed({ sub: undefined, sid: 'x' }))).status).toBe(200);
  });

  it('is rejected when forged, malformed, expired, for another audience or of another kind', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const otherKeys = await generateKeyPair('RS256');
    const secret = new TextEncoder().encode(CLIENT.client_secret);
    const bad = [
      '',
      'x.y.z',
      await signed({}, 'RS256', otherKeys.privateKey),
      await signed({}, 'HS256', secret),
      new UnsecuredJWT(claimsOf()).encode(),
      await signed({ iss: 'https://another' }),
      await signed({ aud: 'another' }),
      await signed({ exp: now - 60 }),
      await signed({ exp: undefined, iat: now - 600 }),
      await signed({ iat: undefined }),
      await signed({ jti: undefined }),
      await signed({ events: {} }),
      await signed({ events: undefined }),
      await signed({ nonce: 'x' }),
      await signed({ sub: undefined }),
    ];
    for (const [index, token] of bad.entries()) {
      const { status, body } = await sendLogout(token);
      expect([index, status, body]).toMatchObject([index, 400, { error: 'Bad Request' }]);
    }
  });
});
