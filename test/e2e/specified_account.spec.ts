/**
 * Rules about the logged-in user that the specification describes as users see them: API access,
 * tenants at the start of a page, notices for the next page, and the end of a session.
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium, type Profile } from '../helpers/chromium';
import {
  exposeCore,
  failRequest,
  type ForeignApp,
  requestStatus,
  withCore,
} from '../helpers/core_access';
import type { HttpClient } from '../helpers/http_client';
import { openLoggedIn, type LoggedInOptions } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import {
  openAccountMenu,
  openDrawer,
  switchTenant,
  tenantButton,
  tenantDialog,
  toast,
} from './screens/shell';

jest.setTimeout(120_000);

const PASSWORD = 'Fjord-lantern-42-Quilt';
const PREFIX = 'opendistro::security::';
/** As the Security app must have them: category order 2000, order 8000. */
const NEIGHBORS: readonly ForeignApp[] = [
  { id: 'before', title: 'Before', category: { id: 'a', label: 'Group before', order: 1_999 } },
  { id: 'after', title: 'After', category: { id: 'z', label: 'Group after', order: 2_001 } },
  ...(
    [
      ['eight', 8_001],
      ['seven', 7_999],
    ] as const
  ).map(([id, order]) => ({
    id,
    title: `Order ${order}`,
    order,
    category: { id: 'opensearch_security', label: 'Security', order: 2_000 },
  })),
];

let server: TestServer;
let browser: Browser;
let admin: HttpClient;
let profile: Profile | undefined;

