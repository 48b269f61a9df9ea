/** From an audit event to its user. Embedded only: a cluster writes events in its own format. */
import { readFileSync } from 'node:fs';
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

// @feature audit-events/1
it('leads from a failed login and a change in the audit events to the user, by keyboard', async () => {
  const admin = await server.adminClient();
  await server.client().post('/auth/login', { username: 'intruder', password: 'wrong-guess-1' });
  const path = '/api/v1/configuration/tenants/watched_tenant';
  expect((await admin.post(path, { description: 'Watched' })).status).toBe(200);
  const profile = await openProfile(browser, server.url);
  const { page } = profile;
  await login(page, ADMIN);
  await closeTenantDialog(page);
  await page.goto('/app/security/auditEvents?f.user=intruder');
  await page.getByRole('row').filter({ hasText: 'Failed login' }).first().waitFor();
  await page.goto('/app/security/auditEvents?q=watched_tenant');
  const event = page
    .getByRole('button', { name: /“(Created|Updated) tenant watched_tenant”/ })
    .first();
  await event.focus();
  await page.keyboard.press('Enter');
  const toHistory = page.getByRole('link', { name: 'Show this change in the history' });
  await toHistory.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Change history' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'watched_tenant' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.goto('/app/security/auditEvents?f.user=intruder');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByText('CSV with the columns of the list').click();
    })(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/FAILED_LOGIN,intruder,/);
  profile.expectClean();
  await profile.close();
});
