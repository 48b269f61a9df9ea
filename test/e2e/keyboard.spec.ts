/**
 * Complete tasks with the keyboard alone: login, roles, tenants, settings, saved objects. The focus
 * is always set and visible, moves into dialogs and returns from them.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import { focusWithin, tabTo } from '../helpers/keyboard';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { tenantButton, tenantDialog } from './screens/shell';

jest.setTimeout(120_000);

const ROLE = 'made_by_keyboard';

let server: TestServer;
let browser: Browser;
let profile: Profile;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
  profile = await openProfile(browser, server.url);
  page = profile.page;
});
afterEach(() => profile.expectClean());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const link = (name: string | RegExp): Locator => page.getByRole('link', { name, exact: true });
const main = (): Locator => page.getByRole('main');
const heading = (name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });

/** Tabs to the element and presses a key on it. */
const use = async (target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target);
  await press(key);
};

/** Chooses an item of the menu that is open. */
async function chooseFrom(action: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name: action });
  await entry.waitFor();
  // The arrow keys have no effect until the menu has the focus.
  await focusWithin(page, page.locator('[data-popover-panel]'));
  for (let step = 0; step < 8; step++) {
    await press('ArrowDown');
    if (await entry.evaluate((element) => element === document.activeElement)) break;
  }
  await press('Enter');
  await entry.waitFor({ state: 'detached' });
}

/** Opens the navigation from the start of the page and follows one of its links. */
async function navigateTo(app: string): Promise<void> {
  await use(button('Toggle primary navigation'));
  const drawer = page.getByRole('dialog', { name: 'Primary' });
  await focusWithin(page, drawer);
  await use(drawer.getByRole('link', { name: app, exact: true }));
  await drawer.waitFor({ state: 'detached' });
  await focusWithin(page, main());
}

it('logs in and answers the tenant dialog', async () => {
  await page.goto('/app/login');
  await focusWithin(page, page.getByLabel('Username'));
  await page.keyboard.type(ADMIN.username);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(ADMIN.password);
  await press('Enter');
  await tenantDialog(page).waitFor();
  await focusWithin(page, tenantDialog(page));
  await press('Escape');
  await tenantDialog(page).waitFor({ state: 'detached' });
});

it('skips the header with the skip link', async () => {
  await page.goto('/app/home');
  await heading('Home').waitFor();
  await press('Tab');
  await focusWithin(page, link('Skip to main content'));
  await press('Enter');
  await focusWithin(page, main());
  await press('Tab');
  await focusWithin(page, main().getByRole('link', { name: /^Learn more/ }));
});

it('creates a role', async () => {
  await page.goto('/app/home');
  await heading('Home').waitFor();
  await navigateTo('Security');
  await heading('Get started').waitFor();
  await use(main().getByRole('link', { name: 'Explore existing roles' }));
  await focusWithin(page, heading('Roles'));
  await use(link('Create role'));
  await focusWithin(page, heading('Create Role'));

  await tabTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.type(ROLE);
  const clusterBox = page.getByRole('combobox', { name: 'Cluster permissions' });
  await tabTo(page, clusterBox);
  await page.keyboard.type('cluster_monitor');
  await press('ArrowDown', 'Enter', 'Escape');
  await page.getByRole('button', { name: /cluster_monitor/ }).waitFor();
  await use(button('Add index permission'));
  await focusWithin(page, page.getByRole('combobox', { name: 'Index', exact: true }));
  await page.keyboard.type('keyboard-*');
  await press('Enter');
  await tabTo(page, page.getByRole('combobox', { name: 'Index permissions' }));
  await page.keyboard.type('read');
  await press('Enter', 'Escape');

  await use(button('Add index permission'));
  const removal = button('Remove index permission New index permission');
  await removal.waitFor();
  await tabTo(page, removal, { key: 'Shift+Tab' });
  await press('Enter');
  await removal.waitFor({ state: 'detached' });
  await focusWithin(page, main());
  await use(page.getByRole('button', { name: 'Create', exact: true }));
  await focusWithin(page, heading(ROLE));
});

