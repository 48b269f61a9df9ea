/**
 * Two clusters, from the first connection to a promotion that is taken back, as in
 * docs/guide/clusters.md. Two servers on embedded engines stand for the clusters; real ones are in
 * test/cluster/two_clusters.
 */
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium } from '../helpers/chromium';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';

jest.setTimeout(120_000);

let home: TestServer;
let stage: TestServer;
let shop: TestServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [home, stage, shop, browser] = await Promise.all([
    startServer(),
    startServer(),
    startServer(),
    launchChromium(),
  ]);
  const admin = await stage.adminClient();
  const entries = {
    'actiongroups/sales_look': { allowed_actions: ['read'], type: 'index' },
    'roles/sales_reader': {
      index_permissions: [{ index_patterns: ['sales-*'], allowed_actions: ['sales_look'] }],
    },
  };
  for (const [name, entry] of Object.entries(entries))
    await admin.post(`/api/v1/configuration/${name}`, entry);
  ({ page } = await openLoggedIn(browser, home.url, ADMIN));
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([home, stage, shop].map((server) => server?.stop()));
});

async function connect(name: string, url: string, environment: string): Promise<void> {
  await page.getByRole('link', { name: 'Add cluster' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Addresses').fill(url);
  await page.getByLabel('Environment').selectOption(environment);
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText(/^Connected as admin/).waitFor();
  await page.getByRole('button', { name: 'Add cluster' }).click();
  await page
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .getByText('Connected', { exact: true })
    .waitFor();
}

it('connects two clusters, compares them, promotes a role, and takes it back', async () => {
  const onHome = await home.adminClient();
  const role = () => onHome.get('/api/v1/configuration/roles/sales_reader');
  await page.goto('/app/security/clusters');
  await connect('Stage', stage.url, 'staging');
  await connect('Shop', shop.url, 'production');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Compare clusters' }).click();
  await page.getByLabel('Left').selectOption({ label: 'Stage' });
  await page.getByLabel('Right').selectOption({ label: 'Shop' });
  await page.getByLabel('Search entries').fill('sales_reader');
  const row = page.getByRole('row', { name: /sales_reader Role Only in Stage/ });
  await row.waitFor();
  await page.getByLabel('Right').selectOption({ label: 'This installation' });
  // The search stays.
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: /^Promote to This installation/ }).click();
  await page.getByRole('button', { name: /^Add / }).click();
  await page.getByRole('button', { name: /^Promote \d/ }).click();
  await page.getByText(/promoted to This installation/).waitFor();
  expect((await role()).status).toBe(200);

  await page.getByRole('link', { name: 'Open the change history' }).click();
  await page
    .getByRole('row', { name: /sales_reader/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('button', { name: 'Revert all 2 changes…' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revert all 2 changes…' }).click();
  await page.getByRole('button', { name: 'Revert', exact: true }).click();
  await page.getByText('2 changes reverted.').waitFor();
  expect((await role()).status).toBe(404);

  await page.goto('/app/security/clusters');
  await page.getByRole('button', { name: 'Menu of Stage' }).click();
  await page.getByRole('menuitem', { name: 'Remove connection' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('row', { name: /^Stage/ }).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Cluster', { exact: true }).textContent()).not.toContain('Stage');
});
