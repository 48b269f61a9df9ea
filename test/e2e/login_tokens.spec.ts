/**
 * Login without a form, in a browser: by a token in the URL or a header, as the anonymous user, and
 * behind an authenticating proxy.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SignJWT } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { configure, domain, PASSWORDS } from '../../src/backend/testing/domains';
import { startBrowserServer, type BrowserServer } from '../helpers/browser_server';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import { put } from '../helpers/security_server';
import { openAccountMenu } from './screens/shell';

jest.setTimeout(240_000);

const SECRET = Buffer.alloc(64, 'a secret of this test ');
const folder = mkdtempSync(path.join(tmpdir(), 'sd-tokens-'));
const log = path.join(folder, 'log');

let browser: Browser | undefined;
let server: BrowserServer | undefined;
let behindProxy: BrowserServer | undefined;
let proxy: Server | undefined;
let profile: Profile | undefined;
/** The user that the proxy reports; '' for none. */
let whom = 'jdoe';

const SEVERAL = '--opensearch_security.auth.multiple_auth_enabled=true';

beforeAll(async () => {
  browser = await launchChromium();
  server = await startBrowserServer([
    '--opensearch_security.auth.type=["basicauth","jwt"]',
    SEVERAL,
    '--opensearch_security.jwt.url_param=token',
    '--opensearch_security.auth.anonymous_auth_enabled=true',
    `--logging.dest=${log}`,
    '--logging.level=trace',
  ]);
  await configure(server.engine, {
    authc: {
      passwords: { ...PASSWORDS, http_authenticator: { type: 'basic', challenge: false } },
      tokens: domain('jwt', { signing_key: SECRET.toString('base64'), roles_key: 'roles' }),
    },
    http: { anonymous_auth_enabled: true },
  });
  await put(server, 'rolesmapping/all_access', { backend_roles: ['admin'] });
  await put(server, 'rolesmapping/own_index', {
    backend_roles: ['opendistro_security_anonymous_backendrole'],
  });
});
afterEach(async () => {
  await profile?.close();
  profile = undefined;
});
afterAll(async () => {
  await browser?.close();
  proxy?.closeAllConnections();
  proxy?.close();
  await behindProxy?.stop();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function visitor(url = server?.url ?? ''): Promise<Profile> {
  profile = await openProfile(browser as Browser, url);
  return profile;
}
const tokenOf = (claims: object, secret: Uint8Array = SECRET): Promise<string> =>
  new SignJWT({ sub: 'tom', roles: ['admin'], ...claims })
    .setProtectedHeader({ alg: 'HS512' })
    .setExpirationTime(Math.floor(Date.now() / 1_000) + 600)
    .sign(secret);
const nameOf = async (page: Page): Promise<unknown> => {
  const response = await page.request.get('/api/v1/configuration/account');
  return response.ok()
    ? ((await response.json()) as { data: { user_name: string } }).data.user_name
    : response.status();
};
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

describe('a token in the URL', () => {
  // @spec 1/20
  it('opens the requested page, and appears in no URL afterwards', async () => {
    const { page, expectClean } = await visitor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.headers()['referer'] ?? ''));
    const token = await tokenOf({});
    await page.goto('/app/security/roles?q=read');
    await page.waitForURL((url) => url.pathname === '/app/login');
    await page.goto(`/app/security/roles?token=${token}&q=read#part`);
    await heading(page, 'Roles');
    expect(page.url()).toBe(`${server?.url}/app/security/roles?q=read#part`);
    expect(await nameOf(page)).toBe('tom');
    expect(asked.join(' ')).not.toContain(token);
    expect(await page.evaluate(() => document.referrer)).not.toContain(token);
    // No history entry contains the token either.
    await page.goBack();
    expect(page.url()).not.toContain('token=');
    await page.goForward();
    expect(page.url()).not.toContain('token=');
    const cdp = await page.context().newCDPSession(page);
    const { entries } = await cdp.send('Page.getNavigationHistory');
    expect(entries.map(({ url }) => url).join(' ')).not.toContain(token);
    expect(readFileSync(log, 'utf8')).not.toContain(token.split('.')[2]);
    expectClean();
  });

  it.each([
    ['forged', () => tokenOf({}, new Uint8Array(64))],
    ['not yet valid', () => tokenOf({ nbf: 4_000_000_000 })],
  ])(
    'leads to the login page if it is %s, and is removed from the URL as well',
    async (_what, make) => {
      const { page } = await visitor();
      const token = await make();
      await page.goto(`/app/security/roles?token=${token}`);
      await page.getByText('Login refused.').waitFor();
      expect(page.url()).not.toContain(token);
      expect(await nameOf(page)).toBe(401);
      expect(readFileSync(log, 'utf8')).not.toContain(token.split('.')[2]);
    }
  );
});

