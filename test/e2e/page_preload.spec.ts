/**
 * Preloaded responses: the page contains the responses its scripts need first and names the scripts
 * to load. A list needs no request beyond the page and its scripts to show its first row.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { ADMIN_PAGES } from '../../src/plugins/security/common';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { login } from './screens/login';
import { closeTenantDialog } from './screens/shell';

jest.setTimeout(120_000);

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function openLoggedIn(): Promise<Profile> {
  const profile = await openProfile(browser, server.url);
  await profile.page.addInitScript(sumUpShifts);
  await login(profile.page, ADMIN);
  await closeTenantDialog(profile.page);
  return profile;
}

type ShiftedPage = Window & { shift?: number };

/** Runs in the page. Adds up the layout shifts without user input (0 is best). */
function sumUpShifts(): void {
  const page: ShiftedPage = window;
  page.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
      };
      if (!hadRecentInput) page.shift! += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Path and query of every request until the list has rows; the page itself comes first. */
async function requestsUntilRows(page: Page, address: string): Promise<readonly string[]> {
  const asked: string[] = [];
  const note = (request: { url(): string }) => {
    const { pathname, search } = new URL(request.url());
    asked.push(pathname + search);
  };
  page.on('request', note);
  await page.goto(address);
  await page.getByRole('rowheader').first().waitFor();
  page.off('request', note);
  return asked;
}

const AT_START = [
  '/api/v1/configuration/account',
  '/api/v1/restapiinfo',
  '/api/v1/multitenancy/state',
  '/api/core/capabilities',
];

it.each([
  ['/app/security/users', 'internalusers'],
  ['/app/security/roles', 'roles'],
])('%s shows its first rows without another request or layout shift', async (address, resource) => {
  const profile = await openLoggedIn();
  const { page } = profile;
  const asked = await requestsUntilRows(page, address);
  await page.getByRole('button', { name: /^Account menu/ }).waitFor();
  expect(await page.evaluate(() => (window as ShiftedPage).shift)).toBeLessThan(0.02);
  expect(asked.filter((path) => AT_START.includes(path))).toEqual([]);
  expect(asked.filter((path) => path.startsWith('/api/v1/search/'))).toEqual([]);
  const named = await page.evaluate(() =>
    [...document.querySelectorAll('link[rel=preload], script[src]')].map(
      (element) =>
        new URL(element.getAttribute('href') ?? element.getAttribute('src')!, location.href)
          .pathname
    )
  );
  expect(named).toEqual(expect.arrayContaining(['/translations/en.json']));
  expect(asked.filter((path) => path.startsWith('/bundles/') && !named.includes(path))).toEqual([]);

  // Later requests go to the server.
  const [again] = await Promise.all([
    page.waitForResponse((response) => response.url().includes(`/api/v1/search/${resource}?`)),
    page.getByRole('searchbox').fill('a'),
  ]);
  expect(again.status()).toBe(200);
  profile.expectClean();
  await profile.close();
});

it('every page of the Security app names its script', async () => {
  const profile = await openLoggedIn();
  const missing: string[] = [];
  for (const { path, module } of Object.values(ADMIN_PAGES)) {
    const address = path
      .replace(/\/:\w+(?:\([^)]*\))?\?/g, '')
      .replace(/:\w+\((\w+)[^)]*\)/g, '$1')
      .replace(/:\w+/g, 'a');
    const text = await (await profile.page.request.get(`/app/security${address}`)).text();
    if (!text.includes(`/bundles/security-${module}.`)) missing.push(address);
  }
  expect(missing).toEqual([]);
  await profile.close();
});

it('home does not shift while it loads', async () => {
  const { page, close } = await openLoggedIn();
  await page.goto('/app/home');
  await page.getByRole('list', { name: 'Newest objects' }).waitFor();
  await page.getByRole('region', { name: 'Set up security' }).waitFor();
  expect(await page.evaluate(() => (window as ShiftedPage).shift)).toBeLessThan(0.02);
  // Besides the tour, which a demonstration has and its reader can close.
  const tour = '[data-test-subj="homeTour"]';
  const controls = page.getByRole('main').locator(`:is(a, button):not(${tour} *):visible`);
  expect(await controls.count()).toBeLessThanOrEqual(25);
  await close();
});

it("requests the rows when the URL or the user's settings select others", async () => {
  const profile = await openLoggedIn();
  const asked = await requestsUntilRows(profile.page, '/app/security/users?q=a');
  expect(asked.filter((path) => path.startsWith('/api/v1/search/internalusers?'))).toEqual([
    expect.stringContaining('search=a'),
  ]);
  await profile.close();
});

it('preloads no user data into pages without a user', async () => {
  const { text } = await server.client().get('/app/login');
  expect(text).toContain('&quot;responses&quot;:{}');
});

/** Kind of page, its path, the request it waits for, and the element it shows meanwhile. */
const WAITING: ReadonlyArray<readonly [string, string, string, (page: Page) => Locator]> = [
  [
    'list',
    '/app/security/roles?q=sales',
    '/api/v1/search/roles',
    (page) => page.getByRole('rowheader'),
  ],
  [
    'view',
    '/app/security/roles/view/sales_analyst',
    '/api/v1/configuration/roles/sales_analyst',
    (page) => page.getByRole('heading', { name: /^Cluster permissions/ }),
  ],
  [
    'form',
    '/app/security/roles/edit/sales_analyst',
    '/api/v1/configuration/roles/sales_analyst',
    (page) => page.getByRole('button', { name: 'Save changes' }),
  ],
  ['events', '/app/security/auditEvents', '/api/v1/audit/events', (page) => page.getByRole('row')],
  [
    'settings',
    '/app/security/auditLogging',
    '/api/v1/configuration/audit',
    (page) => page.getByRole('switch'),
  ],
];

it('shows a loading state while a response is pending, and never an empty one', async () => {
  const profile = await openLoggedIn();
  const { page } = profile;
  for (const [kind, address, path, content] of WAITING) {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const isIt = (url: URL) => url.pathname === path;
    await page.route(isIt, async (route) => {
      await released;
      await route.continue();
    });
    await Promise.all([page.waitForRequest((one) => isIt(new URL(one.url()))), page.goto(address)]);
    await page
      .getByRole('main')
      .locator('[aria-busy=true], table:has-text("Loading…")')
      .first()
      .waitFor();
    const said = await page.getByRole('main').innerText();
    expect([kind, said]).toEqual([
      kind,
      expect.not.stringMatching(/No items|not found|Nothing|\b0\b/),
    ]);
    release();
    await content(page).first().waitFor();
    await page.unroute(isIt);
  }
  profile.expectClean();
  await profile.close();
});