it('deletes a role', async () => {
  await use(main().getByRole('navigation').getByRole('link', { name: 'Roles' }));
  await focusWithin(page, heading('Roles'));
  await tabTo(page, page.getByLabel('Search roles'));
  await page.keyboard.type(ROLE);
  await page.getByText(/^1 of \d+$/).waitFor();
  await use(page.getByRole('checkbox', { name: `Select ${ROLE}` }), 'Space');

  const actions = button(/^Actions$/);
  const request = page.getByRole('alertdialog');
  const askToDelete = async () => {
    await press('Enter');
    await chooseFrom('Delete');
    await request.waitFor();
    await focusWithin(page, request);
  };
  await tabTo(page, actions, { key: 'Shift+Tab' });
  await askToDelete();
  await press('Escape');
  await request.waitFor({ state: 'detached' });
  await focusWithin(page, actions);
  await askToDelete();
  await use(request.getByRole('button', { name: 'Delete' }));
  await request.waitFor({ state: 'detached' });
  await page.getByText(/^0 of \d+$/).waitFor();
  await focusWithin(page, actions);
});

it('opens the menu of a row, and returns to its button', async () => {
  await use(main().getByRole('navigation').getByRole('link', { name: 'Users' }));
  await focusWithin(page, heading('Users'));
  const menu = button('Actions for admin');
  await use(menu);
  await focusWithin(page, page.locator('[data-popover-panel]'));
  await press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  await focusWithin(page, menu);
});

it('switches the tenant', async () => {
  await page.goto('/app/home');
  await tabTo(page, tenantButton(page));
  await press('Enter');
  const search = page.getByRole('combobox', { name: 'Search tenants' });
  await focusWithin(page, search);
  await press('Escape');
  await search.waitFor({ state: 'detached' });
  await focusWithin(page, tenantButton(page));

  await press('Enter');
  await focusWithin(page, search);
  await page.keyboard.type('priv');
  await page.getByRole('option', { name: 'Global' }).waitFor({ state: 'detached' });
  await press('ArrowDown');
  await Promise.all([page.waitForEvent('load'), press('Enter')]);
  await page.getByRole('button', { name: /^Tenant: Private/ }).waitFor();
});

it('opens the account dialogs and returns to the menu', async () => {
  await page.goto('/app/home');
  await heading('Home').waitFor();
  const menu = button(/^Account menu/);
  await tabTo(page, menu);
  for (const [entry, name] of [
    ['View roles and identities', 'role-info-modal'],
    ['Switch tenants', 'tenant-switch-modal'],
    ['Reset password', 'reset-password-modal'],
  ] as const) {
    await press('Enter');
    await button(entry).waitFor();
    await tabTo(page, button(entry));
    await press('Enter');
    const dialog = page.locator(`.euiModal[data-test-subj="${name}"]`);
    await dialog.waitFor();
    await focusWithin(page, dialog);
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focusWithin(page, menu);
  }
});

it('returns to the account menu even if Tab was quicker than the menu', async () => {
  await page.goto('/app/home');
  await heading('Home').waitFor();
  const menu = button(/^Account menu/);
  await tabTo(page, menu);
  await press('Enter');
  await button('Reset password').waitFor();
  await tabTo(page, button('Reset password'));
  await press('Escape');
  await focusWithin(page, menu);
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).click();
    (document.querySelector('main a') as HTMLElement).focus();
  });
  await tabTo(page, button('Reset password'));
  await press('Enter');
  const dialog = page.locator('.euiModal[data-test-subj="reset-password-modal"]');
  await focusWithin(page, dialog);
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await focusWithin(page, menu);
});

it('changes a setting', async () => {
  await page.goto('/app/home');
  await heading('Home').waitFor();
  await navigateTo('Management');
  await use(main().getByRole('heading').getByRole('link', { name: 'Advanced settings' }));
  await focusWithin(page, heading('Advanced settings'));
  await tabTo(page, page.getByLabel('Search settings'));
  await page.keyboard.type('dateFormat');
  await tabTo(page, page.getByRole('textbox', { name: 'Date format', exact: true }));
  await press('Control+A');
  await page.keyboard.type('YYYY-MM-DD');
  await use(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('1 setting saved').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });
  await focusWithin(page, main());
});

