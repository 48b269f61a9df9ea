/**
 * Links that people hand on: into a tenant, through signing in; and names that addresses must carry
 * as they are.
 */
import type { Browser } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium, openProfile } from '../helpers/chromium';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { AWKWARD_NAMES } from './screens/awkward_names';
import { signIn, submitCredentials } from './screens/login';
import { closeTenantDialog, tenantButton } from './screens/shell';

jest.setTimeout(240_000);

const READER = { username: 'share.reader', password: 'Fjord-lantern-42-Quilt' } as const;

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
  const authorization = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`;
  const put = async (path: string, body: object) => {
    const answer = await server
      .client()
      .put(`/_plugins/_security/api/${path}`, body, { headers: { authorization } });
    if (answer.status >= 300) throw new Error(`PUT ${path} answered ${answer.status}`);
  };
  for (const name of AWKWARD_NAMES)
    await put(`roles/${encodeURIComponent(name)}`, { description: `About ${name}` });
  await put('tenants/sales', { description: '' });
  await put('roles/sales_reader', {
    tenant_permissions: [{ tenant_patterns: ['sales'], allowed_actions: ['kibana_all_read'] }],
  });
  await put(`internalusers/${READER.username}`, { password: READER.password });
  await put('rolesmapping/sales_reader', { users: [READER.username] });
  await put('rolesmapping/kibana_user', { users: [READER.username] });
  const api = await server.adminClient();
  await api.post(
    '/api/saved_objects/dashboard/quarter%2F1',
    { attributes: { title: 'Quarter 1' } },
    { headers: { securitytenant: 'sales' } }
  );
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('a shared object opens in its tenant, also through signing in, and the page says so', async () => {
  const admin = await openProfile(browser, server.url);
  await signIn(admin.page, ADMIN);
  await closeTenantDialog(admin.page);
  await admin.page.goto('/app/management/kibana/objects?security_tenant=sales');
  await admin.page.getByRole('button', { name: 'Quarter 1', exact: true }).click();
  await admin.page.getByRole('heading', { name: 'Quarter 1' }).waitFor();
  await admin.page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = admin.page.getByRole('dialog', { name: 'Share “Quarter 1”' });
  const link = dialog.getByLabel('Link', { exact: true });
  await admin.page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[data-test-subj="share"] input')?.value !== ''
  );
  const address = await link.inputValue();
  expect(new URL(address).pathname).toBe('/app/management/kibana/objects/dashboard/quarter%2F1');
  expect(new URL(address).search).toBe('?security_tenant=sales');
  await expectAccessible(admin.page);
  admin.expectClean();
  await admin.close();

  const reader = await openProfile(browser, server.url);
  await reader.page.goto(address);
  await submitCredentials(reader.page, READER.username, READER.password);
  await reader.page.getByRole('heading', { name: 'Quarter 1' }).waitFor();
  await reader.page.getByText('You are in the sales tenant now.').waitFor();
  expect(await tenantButton(reader.page).innerText()).toContain('sales');

  await reader.page.goto('/app/home?security_tenant=finance');
  await reader.page.getByRole('heading', { name: 'You cannot use this tenant' }).waitFor();
  await reader.page.getByText(/leads to the tenant “finance”/).waitFor();
  await expectAccessible(reader.page);
  await reader.page.getByRole('link', { name: 'Open the page in your own tenant' }).click();
  await reader.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await reader.close();
});

it.each(AWKWARD_NAMES)(
  'the role %j opens by its link, again after reloading, and on its form',
  async (name) => {
    const profile = await openProfile(browser, server.url);
    const { page } = profile;
    await signIn(page, ADMIN);
    await closeTenantDialog(page);
    await page.goto(`/app/security/roles?q=${encodeURIComponent(name)}`);
    await page.getByRole('link', { name, exact: true }).first().click();
    const heading = page.getByRole('heading', { level: 1, name, exact: true });
    await heading.waitFor();
    await page.reload();
    await heading.waitFor();
    await page.goto(`/app/security/roles/edit/${encodeURIComponent(name)}`);
    await page.getByRole('heading', { level: 1, name: 'Edit Role' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
    profile.expectClean();
    await profile.close();
  }
);
