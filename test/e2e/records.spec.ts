/** Finding and reverting changes as administrators do it, by keyboard where the test says so. */
import type { Browser } from 'playwright-core';
import { launchChromium, openProfile } from '../helpers/chromium';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { login } from './screens/login';
import { closeTenantDialog } from './screens/shell';

jest.setTimeout(120_000);

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

// @feature change-history/1
it('finds the user behind a role change in three clicks, and restores the role in two more', async () => {
  const admin = await server.adminClient();
  const path = '/api/v1/configuration/roles/changed_role';
  for (const description of ['As it should be', 'By mistake'])
    expect((await admin.post(path, { description })).status).toBe(200);
  const profile = await openProfile(browser, server.url);
  const { page } = profile;
  await login(page, ADMIN);
  await closeTenantDialog(page);
  await page.goto('/app/security/roles?q=changed_role');
  await page.getByRole('link', { name: 'changed_role' }).click();
  await page.getByRole('tab', { name: 'History' }).click();
  const newest = page.getByRole('table').getByRole('row').nth(1);
  await newest.getByText('admin').waitFor();
  await newest.getByRole('link').first().click();
  const difference = page.getByRole('row').filter({ hasText: 'description' });
  await difference.getByText('By mistake').waitFor();
  await page.getByRole('link', { name: 'Restore in form' }).click();
  await page.getByLabel(/^Description/).waitFor();
  expect(await page.getByLabel(/^Description/).inputValue()).toBe('As it should be');
  await page.locator('[data-test-subj="submit"]').click();
  await page.getByText('Role "changed_role" successfully updated').waitFor();
  expect((await admin.get(path)).body).toMatchObject({ description: 'As it should be' });
  profile.expectClean();
  await profile.close();
});

// @feature change-history/3
it('undoes a rename as a whole, from the history of the role, and never takes access away unseen', async () => {
  const admin = await server.adminClient();
  const path = '/api/v1/configuration';
  const mapped = { users: ['amara.okafor'] };
  const role = { cluster_permissions: ['cluster_monitor'], description: 'Books' };
  expect((await admin.post(`${path}/roles/books`, role)).status).toBe(200);
  expect((await admin.post(`${path}/rolesmapping/books`, mapped)).status).toBe(200);
  const profile = await openProfile(browser, server.url);
  const { page } = profile;
  await login(page, ADMIN);
  await closeTenantDialog(page);
  await page.goto('/app/security/roles/view/books');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'New name' }).fill('bookkeeping');
  await page
    .getByRole('alertdialog')
    .getByRole('row', { name: /Role mapping/ })
    .waitFor();
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'bookkeeping' }).waitFor();
  await page.reload();
  await page.getByRole('tab', { name: 'History' }).click();
  const rows = page.locator('[data-test-subj="entity-history"]').getByRole('row');
  // One act is one row, and it says what was renamed.
  await rows.nth(1).getByText('Renamed from books').waitFor();
  expect(await rows.count()).toBe(2);
  await rows.nth(1).getByRole('link').first().click();
  await page
    .getByRole('heading', { level: 1, name: 'Role books renamed to bookkeeping' })
    .waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Revert…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Rename bookkeeping back to books?' });
  await dialog.getByRole('row', { name: /Role mapping/ }).waitFor();
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click();
  await page.getByText('Change reverted.').waitFor();
  await page.reload();
  await page.getByText('This change was reverted.').waitFor();
  expect(await page.getByRole('button', { name: /Revert/ }).count()).toBe(0);
  expect((await admin.get(`${path}/rolesmapping/books`)).body).toMatchObject(mapped);
  expect((await admin.get(`${path}/rolesmapping/bookkeeping`)).status).toBe(404);
  profile.expectClean();
  await profile.close();
});

it('shows who loses access before a change is reverted', async () => {
  const admin = await server.adminClient();
  const path = '/api/v1/configuration/rolesmapping/changed_role';
  const nora = { password: 'Vintage-Tractor-42' };
  expect((await admin.post('/api/v1/configuration/internalusers/nora.lind', nora)).status).toBe(
    200
  );
  expect((await admin.post(path, { users: ['nora.lind'] })).status).toBe(200);
  const { body } = await admin.get('/api/v1/history?type=rolesmapping&name=changed_role');
  const profile = await openProfile(browser, server.url);
  const { page } = profile;
  await login(page, ADMIN);
  await closeTenantDialog(page);
  await page.goto(`/app/security/history/view/${body.items[0].id}`);
  await page.getByRole('button', { name: 'Revert…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Revert this change?' });
  await dialog.getByRole('row', { name: /nora\.lind.*Role changed_role/ }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await admin.get(path)).body).toMatchObject({ users: ['nora.lind'] });
  profile.expectClean();
  await profile.close();
});
