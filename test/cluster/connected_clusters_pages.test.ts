/** The Security app of a home on the embedded engine, on the cluster, in Chromium. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { stringify } from 'yaml';
import { expectAccessible } from '../helpers/axe';
import { launchChromium } from '../helpers/chromium';
import {
  adminClient,
  asAdmin,
  closeClients,
  clusterNode,
  forgetEntities,
} from '../helpers/cluster';
import { PREFIX } from '../helpers/cluster_backend';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';

jest.setTimeout(240_000);

const cluster = adminClient();
const folder = mkdtempSync(path.join(tmpdir(), 'sd-connected-'));
const THERE = [
  'roles/shop_reader',
  'roles/shop_staff',
  'rolesmapping/shop_staff',
  'internalusers/cara',
];
const cara = { password: 'Vintage-Tractor-42', opendistro_security_roles: ['readall'] };
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  await forgetEntities(cluster, THERE);
  await asAdmin(cluster, 'PUT', `${PREFIX}/internalusers/cara`, cara);
  await asAdmin(cluster, 'PUT', `${PREFIX}/roles/shop_staff`, { cluster_permissions: ['read'] });
  await asAdmin(cluster, 'PUT', `${PREFIX}/rolesmapping/shop_staff`, { users: ['cara', 'joe'] });
  const { url, ca } = clusterNode();
  const shop = {
    name: 'Shop',
    hosts: url,
    environment: 'production',
    ssl: { certificate_authorities: ca },
  };
  const config = path.join(folder, 'server.yml');
  writeFileSync(config, stringify({ opensearch_security: { clusters: { shop } } }));
  [server, browser] = await Promise.all([
    startServer({ args: [`--config=${config}`] }),
    launchChromium(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await forgetEntities(cluster, THERE);
  await closeClients();
  rmSync(folder, { recursive: true, force: true });
});

// @feature all/3
it('asks for credentials of the cluster, manages a role there, and returns home', async () => {
  const { page, expectClean, close } = await openLoggedIn(browser, server.url, ADMIN);
  await page.goto('/app/security/roles');
  await page
    .getByLabel('Cluster', { exact: true })
    .selectOption({ label: 'Shop (Production) – log in' });
  await page.waitForURL(/\/app\/security\/roles\?cluster=shop/);
  await page.getByRole('heading', { name: 'Log in to Shop' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(clusterNode().adminPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('link', { name: 'Create role' }).click();
  await page.getByText('Production: Shop').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('shop_reader');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'shop_reader' }).waitFor();
  expect(new URL(page.url()).searchParams.get('cluster')).toBe('shop');
  await expectAccessible(page);
  const there = await asAdmin(cluster, 'GET', `${PREFIX}/roles/shop_reader`);
  expect(there).toHaveProperty('shop_reader');
  // A new tab and a reload keep the cluster, and the session its credentials.
  await page.reload();
  await page.getByRole('heading', { name: 'shop_reader' }).waitFor();
  await page.getByLabel('Cluster', { exact: true }).selectOption('home');
  await page.waitForURL(/\/app\/security\/roles$/);
  await page.getByRole('link', { name: 'all_access', exact: true }).waitFor();
  expect(await page.getByText('shop_reader').count()).toBe(0);
  expectClean();
  await close();
});

// @feature users/5
it('suspends a user here and on the cluster, and gives everything back', async () => {
  const { page, expectClean, close } = await openLoggedIn(browser, server.url, ADMIN);
  const headers = { 'osd-xsrf': 'true' };
  await page.request.post('/api/v1/configuration/internalusers/cara', { headers, data: cara });
  await page.goto('/app/security/users/view/cara/clusters');
  await page.getByRole('button', { name: 'Log in to Shop' }).click();
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(clusterNode().adminPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const row = page.getByRole('row', { name: /^Shop/ });
  await row.getByText('shop_staff').first().waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Suspend everywhere' }).click();
  await page.getByText('This changes production: Shop').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await page.getByText(/Roles removed\. Login .* own_index/).waitFor();
  await page.getByText('Suspended.', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await row.getByText('Suspended: roles removed').waitFor();
  const mapping = () => asAdmin(cluster, 'GET', `${PREFIX}/rolesmapping/shop_staff`);
  expect(await mapping()).toMatchObject({ shop_staff: { users: ['joe'] } });

  await page.getByRole('button', { name: 'Reactivate everywhere' }).click();
  await page.getByText('restores readall, shop_staff').waitFor();
  await page.getByRole('button', { name: 'Reactivate', exact: true }).last().click();
  await page.getByText('Reactivated.').last().waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await row.getByText('Active').waitFor();
  expect(await mapping()).toMatchObject({ shop_staff: { users: ['joe', 'cara'] } });
  const user = await asAdmin(cluster, 'GET', `${PREFIX}/internalusers/cara`);
  expect(user).toMatchObject({ cara: { opendistro_security_roles: ['readall'], attributes: {} } });
  expectClean();
  await close();
});
