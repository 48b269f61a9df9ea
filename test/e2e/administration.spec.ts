/**
 * Administration pages: create, edit, duplicate, delete and settings, and the changes users make to
 * their own account. Each result on the page is compared with the state on the server.
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import type { HttpClient } from '../helpers/http_client';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { login, submitCredentials } from './screens/login';
import { createUser, row } from './screens/security';
import {
  chooseTenant,
  closeTenantDialog,
  openAccountMenu,
  switchTenant,
  tenantButton,
} from './screens/shell';

jest.setTimeout(240_000);

const CONFIGURATION = '/api/v1/configuration';
const USER = { username: 'area.person', password: 'Fjord-lantern-42-Quilt' } as const;
const NEXT_PASSWORD = 'Quilt-meadow-77-Harbour';

let server: TestServer;
let browser: Browser;
let api: HttpClient;
let admin: Profile;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
  api = await server.adminClient();
  admin = await openProfile(browser, server.url);
  page = admin.page;
  await login(page, ADMIN);
  await closeTenantDialog(page);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
afterEach(() => admin.expectClean());

const stored = async (path: string) => {
  const { status, body } = await api.get(`${CONFIGURATION}/${path}`);
  return { status, body };
};
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const said = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

/** Finds an entry of a list by search and runs an item of its action menu. */
async function act(list: string, search: string, name: string, action: string): Promise<void> {
  await page.goto(`/app/security/${list}`);
  await page.getByLabel(search).fill(name);
  await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  await press('Actions');
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

const confirmDeletion = () =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();

async function enter(label: string, value: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact: true });
  await box.fill(value);
  await box.press('Enter');
  await box.press('Escape');
}

// @feature roles/3
it('edits, duplicates and deletes a role', async () => {
  await api.post(`${CONFIGURATION}/roles/area_role`, { cluster_permissions: ['cluster_monitor'] });
  const search = 'Search roles';
  await act('roles', search, 'area_role', 'Edit');
  await page.getByLabel(/^Description/).fill('Watches');
  await press('Save changes');
  await said('Role "area_role" successfully updated');
  expect(await stored('roles/area_role')).toMatchObject({ body: { description: 'Watches' } });

  await act('roles', search, 'area_role', 'Duplicate');
  await press('Create');
  await page.getByRole('heading', { level: 1, name: 'area_role_copy' }).waitFor();
  expect(await stored('roles/area_role_copy')).toMatchObject({
    body: { description: 'Watches', cluster_permissions: ['cluster_monitor'] },
  });
  for (const name of ['area_role_copy', 'area_role']) {
    await act('roles', search, name, 'Delete');
    await confirmDeletion();
    await said(`Role "${name}" deleted.`);
    expect(await stored(`roles/${name}`)).toMatchObject({ status: 404 });
  }
});

// @feature user-form/2
it('creates, edits and deletes a user', async () => {
  await page.goto('/app/security/users');
  await createUser(page, { ...USER, name: 'area.user', roles: ['readall'] });
  const search = 'Search users';
  await act('users', search, 'area.user', 'Edit');
  await enter('Backend roles', 'watchers');
  await press('Save changes');
  await said('User "area.user" successfully updated');
  expect(await stored('internalusers/area.user')).toMatchObject({
    body: { backend_roles: ['watchers'], opendistro_security_roles: ['readall'] },
  });
  // The edit left the password unchanged.
  expect((await server.client().login('area.user', USER.password)).status).toBe(200);
  await act('users', search, 'area.user', 'Delete');
  await confirmDeletion();
  await said('User "area.user" deleted.');
  expect(await stored('internalusers/area.user')).toMatchObject({ status: 404 });
});

