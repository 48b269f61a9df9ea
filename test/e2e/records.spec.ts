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
