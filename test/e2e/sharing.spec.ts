/** Shared links: into a tenant, through a login, and with names that URLs must keep. */
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium, openProfile } from '../helpers/chromium';
import { failRequest } from '../helpers/core_access';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { openLoggedIn } from '../helpers/logged_in';
import { waitForCondition } from '../helpers/wait_for';
import { SPECIAL_NAMES } from './screens/special_names';
import { login, submitCredentials } from './screens/login';
import { closeTenantDialog, tenantButton } from './screens/shell';

jest.setTimeout(240_000);

const READER = { username: 'share.reader', password: 'Fjord-lantern-42-Quilt' } as const;

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
  const authorization = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`;
  const put = async (path: string, body: object) => {
    const response = await server
      .client()
      .put(`/_plugins/_security/api/${path}`, body, { headers: { authorization } });
    if (response.status >= 300) throw new Error(`PUT ${path} answered ${response.status}`);
  };
  for (const name of SPECIAL_NAMES)
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

// @spec 2.1/40, 5/48
it('opens a shared object in its tenant, also through a login, and shows a notice', async () => {
  const admin = await openProfile(browser, server.url);
  await login(admin.page, ADMIN);
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
  await reader.page.getByText("You're now in the sales tenant.").waitFor();
  expect(await tenantButton(reader.page).innerText()).toContain('sales');

  await reader.page.goto('/app/home?security_tenant=finance');
  await reader.page.getByRole('heading', { name: 'Tenant not available' }).waitFor();
  await reader.page.getByText(/^The address specifies the tenant “finance”/).waitFor();
  await expectAccessible(reader.page);
  await reader.page.getByRole('link', { name: 'Open in your own tenant' }).click();
  await reader.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await reader.close();
});

// @spec 2.1/43
it.each(SPECIAL_NAMES)(
  'opens the role %j by its link, after a reload, and in its form',
  async (name) => {
    const profile = await openProfile(browser, server.url);
    const { page } = profile;
    await login(page, ADMIN);
    await closeTenantDialog(page);
    await page.goto(`/app/security/roles?q=${encodeURIComponent(name)}`);
    await page.getByRole('link', { name, exact: true }).first().click();
    const heading = page.getByRole('heading', { level: 1, name, exact: true });
    await heading.waitFor();
    await page.reload();
    await heading.waitFor();
    await page.goto(`/app/security/roles/edit/${encodeURIComponent(name)}`);
    await page.getByRole('heading', { level: 1, name: /^Edit role / }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
    profile.expectClean();
    await profile.close();
  }
);

describe('links copied by a share button', () => {
  /** Copies like existing plugins do: by a button with a URL attribute, and from selected text. */
  async function copied(page: Page, url: string, text = url): Promise<string> {
    await page.evaluate(
      ([shared, content]) => {
        document.getElementById('share-under-test')?.remove();
        const place = document.body.appendChild(document.createElement('div'));
        place.id = 'share-under-test';
        place.innerHTML = '<button type="button">Copy for the test</button><span></span>';
        const [button, span] = place.children as unknown as [HTMLElement, HTMLElement];
        button.dataset['shareUrl'] = shared;
        span.textContent = content;
        span.style.whiteSpace = 'pre';
        place.style.cssText = 'position: fixed; inset-block-end: 0; z-index: 9999';
      },
      [url, text] as const
    );
    await page.getByRole('button', { name: 'Copy for the test' }).click();
    return page.evaluate(async () => {
      const span = document.querySelector('#share-under-test span') as HTMLElement;
      getSelection()?.selectAllChildren(span);
      document.execCommand('copy');
      return navigator.clipboard.readText();
    });
  }
  const inTenant = async (tenant: string) => {
    const profile = await openLoggedIn(browser, server.url, ADMIN);
    await profile.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await profile.context.request.post('/api/v1/multitenancy/tenant', {
      headers: { 'kbn-xsrf': 'true' },
      data: { tenant, username: ADMIN.username },
    });
    // Copying must not wait for a response.
    await profile.page.route('**/api/v1/multitenancy/tenant', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue().catch(() => undefined);
    });
    await profile.page.goto('/app/home');
    await profile.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    return profile;
  };

  // @spec 5/46
  // @feature share-links/1
  it('contain the tenant once, by ? or &, also in the code of an iframe', async () => {
    const profile = await inTenant('sales');
    const { page } = profile;
    const base = 'https://search.example/app/dashboards';
    const [link, more, own] = [
      `${base}#/view/1`,
      `${base}?a=1#/view/1`,
      `${base}?security_tenant=global#/view/1`,
    ] as const;
    expect(await copied(page, link)).toBe(`${base}?security_tenant=sales#/view/1`);
    expect(await copied(page, more)).toBe(`${base}?a=1&security_tenant=sales#/view/1`);
    expect(await copied(page, own)).toBe(own);
    expect(await copied(page, link, `<iframe src="${link}" width="600"></iframe>`)).toBe(
      `<iframe src="${base}?security_tenant=sales#/view/1" width="600"></iframe>`
    );
    // Other texts are copied unchanged.
    expect(await copied(page, link, 'another text')).toBe('another text');
    profile.expectClean();
    await profile.close();
  });

  // @spec 7/64
  it('are copied unchanged if the tenant cannot be loaded, which is logged', async () => {
    const profile = await openLoggedIn(browser, server.url, ADMIN);
    const { page } = profile;
    await profile.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await failRequest(page, 'home', '/api/v1/multitenancy/tenant');
    await page.goto('/app/home?security_tenant=sales');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await waitForCondition(() =>
      profile.problems.some((line) => line.includes('share link could not be loaded'))
    );
    const link = 'https://search.example/app/dashboards#/view/1';
    expect(await copied(page, link)).toBe(link);
    await profile.close();
  });

  // @spec 5/47, 9/51
  it.each([
    ['', 'global'],
    ['__user__', 'private'],
    ['Umsätze & mehr', 'Ums%C3%A4tze%20%26%20mehr'],
  ])('from the tenant %j contain %s', async (tenant, value) => {
    if (tenant.includes('&')) {
      const admin = await server.adminClient();
      const path = `/api/v1/configuration/tenants/${encodeURIComponent(tenant)}`;
      expect((await admin.post(path, { description: '' })).status).toBe(200);
    }
    const profile = await inTenant(tenant);
    const link = 'https://search.example/app/visualize';
    expect(await copied(profile.page, link)).toBe(`${link}?security_tenant=${value}`);
    await profile.close();
  });
});

// @spec 5/49
it('copies the link of an object on the home page with its tenant; where it cannot, shows link and iframe', async () => {
  const profile = await openLoggedIn(browser, server.url, ADMIN);
  const { page } = profile;
  await profile.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/app/home?security_tenant=sales');
  const copy = page.getByRole('button', { name: 'Copy link to Quarter 1' });
  await copy.click();
  await page.getByText('Link to “Quarter 1” copied, including its tenant.').first().waitFor();
  expect(await page.evaluate(async () => navigator.clipboard.readText())).toContain(
    'security_tenant=sales'
  );
  profile.allow(/Unable to copy to clipboard/);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('blocked'));
    document.execCommand = () => false;
  });
  await copy.click();
  const dialog = page.getByRole('dialog', { name: 'Share “Quarter 1”' });
  const link = dialog.getByLabel('Link', { exact: true });
  await waitForCondition(async () => (await link.inputValue()).includes('security_tenant=sales'));
  expect(await dialog.getByLabel('iFrame code').inputValue()).toContain('security_tenant=sales');
  profile.expectClean();
  await profile.close();
});
