/** The built product on a real cluster, used by two users in Chromium, and over HTTP. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { submitCredentials, login } from '../e2e/screens/login';
import { createRole, createUser, row } from '../e2e/screens/security';
import {
  chooseTenant,
  closeTenantDialog,
  switchTenant,
  tenantButton,
  tenantDialog,
} from '../e2e/screens/shell';
import { launchChromium, openProfile } from '../helpers/chromium';
import {
  adminClient,
  asAdmin,
  closeClients,
  clusterNode,
  forgetEntities,
  grantServer,
  serverArguments,
} from '../helpers/cluster';
import { startServer, type TestServer } from '../helpers/server';

jest.setTimeout(300_000);

const PREFIX = '/_plugins/_security/api';
const ANALYST = { username: 'journey.analyst', password: 'Fjord-lantern-42-Quilt' } as const;
const ROLE = 'journey_role';
const REQUESTED = 'journey_requested';
const TENANTS = ['journey_sales', 'journey_finance'] as const;
/** Optional folder for screenshots of the journey. */
const PICTURES = process.env['SD_PICTURES'];

const cluster = adminClient();
let server: TestServer;
let browser: Browser;

const forget = () =>
  forgetEntities(cluster, [
    `internalusers/${ANALYST.username}`,
    ...[ROLE, REQUESTED].flatMap((role) => [`rolesmapping/${role}`, `roles/${role}`]),
    ...TENANTS.map((tenant) => `tenants/${tenant}`),
  ]);

beforeAll(async () => {
  await grantServer(cluster);
  await forget();
  for (const tenant of TENANTS)
    await asAdmin(cluster, 'PUT', `${PREFIX}/tenants/${tenant}`, { description: '' });
  server = await startServer({ args: serverArguments() });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await forget();
  await closeClients();
});

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

it('rejects a wrong password with the same message as every backend', async () => {
  const profile = await openProfile(browser, server.url);
  profile.allow(/401/);
  await profile.page.goto('/app/login');
  await submitCredentials(profile.page, 'admin', 'wrong');
  await profile.page.getByText('Invalid username or password, please try again').waitFor();
  profile.expectClean();
  await profile.close();
});

// @backend cluster/47
it('lets an administrator create, map and delete a role, and a user work in its tenants', async () => {
  const admin = await openProfile(browser, server.url);
  const { page } = admin;
  await login(page, { username: 'admin', password: clusterNode().adminPassword });
  await tenantDialog(page).waitFor();
  await closeTenantDialog(page);
  await page.goto('/app/security/roles');
  await row(page, 'all_access').waitFor();
  await picture(page, 'roles');
  await createRole(page, {
    name: ROLE,
    clusterPermissions: ['cluster_composite_ops_ro'],
    indexPatterns: ['journey-*'],
    indexPermissions: ['read'],
    tenants: TENANTS.map((name) => ({ name, type: 'Read and Write' })),
  });
  await picture(page, 'role');
  await page.getByRole('link', { name: 'Users' }).first().click();
  await row(page, 'kibanaro').waitFor();
  await createUser(page, { name: ANALYST.username, password: ANALYST.password, roles: [ROLE] });
  await page.getByLabel('Search users').fill(ANALYST.username);
  await row(page, ANALYST.username).getByText(ROLE).waitFor();
  await picture(page, 'users');

  const analyst = await openProfile(browser, server.url);
  await login(analyst.page, ANALYST);
  await chooseTenant(analyst.page, { custom: TENANTS[0] });
  await tenantButton(analyst.page).getByText(TENANTS[0]).waitFor();
  await switchTenant(analyst.page, { custom: TENANTS[1] });
  await tenantButton(analyst.page).getByText(TENANTS[1]).waitFor();
  await picture(analyst.page, 'home');
  analyst.expectClean();
  await analyst.close();

  await page.goto(`/app/security/roles/edit/${ROLE}/mapuser`);
  await page.getByRole('combobox', { name: 'Users' }).fill('kibanaro');
  await page.getByRole('combobox', { name: 'Users' }).press('Enter');
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page.waitForURL(/roles\/view/);
  await page.getByText('kibanaro').first().waitFor();
  await picture(page, 'mapped');

  await page.goto('/app/security/roles');
  await page.getByLabel('Search roles').fill(ROLE);
  await page.getByText(/^1 of \d+$/).waitFor();
  await page.getByRole('checkbox', { name: `Select ${ROLE}` }).check();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/^0 of \d+$/).waitFor();
  const path = `${PREFIX}/roles/${ROLE}`;
  expect((await cluster.asServer({ method: 'GET', path })).statusCode).toBe(404);
  admin.expectClean();
  await admin.close();
});

it('applies a change request entry by entry, and later what was refused', async () => {
  const client = server.client();
  await client.login('admin', clusterNode().adminPassword);
  const path = '/api/v1/change_requests';
  const tenant = `/api/v1/configuration/tenants/${TENANTS[0]}`;
  const versioned = async () => ({
    kind: 'tenants',
    name: TENANTS[0],
    action: 'update',
    entry: { description: 'North' },
    version: (await client.get(tenant)).headers.get('etag'),
  });
  const { body: made } = await client.post(path, {
    title: 'Requested',
    changes: [
      await versioned(),
      {
        kind: 'roles',
        name: REQUESTED,
        action: 'create',
        entry: { cluster_permissions: ['cluster_monitor'] },
      },
      { kind: 'rolesmapping', name: REQUESTED, action: 'create', entry: { users: ['journey.b'] } },
    ],
  });
  const one = `${path}/${made.id}`;
  await client.post(tenant, { description: 'Meanwhile' });
  const refused = await client.post(`${one}/apply`, { revision: 1 });
  expect(refused.body).toMatchObject({ is_done: false, is_whole: false });
  const left = (await client.get(one)).body;
  expect(left.state).toBe('open');
  expect(left.changes.map(({ state }: { state: string }) => state)).toEqual([
    'stale',
    'done',
    'done',
  ]);
  expect((await client.get(tenant)).body.description).toBe('Meanwhile');

  await client.post(`${one}/changes`, { revision: 1, changes: [await versioned()] });
  const applied = await client.post(`${one}/apply`, { revision: 2 });
  expect(applied.body.is_done).toBe(true);
  expect((await client.get(one)).body).toMatchObject({ state: 'applied' });
  expect((await client.get(tenant)).body.description).toBe('North');
  for (const query of [`type=rolesmapping&name=${REQUESTED}`, `type=tenants&name=${TENANTS[0]}`]) {
    const [change] = (await client.get(`/api/v1/history?${query}`)).body.items;
    expect(change).toMatchObject({
      actor: 'admin',
      cause: { id: made.id, text: 'Requested', author: 'admin' },
    });
  }
});
