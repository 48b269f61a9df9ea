/**
 * One console over a home on the embedded engine and two real clusters of different versions, in
 * Chromium: compare, promote, undo, one person everywhere, and a cluster that fails meanwhile.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { stringify } from 'yaml';
import { expectAccessible } from '../../helpers/axe';
import { launchChromium } from '../../helpers/chromium';
import {
  asAdmin,
  clientAs,
  closeClients,
  clusterNode,
  forgetEntities,
  otherClusterNode,
} from '../../helpers/cluster';
import { PREFIX } from '../../helpers/cluster_backend';
import { openLoggedIn } from '../../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../../helpers/server';
import { waitForCondition } from '../../helpers/wait_for';

jest.setTimeout(240_000);

const ROLE = 'roles/sales_reader';
const GROUP = 'actiongroups/sales_look';
const OWN = ['rolesmapping/sales_reader', ROLE, GROUP, 'internalusers/jane'];
const role = {
  index_permissions: [{ index_patterns: ['sales-*'], allowed_actions: ['sales_look'] }],
};
const jane = { password: 'Vintage-Tractor-42', backend_roles: ['sales'] };
const headers = { 'osd-xsrf': 'true' };

const [newer, older] = [clusterNode(), otherClusterNode()];
const admins = [newer, older].map((node) =>
  clientAs('admin', node.adminPassword, settingsOf(node))
);
const [onNewer, onOlder] = admins as [(typeof admins)[0], (typeof admins)[0]];
const folder = mkdtempSync(path.join(tmpdir(), 'sd-two-clusters-'));
let server: TestServer;
let browser: Browser;
/** One session, because entering credentials is limited per minute. */
let page: Page;

function settingsOf({ url, ca }: typeof newer) {
  const ssl = { verificationMode: 'full', certificateAuthorities: ca } as const;
  return { hosts: [url], ssl: { ...ssl, alwaysPresentCertificate: false } };
}

beforeAll(async () => {
  for (const admin of admins) await forgetEntities(admin, OWN);
  await asAdmin(onOlder, 'PUT', `${PREFIX}/${GROUP}`, { allowed_actions: ['read'], type: 'index' });
  await asAdmin(onOlder, 'PUT', `${PREFIX}/${ROLE}`, role);
  await asAdmin(onOlder, 'PUT', `${PREFIX}/rolesmapping/sales_reader`, {
    backend_roles: ['sales'],
  });
  for (const admin of admins) await asAdmin(admin, 'PUT', `${PREFIX}/internalusers/jane`, jane);
  const section = ({ url, ca }: typeof newer, name: string, environment: string) => ({
    name,
    hosts: url,
    environment,
    request_timeout: 3_000,
    ssl: { certificate_authorities: ca },
  });
  const clusters = {
    stage: section(older, 'Stage', 'staging'),
    shop: section(newer, 'Shop', 'production'),
    foreign: { name: 'Foreign', hosts: newer.url },
  };
  const config = path.join(folder, 'server.yml');
  writeFileSync(config, stringify({ opensearch_security: { clusters } }));
  [server, browser] = await Promise.all([
    startServer({ args: [`--config=${config}`] }),
    launchChromium(),
  ]);
  ({ page } = await openLoggedIn(browser, server.url, ADMIN));
  await enter('stage', 'admin', older.adminPassword);
  await enter('shop', 'admin', newer.adminPassword);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  for (const admin of admins) await forgetEntities(admin, OWN).catch(() => undefined);
  await closeClients();
  rmSync(folder, { recursive: true, force: true });
});

async function enter(id: string, username: string, password: string) {
  const data = { username, password };
  return page.request.put(`/api/v1/clusters/${id}/credentials`, { headers, data });
}

const rolesOn = (id: string) =>
  page.request.get('/api/v1/search/roles?per_page=10', { headers: { securitycluster: id } });

const found = (admin: typeof onNewer, name: string) =>
  asAdmin(admin, 'GET', `${PREFIX}/${name}`, undefined, [404]);

