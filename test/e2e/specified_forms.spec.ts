/**
 * Forms of roles and what leads on from lists, as the specification describes them to users, and
 * the names by which scripts find the parts of these pages.
 */
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { launchChromium, type Profile } from '../helpers/chromium';
import { exposeCore, type ForeignApp } from '../helpers/core_access';
import type { HttpClient } from '../helpers/http_client';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { row } from './screens/security';
import { tenantButton } from './screens/shell';

jest.setTimeout(120_000);

const CONFIG = '/api/v1/configuration';
const TENANT = '/api/v1/multitenancy/tenant';
const APPS: readonly ForeignApp[] = [
  { id: 'dashboards', title: 'Foreign dashboards' },
  { id: 'visualize', title: 'Foreign visualizations' },
];

let server: TestServer;
let browser: Browser;
let admin: HttpClient;
let profile: Profile | undefined;

async function put(what: string, body: unknown): Promise<void> {
  const { status, text } = await admin.post(`${CONFIG}/${what}`, body);
  if (status !== 200) throw new Error(`${what} answered ${status}: ${text}`);
}
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
  admin = await server.adminClient();
  await put('tenants/finance', { description: 'Money' });
  await put('internalusers/spec.jane', { password: 'Fjord-lantern-42-Quilt' });
  await put('actiongroups/spec_group', { allowed_actions: ['cluster:monitor/main'] });
  await put('roles/spec_reader', {
    index_permissions: [{ index_patterns: ['logs-*'], allowed_actions: ['read'] }],
    tenant_permissions: [{ tenant_patterns: ['finance'], allowed_actions: ['kibana_all_read'] }],
  });
  await put('rolesmapping/spec_reader', { users: ['spec.jane'] });
  for (const name of ['spec_bare', 'spec_unmapped'])
    await put(`roles/${name}`, { description: 'Without permissions' });
});
afterEach(async () => {
  await profile?.close();
  profile = undefined;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens a page of the Security app, and waits for its heading. */
async function visit(path: string, apps: readonly ForeignApp[] = []): Promise<Page> {
  profile = await openLoggedIn(browser, server.url, ADMIN);
  const { page } = profile;
  if (apps.length > 0) await exposeCore(profile.context, apps);
  await page.goto(`/app/security${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return page;
}
const press = (inside: Page | Locator, name: string) =>
  inside.getByRole('button', { name, exact: true }).click();
const combo = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const texts = async (all: Locator) => (await all.allInnerTexts()).map((text) => text.trim());
async function add(box: Locator, value: string): Promise<void> {
  await box.fill(value);
  await box.press('Enter');
  await box.press('Escape');
}
/** What a button sends when it is pressed. */
async function sent(page: Page, path: string, button: string): Promise<unknown> {
  const [request] = await Promise.all([
    page.waitForRequest((one: Request) => one.method() === 'POST' && one.url().endsWith(path)),
    press(page, button),
  ]);
  expect((await request.response())?.status()).toBe(200);
  return request.postDataJSON();
}
const selector = (name: string) => (name.startsWith('#') ? name : `[data-test-subj~="${name}"]`);
async function expectNames(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names)
    await page.locator(selector(name)).first().waitFor({ state: 'attached', timeout: 15_000 });
}

describe('a role', () => {
  // @spec 3/56, 3/58
  it('has cluster, index and tenant permissions, a query and fields; Private is the second tenant', async () => {
    const page = await visit('/roles/create');
    await page.getByLabel('Name', { exact: true }).fill('spec_analyst');
    await page.getByLabel(/^Description/).fill('Reads');
    await add(combo(page, 'Cluster permissions'), 'cluster:new/action');
    await press(page, 'Add index permission');
    await add(combo(page, 'Index'), 'logs-*');
    await add(combo(page, 'Index permissions'), 'read');
    await press(page, 'Restrict documents or fields');
    const query = JSON.stringify({ match: { department: 'x' } });
    await page.getByLabel('Document level security').fill(query);
    await add(combo(page, 'Fields'), 'secret');
    await press(page, 'Add tenant permission');
    await combo(page, 'Tenant').click();
    await page.getByRole('option', { name: 'finance' }).waitFor();
    const offered = page.locator('[role="option"]'); // Selects have options too.
    expect(await texts(offered)).toEqual(['Global', 'Private', 'finance']);
    await add(combo(page, 'Tenant'), 'finance');
    await page.getByLabel('Read/write permission').selectOption({ label: 'Read only' });
    expect(await sent(page, '/roles/spec_analyst', 'Create')).toEqual({
      description: 'Reads',
      cluster_permissions: ['cluster:new/action'],
      index_permissions: [
        {
          index_patterns: ['logs-*'],
          dls: query,
          fls: ['~secret'],
          masked_fields: [],
          allowed_actions: ['read'],
        },
      ],
      tenant_permissions: [{ tenant_patterns: ['finance'], allowed_actions: ['kibana_all_read'] }],
    });
    await page.waitForURL((url) => url.pathname === '/app/security/roles/view/spec_analyst');
  });

  // @spec 2.1/18, 3/59
  it('is mapped to users and backend roles at its mapuser page', async () => {
    const page = await visit('/roles/edit/spec_unmapped/mapuser');
    await add(combo(page, 'Users'), 'spec.jane');
    await add(combo(page, 'Any of these backend roles'), 'staff');
    expect(await sent(page, '/rolesmapping/spec_unmapped', 'Map')).toEqual({
      users: ['spec.jane'],
      backend_roles: ['staff'],
      and_backend_roles: [],
      hosts: [],
    });
    await page.waitForURL(
      (url) => url.pathname === '/app/security/roles/view/spec_unmapped/mapuser'
    );
    const list = page.getByRole('main');
    for (const name of ['spec.jane', 'staff']) await list.getByText(name).first().waitFor();
  });
});

describe('tenants', () => {
  const choose = async (page: Page) => {
    await page.getByText('Money').waitFor();
    await page.getByRole('checkbox', { name: 'Select finance' }).check();
    await press(page, 'Actions');
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
  };
  /** Checks that the page of the app opens in the tenant. */
  const expectOpens = async (page: Page, act: () => Promise<void>, app: ForeignApp) => {
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.url().endsWith(TENANT)),
      act(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ tenant: 'finance' });
    await page.getByRole('heading', { level: 1, name: app.title, exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/${app.id}`);
    await tenantButton(page).getByText('finance').waitFor();
  };

  // @spec 2.1/26
  it.each([
    ['createDashboard', 'Create dashboard', APPS[0]!],
    ['createVisualizations', 'Create visualizations', APPS[1]!],
  ] as const)('have the action %s, which opens its app in the tenant', async (id, name, app) => {
    const page = await visit('/tenants', APPS);
    await choose(page);
    const item = page.getByRole('menuitem', { name, exact: true });
    expect(await item.getAttribute('id')).toBe(id);
    await expectOpens(page, () => item.click(), app);
  });

  // @spec 2.1/27
  it.each([
    ['View dashboard', APPS[0]!],
    ['View visualizations', APPS[1]!],
  ] as const)('have in each row %s, which opens its app in the tenant', async (name, app) => {
    const page = await visit('/tenants', APPS);
    const button = row(page, 'finance').getByText(name, { exact: true });
    await expectOpens(page, () => button.click(), app);
  });

  // @spec 2.1/28
  it('have none of both without an app that shows it', async () => {
    const page = await visit('/tenants');
    await choose(page);
    const ids = await page.getByRole('menuitem').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toEqual(['switchTenant', 'edit', 'duplicate', 'rename', 'delete']);
    expect(await page.getByText(/^View (dashboard|visualizations)$/).count()).toBe(0);
  });
});

