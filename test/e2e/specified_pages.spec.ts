/**
 * Every page of the Security app as specified (section 2.1, and the parts of 7, 8 and 9 about it):
 * addresses, help, requests and error messages, from button to text, with one server, one page and
 * a user with access to the API.
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import { exposeCore, withCore } from '../helpers/core_access';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { openLoggedIn } from '../helpers/logged_in';
import { waitForCondition } from '../helpers/wait_for';
import { withoutPagePreload } from './screens/catalogue/screen';
import { submitCredentials } from './screens/login';
import { openDrawer, tenantButton, toast } from './screens/shell';

jest.setTimeout(120_000);

const ACCOUNT = '/api/v1/configuration/account';
const PAGES: ReadonlyArray<readonly [path: string, title: string]> = [
  ['/app/security/getstarted', 'Get started'],
  ['/app/security/auth', 'Authentication and authorization'],
  ['/app/security/roles', 'Roles'],
  ['/app/security/users', 'Users'],
  ['/app/security/permissions', 'Permissions and action groups'],
  ['/app/security/tenants', 'Tenants'],
  ['/app/security/auditLogging', 'Audit logging'],
  ['/app/security/auditLogging/edit/generalSettings', 'General settings'],
  ['/app/security/auditLogging/edit/complianceSettings', 'Compliance settings'],
  ['/app/management/kibana/settings', 'Advanced settings'],
  ['/app/management/kibana/objects', 'Saved objects'],
  ['/app/home', 'Home'],
];

let server: TestServer | undefined;
let browser: Browser;
let profile: Profile;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
  profile = await openLoggedIn(browser, server.url, ADMIN);
  await exposeCore(profile.context);
  ({ page } = profile);
});
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const headed = (title: string) =>
  page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
const open = async (path: string, title: string): Promise<void> => {
  await page.goto(`/app/security${path}`);
  await headed(title);
};

describe('the Security app', () => {
  it('is called Security, has order 8000, and is in a category of order 2000', async () => {
    await page.goto('/app/home');
    const app = await withCore(page, ({ application }) => {
      let found: unknown;
      application.applications$.subscribe((all) => (found = all.get('security'))).unsubscribe();
      return JSON.parse(JSON.stringify(found)) as Record<string, unknown>;
    });
    expect(app).toMatchObject({ title: 'Security', order: 8000, category: { order: 2000 } });
    const drawer = await openDrawer(page);
    await drawer.getByRole('link', { name: 'Security', exact: true }).click();
    await headed('Get started');
  });

  it.each([
    ['/app/login', 'Username'],
    ['/app/customerror', 'Something went wrong'],
    ['/missing-role', 'Missing Role'],
  ])('has the chromeless page %s', async (path, text) => {
    const visitor = await browser.newPage({ baseURL: server?.url ?? '' });
    await visitor.goto(path);
    await visitor.getByText(text, { exact: true }).or(visitor.getByLabel(text)).first().waitFor();
    expect(await visitor.getByRole('banner').count()).toBe(0);
    await visitor.context().close();
  });
});

it.each(PAGES)(
  '%s is titled %s, with an external Learn more link and its own help',
  async (path, title) => {
    await page.goto(path);
    await headed(title);
    const link = page
      .getByRole('main')
      .getByRole('link', { name: /^Learn more/ })
      .first();
    expect(await link.getAttribute('href')).toMatch(/^https?:/);
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(((await link.textContent()) ?? '').replace(/\(.*\)$/, '').trim()).toBe('Learn more');
    await link.locator('xpath=..').getByRole('button', { name: 'Help' }).click();
    const help = page.getByRole('dialog');
    await help.getByRole('heading', { level: 2 }).first().waitFor();
    await waitForCondition(async () => (await help.locator('p').count()) > 0);
  }
);

it('places the account menu at the right of the header with order 2000', async () => {
  await page.goto('/app/home');
  await page.getByRole('button', { name: /^Account menu/ }).waitFor();
  const orders = await withCore(page, ({ chrome }) => {
    let found: Array<number | undefined> = [];
    chrome.navControls
      .getRight$()
      .subscribe((controls) => (found = controls.map(({ order }) => order)))
      .unsubscribe();
    return found;
  });
  expect(orders).toEqual([2000]);
});

it('requests the account once, unless it is preloaded', async () => {
  let asked = 0;
  page.on('request', (request) => {
    asked += Number(new URL(request.url()).pathname === ACCOUNT);
  });
  await open('/roles', 'Roles');
  await page.getByRole('table').getByRole('link').first().waitFor();
  expect(asked).toBe(0);
  await withoutPagePreload(page);
  await open('/roles', 'Roles');
  await page.getByRole('table').getByRole('link').first().waitFor();
  expect(asked).toBe(1);
});

describe('legacy addresses', () => {
  it.each([
    ['security-dashboards-plugin#/roles/view/sales_read', '/app/security/roles/view/sales_read'],
    ['security-dashboards-plugin?security_tenant=sales#/users', '/app/security/users'],
    ['opensearch_security_dashboards/tenants/edit/sales', '/app/security/tenants/edit/sales'],
    ['security-dashboards-plugin_auditlog', '/app/security/auditLogging'],
    ['management/opensearch-dashboards/objects', '/app/management/kibana/objects'],
  ])('redirect /app/%s to %s', async (former, present) => {
    await page.goto(`/app/${former}`);
    await page.waitForURL((url) => url.pathname === present);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (former.includes('security_tenant')) await tenantButton(page).getByText('sales').waitFor();
  });

  it('redirect through a login too, with the hash, into the remembered tenant', async () => {
    const visitor = await openProfile(browser, server?.url ?? '');
    await visitor.page.goto('/app/login');
    await visitor.page.evaluate(() =>
      localStorage.setItem('opendistro::security::tenant::saved', '"finance"')
    );
    await visitor.page.goto('/app/security-dashboards-plugin?a=1#/roles/view/sales_read');
    await submitCredentials(visitor.page, ADMIN.username, ADMIN.password);
    await visitor.page.getByRole('heading', { level: 1, name: 'sales_read' }).waitFor();
    await tenantButton(visitor.page).getByText('finance').waitFor();
    expect(new URL(visitor.page.url()).pathname).toBe('/app/security/roles/view/sales_read');
    visitor.expectClean();
    await visitor.close();
  });
});

it('has a button on Get started that purges the cache, and reports success', async () => {
  await open('/getstarted', 'Get started');
  const [call] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'DELETE'),
    page.getByRole('button', { name: 'Purge cache' }).click(),
  ]);
  expect(new URL(call.url()).pathname).toBe('/api/v1/configuration/cache');
  expect(call.status()).toBe(200);
  await toast(page, 'Cache purged').waitFor();
});

it.each([
  ['/users/create', 'Username'],
  ['/tenants/create', 'Name'],
  ['/permissions/create', 'Name'],
])('opens an empty form at %s', async (path, label) => {
  await page.goto(`/app/security${path}`);
  await page.getByLabel(label, { exact: true }).waitFor();
  const texts = page.getByRole('form').locator('input:not([type=checkbox]), textarea');
  const values = await texts.evaluateAll((all) =>
    all.map((one) => (one as HTMLInputElement).value)
  );
  expect(values.length).toBeGreaterThan(1);
  expect(values.join('')).toBe('');
});

describe('Recently viewed', () => {
  it('lists roles, users and tenants that were opened, newest first', async () => {
    // An entry counts as viewed once it has loaded; the heading alone does not show that.
    const isRead = () => page.getByRole('tab').first().waitFor();
    await open('/roles/view/sales_read', 'sales_read');
    await isRead();
    await open('/users/view/amara.okafor', 'amara.okafor');
    await isRead();
    await open('/tenants/edit/operations', 'Edit tenant');
    await page.getByLabel('Name', { exact: true }).waitFor();
    const drawer = await openDrawer(page);
    const names = drawer.getByRole('link').filter({ hasText: /sales_read|amara|operations/ });
    await names.nth(2).waitFor();
    const texts = (await names.allInnerTexts()).join(' ');
    expect(texts).toMatch(/operations.*amara\.okafor.*sales_read/);
  });
});

describe('authentication domains', () => {
  it('show Enabled and Disabled, and their configuration as expressions', async () => {
    await withoutPagePreload(page);
    const domain = (order: number, isEnabled: boolean) => ({
      ...{ order, http_enabled: isEnabled, transport_enabled: !isEnabled },
      http_authenticator: { type: 'basic', challenge: isEnabled },
      authentication_backend: { type: 'internal' },
    });
    const authc = { first: domain(0, true), second: domain(1, false) };
    await page.route(/\/configuration\/securityconfig$/, (route) =>
      route.fulfill({ json: { data: { config: { dynamic: { authc } } } } })
    );
    await open('/auth', 'Authentication and authorization');
    const table = page.getByRole('table').filter({ hasText: 'HTTP challenge' });
    await table.getByRole('row').nth(2).waitFor();
    const column = async (name: string) => {
      const head = table.getByRole('columnheader', { name, exact: true });
      const at = await head.evaluate((cell) => (cell as HTMLTableCellElement).cellIndex);
      const cells = [1, 2].map((row) => table.getByRole('row').nth(row).locator('td, th').nth(at));
      return Promise.all(cells.map(async (cell) => (await cell.innerText()).trim()));
    };
    expect(await column('HTTP')).toEqual(['Enabled', 'Disabled']);
    expect(await column('TRANSPORT')).toEqual(['Disabled', 'Enabled']);
    expect(await column('HTTP challenge')).toEqual(['Enabled', 'Disabled']);
  });
});

describe('the generic error message', () => {
  it.each([
    [{ message: 'The store is full.' }, 'The store is full.'],
    [{}, 'You may refresh the page to retry or see browser console for more information.'],
  ])('for a list that returns %j is %j, and the exception is logged', async (body, text) => {
    profile.allow(/500/);
    await withoutPagePreload(page);
    await page.route(/\/api\/v1\/search\/roles/, (route) =>
      route.fulfill({ status: 500, json: body })
    );
    const before = profile.problems.length;
    await page.goto('/app/security/roles');
    await page.getByText(text).first().waitFor();
    const logged = profile.problems.slice(before).some((line) => /A request failed\./.test(line));
    expect(logged).toBe(true);
  });
});