it('connects a cluster on the page, with the next step where something is wrong', async () => {
  await page.goto('/app/security/clusters');
  await page.getByRole('link', { name: 'Add cluster' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Added');
  await page.getByLabel('Addresses').fill(older.url);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  const test = page.getByRole('button', { name: 'Test connection' });
  await test.click();
  await page.getByText('certificate is not trusted').waitFor();
  await page.getByLabel('Certificate authorities').fill(readFileSync(older.ca, 'utf8'));
  await test.click();
  await page.getByText('rejects this user name or password').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(older.adminPassword);
  await test.click();
  await page.getByText(`Connected as admin, OpenSearch ${older.version}.`).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add cluster' }).click();
  const row = page.getByRole('row', { name: /^Added/ });
  await row.getByText(`OpenSearch ${older.version}, as admin`).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Cluster', { exact: true }).selectOption({ label: 'Added' });
  await page.waitForURL(/cluster=added/);
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await page.getByLabel('Search roles').fill('sales_reader');
  await page.getByRole('link', { name: 'sales_reader' }).waitFor();

  await page.goto('/app/security/clusters');
  await page.getByRole('button', { name: 'Actions for Added' }).click();
  await page.getByRole('menuitem', { name: 'Remove connection' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await row.waitFor({ state: 'detached' });
});

it('promotes a role with what it refers to from the older to the newer, and undoes it', async () => {
  await page.goto('/app/security/compare/stage/shop');
  await page.getByLabel('Search entries').fill('sales_reader');
  await page
    .getByRole('row', { name: /sales_reader.*Only in Stage/ })
    .first()
    .waitFor();
  await expectAccessible(page);
  await page
    .getByRole('row', { name: /sales_reader Role Only/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Promote to Shop/ }).click();
  await page.getByRole('button', { name: /^Add / }).click();
  await page.getByLabel(/To change production/).fill('Shop');
  await page.getByRole('button', { name: /^Promote \d/ }).click();
  await page.getByText(/promoted to Shop/).waitFor();
  await expectAccessible(page);
  expect(await found(onNewer, ROLE)).toMatchObject({ sales_reader: role });
  expect(await found(onNewer, GROUP)).toMatchObject({ sales_look: { allowed_actions: ['read'] } });

  // What the button "Undo" of this page does is in the history for later.
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.getByRole('link', { name: 'Open the change history' }).click();
  // One row for both entries.
  await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('button', { name: /^Revert all/ }).click();
  await page.getByRole('button', { name: 'Revert', exact: true }).click();
  await page.getByText(/changes reverted/).waitFor();
  expect(await found(onNewer, ROLE)).not.toHaveProperty('sales_reader');
  expect(await found(onNewer, GROUP)).not.toHaveProperty('sales_look');
  expect(await found(onOlder, ROLE)).toMatchObject({ sales_reader: role });
});

it('shows one person on both clusters and at home, each from its own answer', async () => {
  await page.request.post('/api/v1/configuration/internalusers/jane', {
    headers,
    data: { password: jane.password, backend_roles: ['nobody'] },
  });
  await page.goto('/app/security/users/view/jane/clusters');
  const row = (name: RegExp) => page.getByRole('row', { name }).first();
  await row(/^Stage/)
    .getByText('sales_reader')
    .first()
    .waitFor();
  await row(/^Shop/).getByText('own_index').first().waitFor();
  expect(await row(/^Shop/).getByText('sales_reader').count()).toBe(0);
  await expectAccessible(page);
});

it('names a foreign certificate and a changed password, and leaves the others at work', async () => {
  const foreign = await enter('foreign', 'admin', newer.adminPassword);
  expect((await foreign.json()).attributes.code).toBe('security.cluster_tls');

  const second = { password: 'Second-Vintage-42', backend_roles: ['admin'] };
  await asAdmin(onOlder, 'PUT', `${PREFIX}/internalusers/jane`, second);
  expect((await enter('stage', 'jane', second.password)).status()).toBe(200);
  await asAdmin(onOlder, 'PUT', `${PREFIX}/internalusers/jane`, jane);
  await page.goto('/app/security/roles?cluster=stage');
  await page.getByRole('heading', { name: 'Log in to Stage' }).waitFor({ timeout: 20_000 });
  const lists = await Promise.all(['home', 'shop'].map((id) => rolesOn(id)));
  expect(lists.map((response) => response.status())).toEqual([200, 200]);
});

it('goes on with the others while a cluster hangs, and with it afterwards', async () => {
  expect((await enter('stage', 'admin', older.adminPassword)).status()).toBe(200);
  const pid = Number(readFileSync(path.join(older.dir, 'pid'), 'utf8'));
  process.kill(pid, 'SIGSTOP');
  try {
    const hanging = page.request.get('/api/v1/configuration/roles', {
      headers: { securitycluster: 'stage' },
    });
    for (const id of ['home', 'shop', 'home', 'shop'])
      expect((await rolesOn(id)).status()).toBe(200);
    expect((await hanging).status()).toBe(503);
    await page.goto('/app/security/compare/stage/shop');
    await page.getByText(/Couldn.t read Stage/).waitFor();
    await expectAccessible(page);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await waitForCondition(async () => (await rolesOn('stage')).status() === 200);
});
