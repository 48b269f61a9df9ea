/**
 * Selectors by which existing scripts find parts of the Security app and of the account menu:
 * `data-test-subj` and element ids, page by page, in the running product.
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import { exposeCore } from '../helpers/core_access';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { openLoggedIn } from '../helpers/logged_in';
import { login } from './screens/login';
import { closeTenantDialog, openAccountMenu, tenantButton } from './screens/shell';

jest.setTimeout(240_000);

let server: TestServer | undefined;
let browser: Browser | undefined;
let profile: Profile;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
  profile = await openProfile(browser, server.url);
  ({ page } = profile);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const subject = (name: string) => `[data-test-subj~="${name}"]`;
/** Resolves when all elements are on the page. */
const all = (selectors: readonly string[]) =>
  Promise.all(selectors.map((one) => page.locator(one).first().waitFor({ state: 'attached' })));
const subjects = (...names: readonly string[]) => all(names.map(subject));
const press = (selector: string) => page.locator(selector).first().click();

it('exist on the login page', async () => {
  await page.goto('/app/login');
  await subjects('user-name', 'password', 'submit');
  await login(page, ADMIN);
  await closeTenantDialog(page);
});

it.each([
  [
    '/app/security/getstarted',
    [
      ...['review-authentication-and-authorization', 'explore-existing-roles', 'create-new-role'],
      ...['map-users-to-role', 'create-internal-user', 'review-audit-log-configuration'],
    ],
    [],
  ],
  ['/app/security/roles', ['role-list'], []],
  ['/app/security/roles/create', ['name-text', 'submit', 'cancel'], []],
  [
    '/app/security/roles/view/kibana_user',
    ['index-permission-container', 'tenant-permission-container'],
    [],
  ],
  ['/app/security/roles/edit/kibana_user/mapuser', ['cancel'], ['map']],
  [
    '/app/security/users/create',
    ['name-text', 'password', 're-enter-password'],
    ['submit', 'add-row'],
  ],
  ['/app/security/tenants', [], ['createTenant']],
  ['/app/security/tenants/create', ['name-text', 'tenant-description'], ['submit']],
  ['/app/security/permissions/create', ['name-text'], ['submit']],
  [
    '/app/security/auditLogging',
    ['audit-logging-enabled-switch', 'general-settings-configure', 'compliance-settings-configure'],
    [],
  ],
  ['/app/security/auditLogging/edit/generalSettings', ['cancel', 'save'], []],
] as const)('exist on %s', async (path, names, ids) => {
  await page.goto(path);
  await subjects(...names);
  await all(ids.map((id) => `#${id}`));
});

it('exist among the mapped users of a role', async () => {
  await page.goto('/app/security/roles/view/all_access/mapuser');
  await subjects('role-mapping-list', 'manage-mapping');
});

it('exist on expressions and their dialog', async () => {
  await page.goto('/app/security/auth');
  await press(subject('view-expression'));
  await subjects('expression-modal');
  const code = page.locator(`${subject('expression-modal')} .euiCodeBlock`).first();
  expect(await code.evaluate((block) => getComputedStyle(block).maxBlockSize)).toBe('300px');
});

const chooseFirst = () =>
  page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .check();

it('exist on the actions of a list', async () => {
  await page.goto('/app/security/roles');
  await chooseFirst();
  await press(subject('actions'));
  await subjects('edit', 'duplicate');
});

it('exist on the actions of permissions, as element ids too', async () => {
  await page.goto('/app/security/permissions');
  await chooseFirst();
  await press(subject('actions'));
  await all(['#edit', '#duplicate', '#create-from-selection']);
  await page.locator('#create-from-selection').click();
  await subjects('name-text');
  await all(['#submit']);
});

it('exist on the actions of tenants when no app shows their content', async () => {
  await page.goto('/app/security/tenants');
  await chooseFirst();
  await press(subject('actions'));
  await all(['#switchTenant', '#edit', '#duplicate', '#delete']);
  expect(await page.locator('#createDashboard, #createVisualizations').count()).toBe(0);
});

it('exist on the add buttons of an empty role', async () => {
  const admin = await (server as TestServer).adminClient();
  await admin.post('/api/v1/configuration/roles/spec_bare', { description: 'Bare' });
  await page.goto('/app/security/roles/view/spec_bare');
  await subjects('addClusterPermission');
  await page.goto('/app/security/roles/view/spec_bare/mapuser');
  await subjects('map-users');
});

it('exist on the page for users without roles', async () => {
  const visitor = await openProfile(browser as Browser, server?.url ?? '');
  await visitor.page.goto('/missing-role');
  await visitor.page.locator(subject('error-logout-button')).waitFor();
  await visitor.close();
});

describe('with apps for dashboards and visualizations', () => {
  let other: Profile;
  const APPS = [
    { id: 'dashboards', title: 'Dashboards' },
    { id: 'visualize', title: 'Visualize' },
  ];
  beforeAll(async () => {
    other = await openLoggedIn(browser as Browser, server?.url ?? '', ADMIN);
    await exposeCore(other.context, APPS);
  });
  afterAll(() => other.close());

  it.each([
    ['createDashboard', 'Create dashboard', '/app/dashboards'],
    ['createVisualizations', 'Create visualizations', '/app/visualize'],
  ])('%s switches to the tenant and opens its app', async (id, label, path) => {
    await other.page.goto('/app/security/tenants?q=finance');
    await other.page.getByRole('checkbox', { name: 'Select finance' }).check();
    await other.page.locator(subject('actions')).click();
    const item = other.page.locator(`#${id}`);
    expect((await item.innerText()).trim()).toBe(label);
    await item.click();
    await other.page.waitForURL((url) => url.pathname === path);
    await tenantButton(other.page).getByText('finance').waitFor();
  });

  it.each([
    ['View dashboard', '/app/dashboards'],
    ['View visualizations', '/app/visualize'],
  ])('%s does so in each row', async (label, path) => {
    await other.page.goto('/app/security/tenants?q=sales');
    const row = other.page
      .getByRole('row')
      .filter({ has: other.page.getByRole('checkbox', { name: 'Select sales' }) });
    await row.getByText(label, { exact: true }).click();
    await other.page.waitForURL((url) => url.pathname === path);
    await tenantButton(other.page).getByText('sales').waitFor();
  });
});

it('exist in the account menu and its dialogs', async () => {
  await page.goto('/app/home');
  await openAccountMenu(page);
  await subjects('account-popover', 'view-roles-and-identities', 'switch-tenants');
  await subjects('reset-password', 'log-out-2');
  await press(subject('view-roles-and-identities'));
  await subjects('role-info-modal');
  await page.keyboard.press('Escape');
  await openAccountMenu(page);
  await press(subject('switch-tenants'));
  await subjects('tenant-switch-modal', 'tenant-switch-radios', 'confirm');
  await all(['#global', '#private', '#custom']);
  await page.keyboard.press('Escape');
  await openAccountMenu(page);
  await press(subject('reset-password'));
  await subjects('reset-password-modal', 'current-password', 'new-password');
  await subjects('reenter-new-password', 'cancel', 'reset');
});