it('exports a saved object', async () => {
  await page.goto('/app/management');
  await use(main().getByRole('heading').getByRole('link', { name: 'Saved objects' }));
  await focusWithin(page, heading('Saved objects'));
  await page.getByRole('table').getByRole('checkbox').nth(1).waitFor();
  await use(page.getByRole('table').getByRole('checkbox').nth(1), 'Space');
  const opener = button(/^Actions$/);
  await tabTo(page, opener, { key: 'Shift+Tab' });
  await press('Enter');
  await chooseFrom('Export');
  const dialog = page.getByRole('dialog');
  await focusWithin(page, dialog);
  await tabTo(page, dialog.getByRole('button', { name: 'Export' }));
  const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')]);
  expect(download.suggestedFilename()).toMatch(/\.ndjson$/);
  await dialog.waitFor({ state: 'detached' });
  await focusWithin(page, opener);
});

it('deletes a saved object and stays in the list', async () => {
  const box = page.getByRole('table').getByRole('checkbox').nth(1);
  await box.waitFor();
  const title = await page.getByRole('row').nth(1).getByRole('button').first().innerText();
  const opener = button(/^Actions$/);
  await tabTo(page, opener);
  await press('Enter');
  await chooseFrom('Delete');
  const request = page.getByRole('alertdialog');
  await focusWithin(page, request);
  await use(request.getByRole('button', { name: 'Delete' }));
  await request.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: title, exact: true }).waitFor({ state: 'detached' });
  await focusWithin(page, main());
});

it('explains why a button is disabled, also without a mouse', async () => {
  // Only users with a role that permits it can read the Global tenant.
  const admin = await server.adminClient();
  await admin.post('/api/v1/configuration/roles/keyboard_reader', {
    tenant_permissions: [{ tenant_patterns: ['operations'], allowed_actions: ['kibana_all_read'] }],
  });
  const reader = { username: 'keyboard.reader', password: 'Fjord-lantern-42-Quilt' };
  await admin.post(`/api/v1/configuration/internalusers/${reader.username}`, {
    password: reader.password,
    // On a cluster, only `kibana_user` lets the user read the index of any tenant.
    opendistro_security_roles: ['keyboard_reader', 'kibana_user'],
  });
  const other = await openProfile(browser, server.url);
  await other.page.goto('/app/login');
  await other.page.getByLabel('Username').fill(reader.username);
  await other.page.getByLabel('Password', { exact: true }).fill(reader.password);
  await other.page.keyboard.press('Enter');
  await tenantDialog(other.page).waitFor();
  await other.page.getByRole('combobox', { name: 'Custom tenant' }).fill('operations');
  await other.page.getByRole('option').click();
  await Promise.all([
    other.page.waitForEvent('load'),
    tenantDialog(other.page).getByRole('button', { name: 'Confirm' }).click(),
  ]);
  await other.page.goto('/app/management/kibana/objects');
  const importButton = other.page.getByRole('button', { name: 'Import' });
  await importButton.waitFor();
  await tabTo(other.page, importButton);
  await other.page.getByText('You have read-only access to this tenant.').waitFor();
  await other.page.keyboard.press('Enter');
  expect(await other.page.getByRole('dialog').count()).toBe(0);
  other.expectClean();
  await other.close();
});

it('keeps what is typed while the search of everything still loads', async () => {
  await page.goto('/app/home');
  await heading('Home').waitFor();
  let release: () => void = () => undefined;
  const isTyped = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await isTyped;
    await route.continue();
  });
  const isAsked = page.waitForRequest('**/*.js');
  // Pressed again, it opens nothing more.
  await press('Control+k', 'Control+k');
  await isAsked;
  // As a page shortcut, "g" and "r" would open the roles.
  await page.keyboard.type('gr');
  await press('Backspace', 'Backspace');
  await page.keyboard.type('add guardrail');
  release();
  const box = page.getByRole('combobox', { name: /^Search pages/ });
  await box.waitFor();
  // Without waiting, requests that are still delayed would be continued twice.
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('option', { name: /^Add guardrail/ }).waitFor();
  expect(await box.inputValue()).toBe('add guardrail');
  expect(new URL(page.url()).pathname).toBe('/app/home');
  await press('Escape');
  await box.waitFor({ state: 'detached' });
  // Keys are of the page again.
  await press('g', 'r');
  await heading('Roles').waitFor();
});