async function put(what: string, body: unknown): Promise<void> {
  const { status, text } = await admin.post(`/api/v1/configuration/${what}`, body);
  if (status !== 200) throw new Error(`${what} answered ${status}: ${text}`);
}
beforeAll(async () => {
  const args = [
    '--opensearch_security.ui.autologout=false',
    '--opensearch_security.readonly_mode.roles=["spec_limited"]',
  ];
  [server, browser] = await Promise.all([startServer({ args }), launchChromium()]);
  admin = await server.adminClient();
  for (const name of ['zeta', 'beta', 'Alpha']) await put(`tenants/${name}`, { description: '' });
  const tenants = {
    tenant_patterns: ['zeta', 'Alpha', 'beta'],
    allowed_actions: ['kibana_all_write'],
  };
  await put('roles/spec_member', { tenant_permissions: [tenants] });
  for (const name of ['spec_limited', 'spec_empty'])
    await put(`roles/${name}`, { description: 'Without permissions' });
  for (const name of ['member', 'limited', 'empty', 'nobody'])
    await put(`internalusers/spec.${name}`, { password: PASSWORD });
  await put('rolesmapping/spec_member', { users: ['spec.member'] });
  await put('rolesmapping/spec_empty', { users: ['spec.empty'] });
  await put('rolesmapping/spec_limited', { users: ['spec.limited', ADMIN.username] });
  await put('rolesmapping/kibana_read_only', { users: ['spec.member'] });
});
afterEach(async () => {
  await profile?.close();
  profile = undefined;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function visit(
  who: { readonly username: string; readonly password: string },
  options: LoggedInOptions = {}
): Promise<Page> {
  await profile?.close();
  profile = await openLoggedIn(browser, server.url, who, options);
  await exposeCore(profile.context, NEIGHBORS);
  return profile.page;
}
const user = (name: string) => ({ username: `spec.${name}`, password: PASSWORD });
const headed = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
/** Waits for late requests too, because the tenant dialog opens after the account menu. */
const settled = async (page: Page) => {
  await page.getByRole('button', { name: /^Account menu/ }).waitFor();
  await page.waitForLoadState('networkidle');
};

describe('the apps of the plugin', () => {
  // @spec 2.1/12, 9/54
  it('have a link to Security with order 8000 in a category of order 2000, and to no other', async () => {
    const page = await visit(ADMIN);
    await page.goto('/app/home');
    const drawer = await openDrawer(page);
    const links = (await drawer.getByRole('listitem').allInnerTexts()).map((text) => text.trim());
    const from = links.indexOf('Before');
    expect(links.slice(from, from + 5)).toEqual([
      'Before',
      'Order 7999',
      'Security',
      'Order 8001',
      'After',
    ]);
    for (const path of ['/app/login', '/app/customerror', '/missing-role'])
      expect(await drawer.locator(`a[href="${path}"]`).count()).toBe(0);
  });

  // @spec 1/17, 2.1/6
  it('show the login page and the error page without a header', async () => {
    const page = await visit(ADMIN);
    await page.goto('/app/customerror');
    await headed(page, 'Something went wrong');
    expect(await page.getByRole('banner').count()).toBe(0);
    await page.context().clearCookies();
    await page.goto('/app/login');
    await page.getByLabel('Username').waitFor();
    expect(await page.getByRole('banner').count()).toBe(0);
  });

  // @spec 2.1/13, 6/6, 7/67
  it('do not include Security without API access, nor if it cannot be asked for', async () => {
    const expectNone = async (page: Page) => {
      await page.goto('/app/security/roles');
      await headed(page, 'Application Not Found');
      expect(await (await openDrawer(page)).locator('a[href="/app/security"]').count()).toBe(0);
    };
    await expectNone(await visit(user('member')));
    const page = await visit(ADMIN);
    await failRequest(page, 'security/roles', '/api/v1/restapiinfo');
    await expectNone(page);
    expect(profile?.problems.join('\n')).toContain('Permission information could not be loaded');
  });

  // @spec 2.1/41
  it.each([
    ['security-dashboards-plugin#/roles/view/kibana_user', 'roles/view/kibana_user'],
    ['security-dashboards-plugin?security_tenant=zeta#/users', 'users?security_tenant=zeta'],
    ['security-dashboards-plugin', 'getstarted'],
    ['opendistro_security#/', 'getstarted'],
    ['opensearch_security_dashboards/tenants', 'tenants'],
    ['security-dashboards-plugin_auditlog', 'auditLogging'],
    ['security-dashboards-plugin_roles#/roles?search=kibana', 'roles?search=kibana'],
  ])('open at the earlier address /app/%s', async (address, path) => {
    const page = await visit(ADMIN);
    await page.goto(`/app/${address}`);
    await page.waitForURL(`${server.url}/app/security/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  });

  // @spec 2.1/42
  it.each(['settings', 'objects'])(
    'of Management open at the earlier address of %s, with its query and hash',
    async (part) => {
      const page = await visit(ADMIN);
      await page.goto(`/app/management/opensearch-dashboards/${part}?search=x#y`);
      await headed(page, part === 'settings' ? 'Advanced settings' : 'Saved objects');
      await page.waitForURL(`${server.url}/app/management/kibana/${part}?search=x#y`);
    }
  );

  // @spec 3/76, 4/89
  it('limit users with a configured read-only role, unless they have API access', async () => {
    for (const [who, title] of [
      [user('limited'), 'Application Not Found'],
      [user('member'), 'Saved objects'],
      [ADMIN, 'Saved objects'],
    ] as const) {
      const page = await visit(who);
      await page.goto('/app/management/kibana/objects');
      await headed(page, title);
    }
  });
});

describe('the account', () => {
  // @spec 2.2/9, 7/71, 9/55
  it('stands at order 2000 of the header, and comes with the page instead of by a request', async () => {
    const page = await visit(ADMIN);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/configuration/account')) asked++;
    });
    await page.goto('/app/home');
    await settled(page);
    expect(asked).toBe(0);
    await withCore(page, ({ chrome }) => {
      for (const order of [2_001, 1_999])
        chrome.navControls.registerRight({
          order,
          mount: (element) => {
            element.textContent = `Control ${order}`;
            return () => element.replaceChildren();
          },
        });
    });
    const left = async (control: ReturnType<Page['locator']>) => {
      await control.waitFor();
      return (await control.boundingBox())?.x ?? NaN;
    };
    const account = await left(page.getByRole('button', { name: /^Account menu/ }));
    expect(await left(page.getByText('Control 1999'))).toBeLessThan(account);
    expect(await left(page.getByText('Control 2001'))).toBeGreaterThan(account);
  });
});

describe('tenants', () => {
  // @spec 5/43, 5/45
  it('are offered as far as one may use them, custom ones sorted', async () => {
    const open = async (who: Parameters<typeof visit>[0]) => {
      const page = await visit(who);
      await page.goto('/app/home');
      await openAccountMenu(page);
      await page.getByRole('button', { name: 'Switch tenants' }).click();
      const dialog = tenantDialog(page);
      await dialog.waitFor();
      return { page, dialog };
    };
    const { page, dialog } = await open(user('member'));
    await dialog.getByRole('combobox', { name: 'Custom tenant' }).click();
    await page.getByRole('option').first().waitFor();
    const names = (await page.getByRole('option').allInnerTexts()).map((text) => text.trim());
    expect(names).toEqual(['Alpha', 'beta', 'zeta']);
    const { dialog: empty } = await open(user('empty'));
    const radio = (name: string) => empty.getByRole('radio', { name });
    expect(await radio('Choose from custom').isDisabled()).toBe(true);
    expect(await radio('Global').isDisabled()).toBe(true);
    expect(await radio('Private').isDisabled()).toBe(false);
    await empty.getByText('Contact the administrator to get access to global tenant.').waitFor();
  });

  // @spec 4/79, 4/82
  it('are not asked for if the address names one or the remembered one is in force', async () => {
    const page = await visit(user('member'), { isAsked: true });
    await page.goto('/app/home?security_tenant=beta');
    await tenantButton(page).getByText('beta').waitFor();
    await settled(page);
    expect(await tenantDialog(page).count()).toBe(0);
    await page.evaluate((prefix) => {
      sessionStorage.removeItem(`${prefix}tenant::show_popup`);
      localStorage.setItem(`${prefix}tenant::saved`, '"beta"');
    }, PREFIX);
    let loads = 0;
    page.on('load', () => loads++);
    await page.goto('/app/home');
    await tenantButton(page).getByText('beta').waitFor();
    await settled(page);
    expect(await tenantDialog(page).count()).toBe(0);
    expect(loads).toBe(1);
  });
});

describe('notices for the next page', () => {
  // @spec 3/84, 3/86
  it('say once that the tenant was switched', async () => {
    const page = await visit(user('member'));
    await page.goto('/app/home');
    await switchTenant(page, { custom: 'Alpha' });
    const notice = toast(page, 'You switched to the Alpha tenant.');
    await notice.waitFor();
    await page.reload();
    await settled(page);
    expect(await notice.count()).toBe(0);
  });

  // @spec 3/85
  it('wait for the page that they are for', async () => {
    const page = await visit(ADMIN);
    await page.goto('/app/home');
    await page.evaluate(
      (key) => sessionStorage.setItem(key, '{"title":"A notice"}'),
      `${PREFIX}toast::/app/security/users`
    );
    await page.goto('/app/home');
    await settled(page);
    expect(await toast(page, 'A notice').count()).toBe(0);
    await page.goto('/app/security/users');
    await toast(page, 'A notice').waitFor();
  });
});

// @spec 3/74, 4/94
it('keeps the page at a 401 if autologout is off', async () => {
  const page = await visit(user('member'));
  await page.goto('/app/home');
  await settled(page);
  expect((await admin.delete('/api/v1/sessions/spec.member')).status).toBe(200);
  let loads = 0;
  page.on('load', () => loads++);
  expect(await requestStatus(page)).toBe(401);
  await page.waitForLoadState('networkidle');
  expect(loads).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/app/home');
});
