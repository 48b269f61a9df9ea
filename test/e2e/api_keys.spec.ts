/**
 * API keys in a browser, from creation to revocation: which requests a script can send with a key,
 * and that an administrator sees and revokes it.
 */
import type { Browser } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium, openProfile } from '../helpers/chromium';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { login } from './screens/login';
import { closeTenantDialog, openAccountMenu } from './screens/shell';

jest.setTimeout(240_000);

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

// @feature api-keys/2, api-keys/7
it('creates a read-only key, shows it once, and lets an administrator revoke it', async () => {
  const profile = await openProfile(browser, server.url);
  const { page } = profile;
  await login(page, ADMIN);
  await closeTenantDialog(page);
  await openAccountMenu(page);
  await page.getByRole('button', { name: 'API keys' }).click();
  const dialog = page.getByRole('dialog', { name: /API keys/ });
  await dialog.getByRole('button', { name: 'New API key' }).click();
  await dialog.getByLabel('Name').fill('Nightly report');
  await dialog.getByRole('switch', { name: 'Read-only' }).click();
  await dialog.getByLabel('Current password').fill(ADMIN.password);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  const token = await dialog.getByText(/^sdk_/).innerText();
  await dialog.getByRole('rowheader', { name: /^Nightly report/ }).waitFor();
  await expectAccessible(page);

  const users = '/api/v1/configuration/internalusers';
  const headers = { authorization: `ApiKey ${token.trim()}`, 'kbn-xsrf': '' };
  const script = server.client();
  expect((await script.get(users, { headers })).status).toBe(200);
  expect((await script.delete(`${users}/nobody`, { headers })).status).toBe(403);

  await page.goto('/app/security/apiKeys');
  const row = page.getByRole('row', { name: /Nightly report/ });
  await row.getByRole('link', { name: ADMIN.username }).waitFor();
  expect(await page.getByText(token.trim()).count()).toBe(0);
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const request = page.getByRole('alertdialog');
  await expectAccessible(page);
  await request.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('1 API key revoked.').waitFor();
  expect((await script.get(users, { headers })).status).toBe(401);
  await profile.close();
});

// @feature api-keys/9
it('creates a key with custom permissions, which grants only those', async () => {
  const profile = await openProfile(browser, server.url);
  const { page } = profile;
  await login(page, ADMIN);
  await closeTenantDialog(page);
  await openAccountMenu(page);
  await page.getByRole('button', { name: 'API keys' }).click();
  const dialog = page.getByRole('dialog', { name: /API keys/ });
  await dialog.getByRole('button', { name: 'New API key' }).click();
  await dialog.getByLabel('Name').fill('Reads roles');
  await dialog.getByText('Custom').click();
  const cluster = dialog.getByRole('combobox', { name: 'Cluster permissions' });
  await cluster.fill('restapi:admin/roles');
  await expectAccessible(page);
  await cluster.press('Enter');
  await dialog.getByTitle('restapi:admin/roles', { exact: true }).first().waitFor();
  await dialog.getByLabel('Current password').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  const token = await dialog.getByText(/^sdk_/).innerText();
  await dialog.getByRole('cell', { name: /Custom: restapi:admin\/roles/ }).waitFor();

  const headers = { authorization: `ApiKey ${token.trim()}`, 'kbn-xsrf': '' };
  const script = server.client();
  const statusOf = async (path: string) => (await script.get(path, { headers })).status;
  expect(await statusOf('/api/v1/configuration/roles')).toBe(200);
  expect(await statusOf('/api/v1/configuration/internalusers')).toBe(403);
  await profile.close();
});
