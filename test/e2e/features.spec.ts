/**
 * Features of the Security app beyond the specification (docs/features.md) that no other journey
 * covers. All tests share one server and one page.
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium, type Profile } from '../helpers/chromium';
import type { HttpClient } from '../helpers/http_client';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { openLoggedIn } from '../helpers/logged_in';

jest.setTimeout(120_000);

const CONFIGURATION = '/api/v1/configuration';
const ROLE = 'feature_role';
const USER = 'amara.okafor';
const LEAVERS = ['feature.one', 'feature.two'] as const;
const PASSWORD = 'Fjord-lantern-42-Quilt';

let server: TestServer;
let browser: Browser;
let admin: HttpClient;
let profile: Profile;
let page: Page;

const put = async (what: string, body: unknown) => {
  const { status, text } = await admin.post(`${CONFIGURATION}/${what}`, body);
  if (status !== 200) throw new Error(`${what} answered ${status}: ${text}`);
};
const stored = async (what: string) => (await admin.get(`${CONFIGURATION}/${what}`)).body;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
  admin = await server.adminClient();
  await put(`roles/${ROLE}`, {
    cluster_permissions: ['cluster_monitor'],
    index_permissions: [{ index_patterns: ['feature-*'], allowed_actions: ['read'] }],
  });
  await put(`rolesmapping/${ROLE}`, {
    users: [USER, 'feature.gone'],
    backend_roles: ['feature-backend'],
    hosts: ['feature.example'],
  });
  for (const name of LEAVERS) await put(`internalusers/${name}`, { password: PASSWORD });
  profile = await openLoggedIn(browser, server.url, ADMIN);
  ({ page } = profile);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (path: string) => page.goto(`/app/security${path}`);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
const act = async (name: string | RegExp) => {
  await press('Actions');
  return page.getByRole('menuitem', { name, exact: true });
};

describe('roles', () => {
  // @feature roles/2
  it('are filtered by columns, and the URL keeps the filters', async () => {
    await open('/roles');
    await page.getByRole('button', { name: 'Users', expanded: false }).first().click();
    const filter = page.getByRole('dialog', { name: 'Users' });
    await filter.getByRole('searchbox').fill(USER);
    await filter.getByRole('option', { name: USER }).click();
    await page.waitForURL((url) => url.search.includes(USER));
    await page.reload();
    await page.getByText(/^\d+ of \d+$/).waitFor();
    await page.getByRole('link', { name: ROLE, exact: true }).waitFor();
  });

  // @feature role-form/3, role-form/6, role-form/7
  it('show an error summary that links to each invalid field, with line and column for a query', async () => {
    await open('/roles/create');
    await press('Add index permission');
    await press('Restrict documents or fields');
    const query = page.getByLabel('Document level security');
    await query.fill('{"tern":{"a":1}}');
    await page.getByText('OpenSearch has no “tern” query.').waitFor();
    await query.fill('{"term" {"a":1}}');
    await page.getByText('This is not valid JSON, line 1, column 9').first().waitFor();
    await press('Create');
    const summary = page.getByRole('alert').filter({ hasText: /need attention/ });
    await summary.getByRole('link', { name: /not valid JSON/ }).click();
    expect(await query.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  // @feature role-form/4, role-form/12
  it('suggest permissions by description, of the matching kind only, and index names from roles and audit events', async () => {
    await open('/roles/create');
    await page.getByText(/from existing roles and audit events/).waitFor();
    await press('Add index permission');
    const box = page.getByRole('combobox', { name: 'Index permissions' }).last();
    const list = page.getByRole('listbox');
    await box.fill('indices:data/read/m');
    await list.getByText('Indices: read documents').waitFor();
    await box.fill('indices:data/read/get');
    const read = list.getByText('Read documents by ID');
    await read.waitFor();
    await box.fill('cluster_monitor');
    await read.waitFor({ state: 'detached' });
    expect(await list.getByRole('option', { name: 'cluster_monitor' }).count()).toBe(0);
  });

  // @feature role-form/5, role-form/17
  it('are edited in a matrix that shows the impact before saving', async () => {
    await open(`/roles/edit/${ROLE}`);
    await press('Matrix');
    await press('write on feature-*: None');
    const impact = page.getByRole('table', { name: /Impact/ });
    await impact.getByRole('row', { name: new RegExp(`${USER}.*feature-\\*: write`) }).waitFor();
    await press('Save changes');
    await page.getByRole('heading', { level: 1, name: ROLE, exact: true }).waitFor();
    const [index] = (await stored(`roles/${ROLE}`)).index_permissions;
    expect(index.allowed_actions).toEqual(['read', 'write']);
  });

  // @feature role-form/18
  it('merge both changes when another user has saved the role meanwhile', async () => {
    await open(`/roles/edit/${ROLE}`);
    await page.getByLabel(/^Description/).fill('Mine');
    const { reserved: _r, hidden: _h, static: _s, ...role } = await stored(`roles/${ROLE}`);
    await put(`roles/${ROLE}`, { ...role, cluster_permissions: ['cluster_monitor', 'their:own'] });
    profile.allow(/409/);
    await press('Save changes');
    await page.getByRole('alertdialog', { name: `Someone else changed “${ROLE}”` }).waitFor();
    await confirm('Save merged');
    await page.getByRole('heading', { level: 1, name: ROLE, exact: true }).waitFor();
    expect(await stored(`roles/${ROLE}`)).toMatchObject({
      description: 'Mine',
      cluster_permissions: ['cluster_monitor', 'their:own'],
    });
  });

  // @feature role/1
  it('show action groups as trees', async () => {
    await open(`/roles/view/${ROLE}`);
    const permissions = page.getByRole('list', { name: /Cluster permissions/ });
    await permissions.getByRole('button', { name: /cluster_monitor/ }).click();
    await permissions.getByText('cluster:monitor/*').waitFor();
  });

  // @feature role/5, map-user/3
  it('lose one mapping and keep the others; names without a user are marked', async () => {
    await open(`/roles/edit/${ROLE}/mapuser`);
    await page.getByText(/There is no internal user “feature\.gone”/).waitFor();
    await open(`/roles/view/${ROLE}/mapuser`);
    await page.getByRole('checkbox', { name: 'Select User feature.gone' }).check();
    await press('Delete mapping');
    await confirm('Delete');
    await page.getByRole('checkbox', { name: 'Select User feature.gone' }).waitFor({
      state: 'detached',
    });
    expect(await stored(`rolesmapping/${ROLE}`)).toMatchObject({
      users: [USER],
      backend_roles: ['feature-backend'],
      hosts: ['feature.example'],
    });
  });
});

describe('internal users', () => {
  // @feature internal-users/1
  it('cannot delete themselves', async () => {
    await open(`/users?q=${ADMIN.username}`);
    await page.getByRole('checkbox', { name: `Select ${ADMIN.username}`, exact: true }).check();
    const item = await act(/Delete.*You can't delete your own user/);
    expect(await item.getAttribute('aria-disabled')).toBe('true');
  });

  // @feature internal-users/2
  it('are suspended in bulk and reactivated by Undo', async () => {
    const statuses = () =>
      Promise.all(
        LEAVERS.map(async (name) => (await server.client().login(name, PASSWORD)).status)
      );
    await open('/users?q=feature.');
    for (const name of LEAVERS)
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await (await act('Suspend')).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Suspend/ })
      .click();
    await page
      .getByText(/2 users.* suspended/)
      .first()
      .waitFor();
    expect(await statuses()).toEqual([401, 401]);
    await press('Undo');
    await page.getByText('Change undone.').waitFor();
    expect(await statuses()).toEqual([200, 200]);
  });

  // @feature user/1
  it('have a page with their effective permissions and the roles that grant them', async () => {
    await open(`/users/view/${USER}`);
    await page
      .getByRole('row', { name: new RegExp(`^${ROLE}`) })
      .getByText('Mapped by name')
      .waitFor();
    await page
      .getByRole('table', { name: new RegExp(`Index permissions of ${USER}`) })
      .getByRole('row', { name: /^feature-\*/ })
      .getByText(ROLE)
      .first()
      .waitFor();
  });
});

// @feature permissions/7
it('shows an action group as a tree, and the groups that contain it', async () => {
  await put('actiongroups/feature_group', { allowed_actions: ['read'], type: 'index' });
  await open('/permissions/view/read');
  await page.getByText('indices:data/read*').first().waitFor();
  await page.getByRole('heading', { name: /^Used in action groups/ }).waitFor();
  await page.getByText('feature_group').waitFor();
});