// @spec 2.1/22
// @feature permissions/5
it('creates, edits, duplicates and deletes an action group', async () => {
  const search = 'Search for action group name or permission name';
  await page.goto('/app/security/permissions');
  await page.getByRole('link', { name: 'Create action group' }).click();
  await page.getByLabel('Name', { exact: true }).fill('area_group');
  await page.getByLabel('Type').selectOption({ label: 'Index permissions' });
  await enter('Permissions', 'indices:data/read/get');
  await press('Create');
  await page.getByRole('heading', { level: 1, name: 'area_group' }).waitFor();
  await page.getByText('Allowed actions (1)').waitFor();

  await act('permissions', search, 'area_group', 'Edit');
  await enter('Permissions', 'indices:data/read/search');
  await press('Save changes');
  await said('Action group "area_group" successfully updated');
  await page.getByText('Allowed actions (2)').waitFor();
  const actions = ['indices:data/read/get', 'indices:data/read/search'];
  const group = (await stored('actiongroups/area_group')).body;
  expect(group).toMatchObject({ type: 'index' });
  expect([...group.allowed_actions].sort()).toEqual(actions);

  await act('permissions', search, 'area_group', 'Duplicate');
  await press('Create');
  await page.getByRole('heading', { level: 1, name: 'area_group_copy' }).waitFor();
  const copy = (await stored('actiongroups/area_group_copy')).body;
  expect([...copy.allowed_actions].sort()).toEqual(actions);
  for (const name of ['area_group_copy', 'area_group']) {
    await act('permissions', search, name, 'Delete');
    await confirmDeletion();
    await said(`Action group "${name}" deleted.`);
    expect(await stored(`actiongroups/${name}`)).toMatchObject({ status: 404 });
  }
});

// @feature tenants/3
it('creates, edits, switches to, duplicates and deletes a tenant', async () => {
  const search = 'Find tenant';
  await page.goto('/app/security/tenants');
  await page.getByRole('link', { name: 'Create tenant' }).click();
  await page.getByLabel('Name', { exact: true }).fill('area_tenant');
  await page.getByLabel(/^Description/).fill('For one area');
  await press('Create');
  await said('Tenant "area_tenant" successfully created');

  await act('tenants', search, 'area_tenant', 'Edit');
  await page.getByLabel(/^Description/).fill('For all areas');
  await press('Save changes');
  await said('Tenant "area_tenant" successfully updated');
  expect(await stored('tenants/area_tenant')).toMatchObject({
    body: { description: 'For all areas' },
  });

  await Promise.all([
    page.waitForEvent('load'),
    act('tenants', search, 'area_tenant', 'Switch to selected tenant'),
  ]);
  await tenantButton(page).getByText('area_tenant').waitFor();
  await switchTenant(page, 'Private');
  await tenantButton(page).getByText('Private').waitFor();
  await switchTenant(page, 'Global');
  await tenantButton(page).getByText('Global').waitFor();

  await act('tenants', search, 'area_tenant', 'Duplicate');
  await press('Create');
  await said('Tenant "area_tenant_copy" successfully created');
  for (const name of ['area_tenant_copy', 'area_tenant']) {
    await act('tenants', search, name, 'Delete');
    await confirmDeletion();
    await said(`Tenant "${name}" deleted.`);
    expect(await stored(`tenants/${name}`)).toMatchObject({ status: 404 });
  }
});

// @feature tenants/4
it('changes the tenancy settings after one confirmation, with immediate effect', async () => {
  const apply = async () => {
    await press('Save changes');
    const request = page.getByRole('alertdialog', { name: 'Make changes to tenancy?' });
    await request.getByRole('button', { name: 'Apply changes' }).click();
    await said('Tenancy changes applied');
  };
  const config = async () => (await stored('tenancy/config')).body;
  const before = await config();
  const privateTenant = page.getByRole('switch', { name: 'Private tenant' });
  await page.goto('/app/security/tenants/configure');
  await privateTenant.click();
  await page.getByLabel('Default tenant').selectOption({ label: 'Global' });
  await apply();
  expect(await config()).toMatchObject({
    private_tenant_enabled: false,
    default_tenant: 'global',
  });
  await page.getByLabel('Find tenant').waitFor();
  await row(page, 'Private').waitFor({ state: 'detached' });

  await page.goto('/app/security/tenants/configure');
  await privateTenant.click();
  await page.getByLabel('Default tenant').selectOption({ label: 'No default tenant' });
  await apply();
  expect(await config()).toEqual(before);
});

