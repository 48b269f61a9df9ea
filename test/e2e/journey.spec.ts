/**
 * The basic journey of two users: an administrator creates a role and a user; the user works in the
 * tenants of that role and logs out. Every screen on the way is checked with axe.
 */
import type { Browser } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium, openProfile } from '../helpers/chromium';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { login, submitCredentials } from './screens/login';
import { createRole, createUser, row } from './screens/security';
import {
  chooseTenant,
  closeTenantDialog,
  logOut,
  openAccountMenu,
  switchTenant,
  tenantButton,
  tenantDialog,
} from './screens/shell';

jest.setTimeout(240_000);

const ANALYST = { username: 'journey.analyst', password: 'Fjord-lantern-42-Quilt' } as const;
const ROLE = 'journey_role';

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('does not reveal whether the name or the password was wrong, and keeps the name', async () => {
  const profile = await openProfile(browser, server.url);
  profile.allow(/401/);
  const { page } = profile;
  await page.goto('/app/login');
  await page.getByLabel('Username').waitFor();
  await expectAccessible(page);
  await submitCredentials(page, ADMIN.username, 'wrong');
  const alert = page.getByRole('alert');
  await alert.waitFor();
  const text = await alert.innerText();
  expect(text).toContain('Invalid username or password, please try again');
  expect(await page.getByLabel('Username').inputValue()).toBe(ADMIN.username);
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/auth/login')),
    submitCredentials(page, 'nobody.at.all', 'wrong'),
  ]);
  await alert.waitFor();
  expect(await alert.innerText()).toBe(text);
  profile.expectClean();
  await profile.close();
});

// @spec 6/3
// @feature role-form/1
it('lets an administrator create a role and a user, who can then work only in its tenants', async () => {
  const admin = await openProfile(browser, server.url);
  await login(admin.page, ADMIN);
  await tenantDialog(admin.page).waitFor();
  await expectAccessible(admin.page);
  await closeTenantDialog(admin.page);
  await expectAccessible(admin.page);

  await admin.page.goto('/app/security/roles');
  await admin.page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
  await row(admin.page, 'alerting_full_access').waitFor();
  await expectAccessible(admin.page);
  await createRole(admin.page, {
    name: ROLE,
    clusterPermissions: ['cluster_composite_ops_ro'],
    indexPatterns: ['journey-*'],
    indexPermissions: ['read'],
    tenants: [
      { name: 'sales', type: 'Read and Write' },
      { name: 'finance', type: 'Read only' },
    ],
  });
  await admin.page.getByText('journey-*').first().waitFor();
  await expectAccessible(admin.page);

  await admin.page.getByRole('link', { name: 'Users' }).first().click();
  await admin.page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await expectAccessible(admin.page);
  await createUser(admin.page, {
    name: ANALYST.username,
    password: ANALYST.password,
    roles: [ROLE],
  });
  await admin.page.getByLabel('Search users').fill(ANALYST.username);
  await row(admin.page, ANALYST.username).getByText(ROLE).waitFor();
  admin.expectClean();
  await admin.close();

  const analyst = await openProfile(browser, server.url);
  const { page } = analyst;
  await login(page, ANALYST);
  const dialog = tenantDialog(page);
  await dialog.waitFor();
  expect(await dialog.getByRole('radio', { name: 'Global' }).isDisabled()).toBe(true);
  await dialog.getByRole('combobox', { name: 'Custom tenant' }).click();
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['finance', 'sales']);
  await chooseTenant(page, { custom: 'sales' });

  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  expect(await tenantButton(page).innerText()).toContain('sales');
  const titles = async (): Promise<string[]> => {
    const titlesShown = page.getByRole('list', { name: 'Newest objects' }).getByRole('listitem');
    await titlesShown.first().waitFor();
    return titlesShown.allInnerTexts();
  };
  const inSales = await titles();
  expect(inSales.length).toBeGreaterThan(1);
  expect(await page.getByRole('link', { name: 'Security', exact: true }).count()).toBe(0);
  await page.goto('/app/security/roles');
  await page.getByRole('heading', { name: 'Application Not Found' }).waitFor();
  await expectAccessible(page);

  await page.goto('/app/home');
  await switchTenant(page, { custom: 'finance' });
  await tenantButton(page).getByText('finance').waitFor();
  const inFinance = await titles();
  expect(inFinance).not.toEqual(inSales);

  await openAccountMenu(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'View roles and identities' }).click();
  const roles = page.getByRole('dialog', { name: /Roles and identities/ });
  await roles.getByText('Roles (1)', { exact: true }).waitFor();
  await roles.getByText(ROLE).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const cookies = await analyst.context.cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const account = () =>
    server.client().get('/api/v1/configuration/account', { headers: { cookie } });
  expect((await account()).status).toBe(200);
  await logOut(page);
  expect((await account()).status).toBe(401);
  analyst.expectClean();
  await analyst.close();
});

// @spec 1/13, 2.6/34, 4/1
it('shows the status of the server with its own metrics', async () => {
  const profile = await openProfile(browser, server.url);
  await login(profile.page, ADMIN);
  await profile.page.goto('/status');
  // The demonstration has drifted from its folder.
  await profile.page
    .getByRole('heading', { name: /Security Dashboards status is\s+Yellow/ })
    .waitFor();
  await profile.page.getByText(/3 entries differ from the desired configuration/).waitFor();
  await profile.page.getByText('plugin:security@').waitFor();
  const heap = await profile.page.getByText(/MB$/).first().innerText();
  expect(parseFloat(heap)).toBeGreaterThan(1);
  await expectAccessible(profile.page);
  profile.expectClean();
  await profile.close();
});

// @spec 2.6/10
it('shows "Application Not Found" for an unknown application', async () => {
  const profile = await openProfile(browser, server.url, { theme: 'dark' });
  await login(profile.page, ADMIN);
  await closeTenantDialog(profile.page);
  await profile.page.goto('/app/there-is-none');
  await profile.page
    .getByText(
      'No application was found at this URL. Try going back or choosing an app from the menu.'
    )
    .waitFor();
  profile.expectClean();
  await profile.close();
});
