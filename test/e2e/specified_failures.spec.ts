/** What users see when something fails or an address is too long, as specified. */
import type { Browser, Page } from 'playwright-core';
import { launchChromium, type Profile } from '../helpers/chromium';
import { exposeCore, withCore } from '../helpers/core_access';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { openDrawer, toast } from './screens/shell';

jest.setTimeout(120_000);

const APPS = [{ id: 'plain', title: 'A plain app' }] as const;

let server: TestServer;
let browser: Browser;
let profile: Profile | undefined;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
});
afterEach(async () => {
  await profile?.close();
  profile = undefined;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function visit(path: string): Promise<Page> {
  profile = await openLoggedIn(browser, server.url, ADMIN);
  await exposeCore(profile.context, APPS);
  await profile.page.goto(path);
  return profile.page;
}
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
/** Lengthens the hash until the address has this length. */
const lengthen = (page: Page, length: number) =>
  page.evaluate((size) => {
    const [rest = ''] = location.href.split('#');
    location.hash = 'x'.repeat(size - rest.length - 1);
  }, length);

describe('long addresses', () => {
  const advice = 'state:storeInSessionStorage';

  // @spec 2.6/35, 2.6/36, 2.6/38, 2.6/39, 2.6/40, 8/7, 8/8, 8/9
  it('are warned of from 24,000 characters, and lead to the error page above 25,000', async () => {
    const page = await visit('/app/plain');
    await heading(page, 'A plain app').waitFor();
    await lengthen(page, 24_000);
    const warning = toast(page, 'The URL is big and Security Dashboards might stop working');
    await warning.getByText(advice).waitFor();
    await warning.getByText(/simplify the onscreen visuals/).waitFor();
    await page.goto('/app/plain');
    await heading(page, 'A plain app').waitFor();
    await lengthen(page, 25_001);
    await page.waitForURL('**/app/error?errorType=urlOverflow');
    await heading(page, "The URL for this object is too long, and we can't display it").waitFor();
    await page.getByText('Things to try:').waitFor();
    expect(await page.title()).toBe('App Error - Security Dashboards');
    const link = page.getByRole('main').locator('a[href="/app/management/kibana/settings"]');
    expect(await link.count()).toBe(1);
    expect(await (await openDrawer(page)).getByText('App Error').count()).toBe(0);
  });

  it('are not checked while the state is in the session storage', async () => {
    const page = await visit('/app/plain');
    await heading(page, 'A plain app').waitFor();
    await withCore(page, ({ uiSettings }) => uiSettings.set('state:storeInSessionStorage', true));
    await lengthen(page, 25_001);
    await page.waitForLoadState('networkidle');
    expect(page.url()).toHaveLength(25_001);
    await withCore(page, ({ uiSettings }) => uiSettings.remove('state:storeInSessionStorage'));
  });
});

// @spec 4/44, 8/10, 8/11, 8/12
it('reports that a setting could not be saved, and takes it back', async () => {
  const page = await visit('/app/plain');
  await heading(page, 'A plain app').waitFor();
  profile?.allow(/500|400/);
  const fail = (status: number) =>
    page.route('**/api/kibana/settings', (route) =>
      route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ statusCode: status, error: 'x', message: 'It is too large.' }),
      })
    );
  await fail(400);
  await withCore(page, ({ uiSettings }) => uiSettings.set('notifications:banner', 'Not saved'));
  await toast(page, 'Unable to update UI setting').getByText('It is too large.').waitFor();
  await page.unroute('**/api/kibana/settings');
  await fail(500);
  await withCore(page, ({ uiSettings }) => uiSettings.set('notifications:banner', 'Not saved'));
  await toast(page, 'Unable to update UI setting')
    .getByText('Request failed with status code: 500')
    .waitFor();
  expect(await page.getByText('Not saved').count()).toBe(0);
});

