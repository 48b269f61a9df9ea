/**
 * A session through an OpenID provider, in a browser: token refresh in the background, an outage of
 * the provider followed by new keys, expiry, and logout with several open tabs.
 */
import type { Browser, Page } from 'playwright-core';
import { configure, domain, PASSWORDS } from '../../src/backend/testing/domains';
import { startBrowserServer, type BrowserServer } from '../helpers/browser_server';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import { connectUrlOf, futureIssuer, OpenIdPeer } from '../helpers/openid_provider';
import { put } from '../helpers/security_server';
import { shiftClock, type ShiftedClock } from '../helpers/shifted_clock';
import { waitForCondition } from '../helpers/wait_for';
import { openAccountMenu } from './screens/shell';

jest.setTimeout(90_000);

const CLIENT = { client_id: 'dashboards', client_secret: 's'.repeat(40) } as const;
const TOKEN_S = 100;

let peer: OpenIdPeer | undefined;
let server: BrowserServer | undefined;
let browser: Browser | undefined;
let profile: Profile | undefined;
let clock: ShiftedClock | undefined;

beforeAll(async () => {
  clock = shiftClock();
  browser = await launchChromium();
  const issuer = await futureIssuer();
  server = await startBrowserServer([
    '--opensearch_security.auth.type=["basicauth","openid"]',
    '--opensearch_security.auth.multiple_auth_enabled=true',
    `--opensearch_security.openid.connect_url=${connectUrlOf(issuer)}`,
    `--opensearch_security.openid.client_id=${CLIENT.client_id}`,
    `--opensearch_security.openid.client_secret=${CLIENT.client_secret}`,
    '--opensearch_security.openid.scope=openid profile',
  ]);
  peer = new OpenIdPeer({
    client: {
      ...CLIENT,
      redirect_uris: [`${server.url}/auth/openid/login`],
      post_logout_redirect_uris: [server.url],
    },
    idTokenSeconds: TOKEN_S,
  });
  peer.issuer = issuer;
  await peer.start();
  await configure(server.engine, {
    authc: {
      passwords: { ...PASSWORDS, http_authenticator: { type: 'basic', challenge: false } },
      sso: domain('openid', {
        openid_connect_url: peer.connectUrl,
        subject_key: 'preferred_username',
        roles_key: 'roles',
        required_audience: CLIENT.client_id,
      }),
    },
  });
  await put(server, 'rolesmapping/all_access', { backend_roles: ['admin', 'all_access'] });
});
beforeEach(async () => {
  await ahead(0);
  profile = await openProfile(browser as Browser, server?.url ?? '');
  // The provider's own page loads a web font.
  profile.allow(/fonts\.googleapis/);
});
afterEach(() => profile?.close());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await peer?.stop();
  clock?.restore();
});

/** Advances the clocks of the server and of the provider. */
async function ahead(seconds: number, isProviderThere = true): Promise<void> {
  (clock as ShiftedClock).aheadMs = seconds * 1_000;
  if (isProviderThere) await peer?.setAhead(seconds * 1_000);
}
const status = async (page: Page) =>
  (await page.request.get('/api/v1/configuration/account')).status();
const roles = (page: Page) => page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();

/**
 * Logs in from the login page through the provider, which asks for a user name unless it has a
 * session.
 */
async function login(page: Page): Promise<void> {
  await page.goto('/app/security/roles');
  await page.getByRole('link', { name: 'Log in with single sign-on' }).click();
  const asked = page.getByLabel('Name');
  await asked
    .or(page.getByRole('heading', { level: 1, name: 'Roles' }))
    .first()
    .waitFor();
  if (!page.url().startsWith(peer?.issuer ?? '')) return;
  await asked.fill('jane');
  await page.getByRole('button', { name: 'Enter' }).click();
  await roles(page);
}

it('refreshes the token in the background without a redirect', async () => {
  const { page, expectClean } = profile as Profile;
  await login(page);
  const led: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(peer?.issuer ?? '')) led.push(request.url());
  });
  for (const seconds of [60, 120, 180]) {
    await ahead(seconds);
    await page.reload();
    await roles(page);
    expect(await status(page)).toBe(200);
  }
  expect(led).toEqual([]);
  expectClean();
});

it('survives an outage of the provider until the token expires, reports it, and accepts new keys afterwards', async () => {
  const shown = profile as Profile;
  const { page } = shown;
  await login(page);
  await peer?.stop();
  await ahead(60, false);
  await page.reload();
  await roles(page);
  await ahead(TOKEN_S + 1, false);
  shown.allow(/503|401/);
  const response = await page.goto('/app/security/roles');
  expect(response?.status()).toBe(503);
  // The error page says that the provider is unreachable and what to do.
  expect(await page.locator('body').innerText()).toContain(
    "The identity provider of this session isn't responding."
  );
  await page.goto('/app/login');
  // Users can still log in by the form.
  await page.getByLabel('Username').waitFor();

  await peer?.start();
  await ahead(TOKEN_S + 2);
  await page.goto('/app/security/roles');
  await page.waitForURL((url) => url.pathname === '/app/login');
  // The provider has new keys now, and the server fetches them without a restart.
  await waitForCondition(async () => {
    await login(page).catch(() => undefined);
    return (await status(page)) === 200;
  });
  await page.goto('/app/security/roles');
  await roles(page);
});

// @spec 3/72, 4/99
// @feature log-out/2
it('logs out in all tabs, here and at the provider', async () => {
  const shown = profile as Profile;
  const { page, context } = shown;
  await waitForCondition(async () => {
    await login(page).catch(() => undefined);
    return (await status(page)) === 200;
  });
  const other = await context.newPage();
  await other.goto('/app/security/roles');
  await roles(other);
  shown.allow(/401/);
  await openAccountMenu(page);
  const out = page.locator('[data-test-subj="log-out-1"]');
  expect([(await out.innerText()).trim(), await out.getAttribute('href')]).toEqual([
    'Log out',
    '/auth/logout',
  ]);
  await out.click();
  await page.waitForURL((url) => url.href.startsWith(peer?.issuer ?? 'x'));
  await other.waitForURL((url) => url.pathname === '/app/login');
  expect(await status(other)).toBe(401);
  shown.expectClean();
});