// @spec 2.1/30
it('shows HTTP and challenge of authentication domains as Enabled or Disabled', async () => {
  const page = await visit('/auth');
  await press(page, 'Show 5 domains that are off');
  const states = async (name: string) => {
    const line = page.getByRole('row').filter({ hasText: name });
    await line.waitFor();
    // Order, name, HTTP, transport, type, challenge.
    const cells = await texts(line.locator('th, td'));
    return [cells[2], cells[5]];
  };
  expect(await states('basic_internal_auth_domain')).toEqual(['Enabled', 'Enabled']);
  expect(await states('proxy_auth_domain')).toEqual(['Disabled', 'Disabled']);
});

describe('names for scripts', () => {
  // @spec 2.1/50
  it.each([
    [
      '/getstarted',
      [
        'review-authentication-and-authorization',
        'explore-existing-roles',
        'create-new-role',
        'map-users-to-role',
        'create-internal-user',
        'review-audit-log-configuration',
      ],
    ],
    ['/roles', ['role-list']],
    ['/roles/create', ['name-text', 'submit', 'cancel']],
    ['/roles/view/spec_reader', ['index-permission-container', 'tenant-permission-container']],
    ['/roles/view/spec_reader/mapuser', ['role-mapping-list', 'manage-mapping']],
    ['/roles/view/spec_bare', ['addClusterPermission']],
    ['/roles/view/spec_bare/mapuser', ['map-users']],
    ['/roles/edit/spec_reader/mapuser', ['cancel', '#map']],
    ['/users/create', ['name-text', 'password', 're-enter-password', '#submit', '#add-row']],
    ['/tenants', ['#createTenant']],
    ['/tenants/create', ['name-text', 'tenant-description', '#submit']],
    ['/permissions/create', ['name-text', '#submit']],
  ] as const)('exist on %s', async (path, names) => {
    await expectNames(await visit(path), names);
  });

  // @spec 2.1/51
  it('exist on the actions of permissions, as element ids', async () => {
    const page = await visit('/permissions?size=100');
    await page.getByRole('checkbox', { name: 'Select spec_group' }).check();
    await press(page, 'Actions');
    await expectNames(page, ['#edit', '#duplicate', '#create-from-selection']);
    await page.getByRole('menuitem', { name: /from selection/ }).click();
    await expectNames(page, ['name-text', '#submit']);
  });
});