it('turns audit logging off and on, and saves its settings', async () => {
  const config = async () => (await stored('audit')).body.config;
  const before = await config();
  const change = page.getByRole('switch', { name: /^Enable audit logging/ });
  await page.goto('/app/security/auditLogging');
  const set = async (isOn: boolean) => {
    await change.click();
    await said('Audit configuration was successfully updated.');
    await page
      .getByRole('switch', { name: `Enable audit logging: ${isOn ? 'Enabled' : 'Disabled'}` })
      .waitFor();
    expect(await config()).toEqual({ ...before, enabled: isOn });
  };
  await set(!before.enabled);
  await set(before.enabled);
  if (!before.enabled) await set(true);

  await page.locator('[data-test-subj="general-settings-configure"]').click();
  await page.getByRole('heading', { level: 1, name: 'General settings' }).waitFor();
  await page.getByRole('switch', { name: /^Bulk requests/ }).click();
  await enter('audit:ignore_users', 'area.robot');
  await press('Save');
  await page.getByRole('heading', { level: 1, name: 'Audit logging' }).waitFor();
  const { audit } = await config();
  expect(audit).toMatchObject({ resolve_bulk_requests: !before.audit.resolve_bulk_requests });
  expect(audit.ignore_users).toContain('area.robot');
  await page.getByText('area.robot').waitFor();
});

it("changes the user's own password, after which only the new one works", async () => {
  await api.post(`${CONFIGURATION}/internalusers/${USER.username}`, {
    password: USER.password,
    opendistro_security_roles: ['kibana_user'],
  });
  const profile = await openProfile(browser, server.url);
  profile.allow(/401/);
  const own = profile.page;
  await login(own, USER);
  await chooseTenant(own, 'Private');
  await tenantButton(own).getByText('Private').waitFor();
  await openAccountMenu(own);
  await own.getByRole('button', { name: 'Reset password' }).click();
  const dialog = own.getByRole('dialog', { name: `Reset password for ${USER.username}` });
  const fill = async (current: string) => {
    await dialog.getByLabel('Current password').fill(current);
    await dialog.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD);
    await dialog.getByLabel('Re-enter new password').fill(NEXT_PASSWORD);
    await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
  };
  await fill('not-the-password-1');
  await dialog.getByRole('alert').waitFor();
  await fill(USER.password);
  await own.waitForURL((url) => url.pathname.endsWith('/app/login'));
  await submitCredentials(own, USER.username, USER.password);
  await own.getByText('Invalid username or password, please try again').waitFor();
  await submitCredentials(own, USER.username, NEXT_PASSWORD);
  await own.waitForURL((url) => !url.pathname.endsWith('/app/login'));
  profile.expectClean();
  await profile.close();
});

it('answers why not on one screen, with the narrowest fix first, also after a reload', async () => {
  await api.post(`${CONFIGURATION}/roles/reads_logs`, {
    index_permissions: [{ index_patterns: ['logs-*'], allowed_actions: ['read'] }],
  });
  await api.post(`${CONFIGURATION}/internalusers/${USER.username}`, {
    password: USER.password,
    opendistro_security_roles: ['reads_logs', 'kibana_user'],
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  const question = { user: USER.username, action: 'indices:data/read/search', index: 'pay-2026' };
  await page.goto(`/app/security/explorer?${new URLSearchParams(question).toString()}`);
  for (const visit of ['first', 'again']) {
    const path = page.getByRole('list', { name: 'Path 1' });
    await path.getByText('1 person gains access to 1 index.').waitFor();
    await path
      .getByText(/Create a role that allows only this|Add to the role reads_logs/)
      .waitFor();
    const box = await path.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(800);
    const broad = page.getByRole('button', { name: /^Grants much more/ });
    expect(await broad.getAttribute('aria-expanded')).toBe('false');
    expect(await page.getByText(/\.kibana/).count()).toBe(0);
    if (visit === 'first') await page.reload();
  }
});

it('shows the whole matrix of a role, wider than the fields of the form', async () => {
  await api.post(`${CONFIGURATION}/roles/matrix_role`, {
    index_permissions: [
      { index_patterns: ['forecast-sales-*'], allowed_actions: ['read', 'crud', 'manage'] },
    ],
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/app/security/roles/edit/matrix_role');
  await page.getByRole('button', { name: 'Matrix' }).click();
  const region = page.getByRole('region', { name: 'Index permissions by action group' });
  await region.waitFor();
  expect(await region.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
  const form = await page.getByRole('textbox', { name: 'Description' }).boundingBox();
  expect(form?.width).toBeLessThanOrEqual(800);
});
