/**
 * A role is shrunk to what its holders used, with a replay, and gets back what was missed. A user
 * loses a role that they never used.
 */
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium } from '../helpers/chromium';
import type { HttpClient } from '../helpers/http_client';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';

jest.setTimeout(120_000);

const ROLE = '/api/v1/configuration/roles/sales_all';
const WRITE = 'indices:data/write/index';
let server: TestServer;
let browser: Browser;
let page: Page;
let admin: HttpClient;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
  admin = await server.adminClient();
  await admin.post(ROLE, {
    cluster_permissions: ['cluster_composite_ops', 'cluster_monitor'],
    index_permissions: [
      { index_patterns: ['sales-*', 'hr-*'], allowed_actions: ['crud', 'create_index'] },
      { index_patterns: ['logs-*'], allowed_actions: ['*'] },
    ],
  });
  await admin.post('/api/v1/configuration/rolesmapping/sales_all', { backend_roles: ['sales'] });
  ({ page } = await openLoggedIn(browser, server.url, ADMIN));
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Audit events as a cluster writes them, one per line. */
function fileOf(category: string, ...events: ReadonlyArray<readonly [string, string, string]>) {
  const lines = events.map(([user, action, index]) => ({
    audit_category: category,
    '@timestamp': new Date(Date.now() + 60_000).toISOString(),
    audit_request_effective_user: user,
    audit_request_privilege: action,
    audit_trace_resolved_indices: [index],
  }));
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return { name: `${category}.ndjson`, mimeType: 'text/plain', buffer: Buffer.from(text) };
}

// @feature roles/5
it('shrinks a role in six clicks, after a replay of what was recorded', async () => {
  await page.goto('/app/security/roles');
  await page.getByRole('searchbox', { name: 'Search roles' }).fill('sales_all');
  await page.getByRole('link', { name: 'sales_all' }).click();
  await page.getByRole('tab', { name: 'Usage' }).click();
  await page.getByText('Nothing is recorded here').waitFor();
  await expectAccessible(page);
  const read = 'indices:data/read/search';
  await page
    .locator('input[type=file]')
    .setInputFiles(
      fileOf(
        'GRANTED_PRIVILEGES',
        ['jane', read, 'sales-2026.11.01'],
        ['jane', read, 'sales-2026.11.02'],
        ['joe', 'indices:data/read/get', 'sales-2026.11.02']
      )
    );
  await page.getByText(/^3 allowed requests were recorded/).waitFor();
  await page.getByText('Replay: none of the 3 recorded uses would be denied.').waitFor();
  const save = page.getByRole('button', { name: 'Save the smaller role' });
  await save.waitFor();
  await expectAccessible(page);
  await page.getByRole('slider').press('ArrowLeft');
  await page.getByText('Only the recorded actions and indices.').waitFor();
  await page.getByText(/The smaller role has 2\./).waitFor();
  await save.click();
  await page.getByText('sales_all saved. You can revert it in the change history.').waitFor();
  expect((await admin.get(ROLE)).body).toMatchObject({
    cluster_permissions: [],
    index_permissions: [
      {
        index_patterns: ['sales-2026.11.01', 'sales-2026.11.02'],
        allowed_actions: ['indices:data/read/get', read],
      },
    ],
  });
});

// @feature roles/6
it('lists what the change denies, and gives it back', async () => {
  await page.goto('/app/security/roles/view/sales_all/usage');
  await page
    .locator('input[type=file]')
    .setInputFiles(
      fileOf(
        'MISSING_PRIVILEGES',
        ['jane', WRITE, 'sales-2026.12.01'],
        ['jane', WRITE, 'finance-1']
      )
    );
  await page.getByText('jane: indices:data/write/index on sales-2026.12.01, once').waitFor();
  expect(await page.getByText('finance-1').count()).toBe(0);
  await page.getByRole('button', { name: 'Give back…' }).click();
  const save = page.getByRole('button', { name: 'Give back', exact: true });
  await save.waitFor();
  await expectAccessible(page);
  await save.click();
  await page.getByText('sales_all saved. You can revert it in the change history.').waitFor();
  expect((await admin.get(ROLE)).body).toMatchObject({
    index_permissions: [
      { index_patterns: ['sales-2026.11.01', 'sales-2026.11.02'] },
      { index_patterns: ['sales-*'], allowed_actions: ['indices:data/write/bulk[s]', WRITE] },
    ],
  });
});

// @feature internal-users/5
it('shows what a user did by which role, and removes a role that was never used', async () => {
  for (const [name, pattern] of [
    ['stock_read', 'stock-*'],
    ['stock_old', 'attic-*'],
  ] as const) {
    await admin.post(`/api/v1/configuration/roles/${name}`, {
      index_permissions: [{ index_patterns: [pattern], allowed_actions: ['read'] }],
    });
    await admin.post(`/api/v1/configuration/rolesmapping/${name}`, { users: ['rosa'] });
  }
  await admin.post('/api/v1/configuration/internalusers/rosa', { password: 'Vintage-Tractor-42' });
  await page.goto('/app/security/users/view/rosa');
  await page.getByRole('tab', { name: 'Usage' }).click();
  await page.getByText('Nothing is recorded here').waitFor();
  const read = 'indices:data/read/search';
  await page
    .locator('input[type=file]')
    .setInputFiles([
      fileOf('GRANTED_PRIVILEGES', ['rosa', read, 'stock-1'], ['jane', read, 'stock-2']),
      fileOf('MISSING_PRIVILEGES', ['rosa', read, 'finance-1']),
    ]);
  await page.getByText(/^2 allowed requests were recorded/).waitFor();
  const used = page.getByRole('table', { name: 'What was used' });
  await used.getByText('stock-1').waitFor();
  expect(await used.getByText('stock-2').count()).toBe(0);
  await page.getByText('rosa: indices:data/read/search on finance-1, once').waitFor();
  const roles = page.getByRole('table', { name: 'Role usage' });
  await roles.getByRole('row', { name: /stock_old.*Never/ }).waitFor();
  await expectAccessible(page);
  await roles.getByRole('checkbox', { name: 'Select stock_old' }).check();
  await page.getByRole('button', { name: 'Remove roles' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove roles' }).click();
  await page.getByText('1 role removed from rosa.').waitFor();
  expect((await admin.get('/api/v1/configuration/rolesmapping/stock_old')).body).toMatchObject({
    users: [],
  });
  await roles.getByText('stock_old').waitFor({ state: 'detached' });
  await roles.getByText('stock_read').waitFor();
});