describe('the status page', () => {
  // @spec 2.6/15, 2.6/17, 2.6/33, 4/2, 8/4, 8/5, 8/6
  it('has a title, no header and no link, and reports a failed request', async () => {
    const page = await visit('/status');
    await page.getByText('Plugin status').waitFor();
    expect(await page.title()).toBe('Server Status - Security Dashboards');
    expect(await page.getByRole('banner').count()).toBe(0);
    profile?.allow(/503|ERR_FAILED|Failed to fetch/);
    await page.route('**/api/status', (route) => route.fulfill({ status: 503, body: '' }));
    await page.reload();
    await toast(page, 'Failed to request server status with status code 503').waitFor();
    await page.getByText('An error occurred loading the status').waitFor();
    await page.unroute('**/api/status');
    await page.route('**/api/status', (route) => route.abort());
    await page.reload();
    await toast(page, 'Failed to request server status. Perhaps your server is down?').waitFor();
    await page.unroute('**/api/status');
    await page.goto('/app/home');
    const drawer = await openDrawer(page);
    expect(await drawer.getByText('Server Status').count()).toBe(0);
  });
});

// @spec 1/11, 2.6/74, 2.6/76, 2.6/78, 2.6/79, 2.6/80, 4/26, 4/28, 8/22, 8/23, 8/24
it('replaces the page at the first fatal error, lists later ones, and offers ways out', async () => {
  const page = await visit('/app/plain');
  profile?.allow(/./);
  await heading(page, 'A plain app').waitFor();
  const fail = () =>
    withCore(page, ({ fatalErrors }) => {
      for (const reason of ['It broke', 'It broke again'])
        try {
          fatalErrors.add(new Error(reason), 'plain');
        } catch {
          // Always thrown again.
        }
    });
  await fail();
  await heading(page, 'Something went wrong').waitFor();
  expect(await page.getByRole('alert').getByRole('heading').allInnerTexts()).toEqual([
    'plain: It broke',
    'plain: It broke again',
  ]);
  expect(await page.getByRole('alert').first().innerText()).toMatch(
    /Version: .+\nBuild: \d+\n.*It broke/s
  );
  expect(await page.getByRole('banner').count()).toBe(0);
  await page.evaluate(() => void (location.hash = '#elsewhere'));
  await heading(page, 'A plain app').waitFor();
  await fail();
  await page.evaluate(() => localStorage.setItem('kept', 'x'));
  await page.getByRole('button', { name: 'Clear your session' }).click();
  await heading(page, 'A plain app').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('kept'))).toBeNull();
  expect(new URL(page.url()).hash).toBe('');
});

// @spec 8/13
it('shows the message of an error, and the full error on request', async () => {
  const page = await visit('/app/plain');
  await heading(page, 'A plain app').waitFor();
  await withCore(page, ({ notifications }) => {
    notifications.toasts.addError(new Error('The reason'), { title: 'It failed' });
  });
  await page.getByText('The reason').first().waitFor();
  await page.getByRole('button', { name: 'See the full error' }).click();
  const dialog = page.getByRole('dialog', { name: 'It failed' });
  await dialog.getByText('The reason').first().waitFor();
  await dialog.locator('code, pre').first().waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
});

// @spec 2.6/42, 8/41
it('warns users of Internet Explorer, and of addresses that are long for it', async () => {
  profile = await openLoggedIn(browser, server.url, ADMIN);
  const { page, context } = profile;
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', {
      get: () => 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko',
    })
  );
  await exposeCore(context, APPS);
  await page.goto('/app/plain');
  const warning = toast(page, 'Support for Internet Explorer will be dropped');
  const link = warning.getByRole('link', { name: 'the support matrix on our website' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toMatch(/^https:/);
  await lengthen(page, 1_000);
  await toast(page, 'The URL is big and').waitFor();
  await lengthen(page, 2_001);
  await page.waitForURL('**/app/error?errorType=urlOverflow');
  await page
    .getByText(/upgrade/i)
    .first()
    .waitFor();
});