it('opens a session from a token in a header, which lasts without the header until logout', async () => {
  const { page, context, allow, expectClean } = await visitor();
  await context.setExtraHTTPHeaders({ authorization: `Bearer ${await tokenOf({ sub: 'hanna' })}` });
  await page.goto('/app/security/roles');
  await heading(page, 'Roles');
  await context.setExtraHTTPHeaders({});
  await page.reload();
  await heading(page, 'Roles');
  expect(await nameOf(page)).toBe('hanna');
  allow(/401/);
  await openAccountMenu(page);
  await page.getByText('Log out', { exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/app/login');
  expect(await nameOf(page)).toBe(401);
  expectClean();
});

describe('anonymous login', () => {
  it('takes one button, and leads to the requested page', async () => {
    const { page, expectClean } = await visitor();
    await page.goto('/app/home#/here');
    await page.getByRole('link', { name: 'Log in as anonymous' }).click();
    await page.waitForURL((url) => url.pathname === '/app/home');
    expect(new URL(page.url()).hash).toBe('#/here');
    expect(await nameOf(page)).toBe('opendistro_security_anonymous');
    expectClean();
  });

  it('works by its own address too, and redirects to no other site', async () => {
    const { page } = await visitor();
    const foreign = await page.request.get('/auth/anonymous?nextUrl=https://evil.example');
    expect(foreign.status()).toBe(400);
    expect(await nameOf(page)).toBe(401);
    await page.goto('/auth/anonymous?nextUrl=/app/home');
    await page.waitForURL((url) => url.pathname === '/app/home');
    expect(await nameOf(page)).toBe('opendistro_security_anonymous');
  });
});

/** Starts a proxy that replaces the user header, as the guide recommends. */
async function startProxy(target: string): Promise<string> {
  proxy = createServer((incoming, outgoing) => {
    const { 'x-proxy-user': _spoofed, ...headers } = incoming.headers;
    const known = whom === '' ? {} : { 'x-proxy-user': whom, 'x-proxy-roles': 'admin' };
    const { method, url } = incoming;
    const sent = { ...headers, ...known, 'x-forwarded-for': '192.0.2.7' };
    const passed = httpRequest(`${target}${url}`, { method, headers: sent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

// @spec 1/21, 2.2/11, 4/100, 6/9
// @feature log-out/3
it('logs in behind a proxy without a form or logout button, and follows a change of user', async () => {
  behindProxy = await startBrowserServer([
    '--server.trustedProxies=["127.0.0.1"]',
    '--opensearch_security.auth.type=proxy',
    '--opensearch_security.proxycache.user_header=x-proxy-user',
    '--opensearch_security.proxycache.roles_header=x-proxy-roles',
    '--opensearch_security.proxycache.login_endpoint=https://sso.example.org/',
  ]);
  await configure(behindProxy.engine, {
    authc: {
      sso: domain('proxy', { user_header: 'x-proxy-user', roles_header: 'x-proxy-roles' }),
      passwords: PASSWORDS,
    },
    http: { xff: { enabled: true, internalProxies: '127\\.0\\.0\\.1' } },
  });
  await put(behindProxy, 'rolesmapping/all_access', { backend_roles: ['admin'] });
  const { page, context, expectClean } = await visitor(await startProxy(behindProxy.url));
  await page.goto('/app/security/roles?q=read#part');
  await heading(page, 'Roles');
  expect(await nameOf(page)).toBe('jdoe');
  await openAccountMenu(page);
  await page.getByRole('button', { name: 'My sessions' }).waitFor();
  expect(await page.getByText('Log out').count()).toBe(0);
  // External users have no password here.
  expect(await page.getByText('Reset password').count()).toBe(0);
  const [before] = await context.cookies();
  whom = 'asmith';
  await page.reload();
  await heading(page, 'Roles');
  expect(await nameOf(page)).toBe('asmith');
  const [after] = await context.cookies();
  expect(after?.value).not.toBe(before?.value);
  expectClean();
  // The proxy drops the header that the client sends, and requests without a user are redirected to
  // the proxy.
  whom = '';
  await context.setExtraHTTPHeaders({ 'X-Proxy-User': 'admin' });
  const led = await context.request.get('/app/home', { maxRedirects: 0 });
  expect([led.status(), led.headers()['location']]).toEqual([302, 'https://sso.example.org/']);
});
