/**
 * The parts of the specification that only a browser on a running server shows: places on the page,
 * page loads, logins and logouts, and the configuration on its way to the pages.
 */
import type { Browser, Page, Route } from 'playwright-core';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import { exposeCore, requestStatus } from '../helpers/core_access';
import type { HttpClient } from '../helpers/http_client';
import { openLoggedIn, type LoggedInOptions } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { waitForCondition } from '../helpers/wait_for';
import { submitCredentials } from './screens/login';
import {
  chooseTenant,
  logOut,
  openAccountMenu,
  tenantButton,
  tenantDialog,
  toast,
} from './screens/shell';

jest.setTimeout(120_000);

const PASSWORD = 'Fjord-lantern-42-Quilt';
const TENANT = '/api/v1/multitenancy/tenant';
const SAVED = 'opendistro::security::tenant::saved';
const MISSING_ROLE = '/missing-role';
const PAGES: ReadonlyArray<readonly [path: string, title: string]> = [
  ['/app/security/getstarted', 'Get started'],
  ['/app/security/auth', 'Authentication and authorization'],
  ['/app/security/roles', 'Roles'],
  ['/app/security/users', 'Users'],
  ['/app/security/permissions', 'Permissions and action groups'],
  ['/app/security/tenants', 'Tenants'],
  ['/app/security/auditLogging', 'Audit logging'],
  ['/app/security/auditLogging/edit/generalSettings', 'General settings'],
  ['/app/security/auditLogging/edit/complianceSettings', 'Compliance settings'],
  ['/app/management/kibana/settings', 'Advanced settings'],
  ['/app/management/kibana/objects', 'Saved objects'],
  ['/app/home', 'Home'],
];

let server: TestServer | undefined;
let browser: Browser;
let admin: HttpClient;
let profile: Profile | undefined;

async function start(...args: readonly string[]): Promise<void> {
  server = await startServer({ args: ['--demo', ...args] });
  admin = await server.adminClient();
}
const put = async (what: string, body: unknown) => {
  const { status, text } = await admin.post(`/api/v1/configuration/${what}`, body);
  if (status !== 200) throw new Error(`${what} answered ${status}: ${text}`);
};
beforeAll(async () => {
  browser = await launchChromium();
});
afterEach(async () => {
  await profile?.close();
  profile = undefined;
});
afterAll(() => browser?.close());

/** Opens a profile of this user. No tenant dialog opens unless the options say otherwise. */
async function visit(
  who: Parameters<typeof openLoggedIn>[2],
  options: LoggedInOptions = {}
): Promise<Page> {
  profile = await openLoggedIn(browser, server?.url ?? '', who, options);
  return profile.page;
}
const user = (name: string) => ({ username: `spec.${name}`, password: PASSWORD });
const headed = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
/** Passes a page on without its content security policy. */
const withoutPolicy = async (route: Route) => {
  const response = await route.fetch();
  const { 'content-security-policy': _policy, ...headers } = response.headers();
  await route.fulfill({ response, headers });
};
/** Waits for late requests too, because the tenant dialog opens after the account menu. */
const settled = async (page: Page) => {
  await headed(page, 'Home');
  await page.getByRole('button', { name: /^Account menu/ }).waitFor();
  await page.waitForLoadState('networkidle');
};

describe('the default configuration', () => {
  beforeAll(async () => {
    await start();
    await put('roles/spec_member', {
      tenant_permissions: [
        { tenant_patterns: ['finance', 'sales'], allowed_actions: ['kibana_all_write'] },
      ],
    });
    for (const name of ['member', 'reader', 'roleless'])
      await put(`internalusers/spec.${name}`, { password: PASSWORD });
    await put('rolesmapping/spec_member', { users: ['spec.member', 'spec.reader'] });
    await put('rolesmapping/kibana_user', { users: ['spec.member'] });
    await put('rolesmapping/kibana_read_only', { users: ['spec.reader'] });
  });
  afterAll(() => server?.stop());

  // @spec 1/16, 2.1/16, 2.1/34, 2.1/35, 2.1/36, 2.1/37
  // @feature all/1
  it('has on every page a title, an external Learn more link and help', async () => {
    const page = await visit(ADMIN);
    for (const [path, title] of PAGES) {
      await page.goto(path);
      await headed(page, title);
      const link = page
        .getByRole('main')
        .getByRole('link', { name: /^Learn more/ })
        .first();
      expect(await link.getAttribute('href')).toMatch(/^https?:/);
      expect(await link.getAttribute('target')).toBe('_blank');
      expect(((await link.textContent()) ?? '').replace(/\(.*\)$/, '').trim()).toBe('Learn more');
      await link.locator('xpath=..').getByRole('button', { name: 'Help' }).click();
      const help = page.getByRole('dialog');
      await help.getByRole('heading', { level: 2 }).first().waitFor();
      await waitForCondition(async () => (await help.locator('p').count()) > 0);
    }
  });

  // @spec 2.6/16, 2.1/9
  it('leads from /app/status and /app/missing-role to the own routes of these apps', async () => {
    const page = await visit(ADMIN);
    await page.goto('/app/status?a=1');
    await page.getByText('Plugin status').waitFor();
    expect(page.url()).toBe(`${server?.url}/status?a=1`);
    const member = await visit(user('roleless'));
    await member.goto('/app/missing-role');
    await headed(member, 'Missing Role');
    expect(new URL(member.url()).pathname).toBe(MISSING_ROLE);
  });

  // @spec 8/38, 8/40
  it('warns only if the browser does not enforce the content security policy', async () => {
    const page = await visit(ADMIN);
    const warning = page.getByText(
      'Your browser does not meet the security requirements for Security Dashboards.'
    );
    await page.goto('/app/home');
    await headed(page, 'Home');
    expect(await warning.count()).toBe(0);
    await page.route('**/app/home', withoutPolicy);
    await page.reload();
    await warning.waitFor();
  });

  // @spec 2.2/8
  it('opens the account menu from an avatar at the top right, behind every other control of the header', async () => {
    const page = await visit(ADMIN);
    await page.goto('/app/home');
    const avatar = page.getByRole('button', { name: `Account menu: ${ADMIN.username}` });
    await avatar.waitFor();
    const right = async (control: typeof avatar) => {
      const box = await control.boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0);
    };
    const end = await right(avatar);
    for (const other of await page.getByRole('banner').getByRole('button').all())
      expect(await right(other)).toBeLessThanOrEqual(end);
    expect(await avatar.innerText()).not.toBe('');
  });

  // @spec 2.1/45
  // @feature login/3
  it('redirects a legacy address through a login, with the hash, into the remembered tenant', async () => {
    profile = await openProfile(browser, server?.url ?? '');
    const { page } = profile;
    await page.goto('/app/login');
    await page.evaluate((key) => localStorage.setItem(key, '"finance"'), SAVED);
    await page.goto('/app/security-dashboards-plugin?a=1#/roles/view/sales_read');
    await submitCredentials(page, ADMIN.username, ADMIN.password);
    await headed(page, 'sales_read');
    await tenantButton(page).getByText('finance').waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/security/roles/view/sales_read');
    profile.expectClean();
  });

  // @spec 3/83, 4/80, 4/85, 4/96
  it('opens the tenant dialog once, and again after logout', async () => {
    const page = await visit(user('member'), { isAsked: true });
    await page.goto('/app/home');
    await chooseTenant(page, { custom: 'sales' });
    await settled(page);
    expect(await tenantDialog(page).count()).toBe(0);
    await logOut(page);
    await submitCredentials(page, 'spec.member', PASSWORD);
    await tenantDialog(page).waitFor();
  });

  // @spec 3/90, 4/83, 4/84
  it('switches silently to a remembered tenant, with one reload', async () => {
    const page = await visit(user('member'), { isAsked: true });
    await page.context().addInitScript((key) => {
      if (location.protocol !== 'about:') localStorage.setItem(key, '"finance"');
    }, SAVED);
    let loads = 0;
    page.on('load', () => loads++);
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith(TENANT)),
      page.goto('/app/home'),
    ]);
    expect(request.postDataJSON()).toEqual({ tenant: 'finance', username: 'spec.member' });
    // The page of the previous tenant may show it briefly before it is unloaded.
    await waitForCondition(() => loads === 2);
    await tenantButton(page).getByText('finance').waitFor();
    await settled(page);
    expect(await tenantDialog(page).count()).toBe(0);
    expect(loads).toBe(2);
  });

  // @spec 2.1/8, 4/78
  // @feature missing-role/1
  it('redirects a user without roles to the page for missing roles, who can only log out there', async () => {
    const page = await visit(user('roleless'));
    await page.goto('/app/home');
    await page.waitForURL((url) => url.pathname === MISSING_ROLE);
    await headed(page, 'Missing Role');
    expect(await page.getByRole('banner').count()).toBe(0);
    await page.reload();
    await page.locator('[data-test-subj="error-logout-button"]').click();
    await page.waitForURL((url) => url.pathname === '/app/login');
  });

  // @spec 4/86, 4/87, 4/88, 6/8, 9/52, 9/53
  it('lets read-only users open home, dashboards and kibana, what errors need, and no other app', async () => {
    const page = await visit(user('reader'));
    const further = ['dashboards', 'kibana', 'another'];
    await exposeCore(
      page.context(),
      further.map((id) => ({ id, title: `The app ${id}` }))
    );
    for (const [path, title] of [
      ['home', 'Home'],
      ['dashboards', 'The app dashboards'],
      ['kibana', 'The app kibana'],
      ['error', 'Application error'],
      ['customerror', 'Something went wrong'],
      ['another', 'Application Not Found'],
      ['management', 'Application Not Found'],
      ['security/roles', 'Application Not Found'],
    ] as const) {
      await page.goto(`/app/${path}`);
      await headed(page, title);
    }
  });

  // @spec 3/89, 4/90
  // @feature autologout/1
  it('reloads a page at the first 401 of an ended session, which leads to the login page and back', async () => {
    const page = await visit(user('member'));
    profile?.allow(/401/);
    await page.goto('/app/management/kibana/objects');
    await headed(page, 'Saved objects');
    expect((await admin.delete('/api/v1/sessions/spec.member')).status).toBe(200);
    // A visible page polls the tenants, which returns the 401.
    await page.waitForURL((url) => url.pathname === '/app/login');
    expect(new URL(page.url()).searchParams.get('nextUrl')).toContain('/kibana/objects');
    await toast(page, 'Your session has ended. Log in to continue.').waitFor();
  });

  // @spec 4/92, 4/93
  it('keeps the login page and the page for missing roles at a 401', async () => {
    profile = await openProfile(browser, server?.url ?? '');
    await exposeCore(profile.context);
    const { page } = profile;
    const stays = async (path: string, load: () => Promise<unknown>) => {
      await load();
      let loads = 0;
      page.on('load', () => loads++);
      expect(await requestStatus(page)).toBe(401);
      await page.waitForLoadState('networkidle');
      expect([loads, new URL(page.url()).pathname]).toEqual([0, path]);
    };
    await stays('/app/login', () => page.goto('/app/login'));
    await submitCredentials(page, 'spec.roleless', PASSWORD);
    await stays(MISSING_ROLE, async () => {
      await headed(page, 'Missing Role');
      await page.context().clearCookies();
    });
  });

  // @spec 2.6/19
  it('leads from /status to the login page without a session', async () => {
    profile = await openProfile(browser, server?.url ?? '');
    await profile.page.goto('/status');
    await profile.page.getByLabel('Username').waitFor();
  });

  // @spec 3/88, 4/97
  // @feature log-out/1
  it('logs out to the server base path with a single notice', async () => {
    const page = await visit(user('member'));
    await page.goto('/app/home');
    await openAccountMenu(page);
    await page.getByText('Log out', { exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/app/login');
    await toast(page, 'You have logged out.').waitFor();
    expect((await page.request.get('/api/v1/configuration/account')).status()).toBe(401);
    await page.reload();
    await page.getByLabel('Username').waitFor();
    expect(await page.getByText('You have logged out.').count()).toBe(0);
  });
});

const key = (name: string, value: unknown) =>
  `--opensearch_security.${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;

describe('a customized configuration', () => {
  const OUT = '/app/customerror';

  beforeAll(async () => {
    await start(
      key('multitenancy.tenants.enable_private', false),
      key('multitenancy.tenants.enable_global', false),
      key('multitenancy.popup', 'never'),
      key('clusterPermissions.include', ['cluster:admin/spec/own']),
      key('indexPermissions.include', ['indices:data/spec/own']),
      '--csp.warnLegacyBrowsers=false',
      '--status.allowAnonymous=true',
      key('auth.logout_url', OUT),
      key('ui.basicauth.login.title', 'Welcome to the observatory'),
      key('ui.basicauth.login.subtitle', 'Ask the night shift for a name.'),
      key('ui.basicauth.login.showbrandimage', false),
      key('ui.basicauth.login.buttonstyle', 'spec-button')
    );
    await put('tenants/spec_money', { description: 'Money' });
    await put('internalusers/spec.roleless', { password: PASSWORD });
  });
  afterAll(() => server?.stop());

  // @spec 2.1/7, 3/75
  it('shows the texts of ui.basicauth.login on the login page', async () => {
    profile = await openProfile(browser, server?.url ?? '');
    const { page } = profile;
    await page.goto('/app/login');
    await page.getByText('Welcome to the observatory', { exact: true }).waitFor();
    await page.getByText('Ask the night shift for a name.', { exact: true }).waitFor();
    expect(await page.getByRole('main').locator('img').count()).toBe(0);
    const button = page.getByRole('button', { name: 'Log In', exact: true });
    expect(await button.getAttribute('class')).toContain('spec-button');
  });

  // @spec 2.6/18, 6/2
  it('shows /status without a session', async () => {
    profile = await openProfile(browser, server?.url ?? '');
    await profile.page.goto('/status');
    await profile.page.getByText('Plugin status').waitFor();
  });

  // @spec 3/61, 3/77
  it('offers each permission of the configuration once in role forms', async () => {
    const page = await visit(ADMIN);
    await page.goto('/app/security/roles/create');
    await page.getByRole('button', { name: 'Add index permission' }).click();
    for (const [combo, name] of [
      ['Cluster permissions', 'cluster:admin/spec/own'],
      ['Index permissions', 'indices:data/spec/own'],
    ] as const) {
      const box = page.getByRole('combobox', { name: combo }).last();
      await box.fill(name);
      const option = page.getByRole('option').filter({ hasText: name });
      await option.first().waitFor();
      expect(await option.count()).toBe(1);
      await box.fill('');
      await box.press('Escape');
    }
  });

  // @spec 8/39
  it('warns of no browser if csp.warnLegacyBrowsers is off', async () => {
    const page = await visit(ADMIN);
    await page.route('**/app/home', withoutPolicy);
    await page.goto('/app/home');
    await settled(page);
    expect(await page.getByText(/does not meet the security requirements/).count()).toBe(0);
  });

  // @spec 4/91
  it('leads to auth.logout_url at the first 401', async () => {
    const page = await visit(ADMIN);
    profile?.allow(/401/);
    await page.goto('/app/management/kibana/objects');
    await headed(page, 'Saved objects');
    await page.context().clearCookies();
    // A visible page polls the tenants, which returns the 401.
    await page.waitForURL((url) => url.pathname === OUT);
  });

  // @spec 3/71, 3/73, 4/81, 4/98, 5/42
  // @feature tenant-switch/3
  it('opens no tenant dialog by itself, disables Global and Private in it, and logs out to auth.logout_url', async () => {
    const page = await visit(ADMIN, { isAsked: true });
    await page.goto('/app/home');
    // Opening the account menu would open the tenant dialog.
    await openAccountMenu(page);
    expect(await tenantDialog(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Switch tenants' }).click();
    const dialog = tenantDialog(page);
    await dialog.getByText('Contact the administrator to enable global tenant.').waitFor();
    await dialog.getByText('Contact the administrator to enable private tenant.').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Global' }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('radio', { name: 'Private' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await openAccountMenu(page);
    await page.getByText('Log out', { exact: true }).click();
    await page.waitForURL((url) => url.pathname === OUT);
  });

  // @spec 2.1/11
  it('leads from the page for missing roles to auth.logout_url', async () => {
    const page = await visit(user('roleless'));
    await page.goto(MISSING_ROLE);
    await headed(page, 'Missing Role');
    await page.locator('[data-test-subj="error-logout-button"]').click();
    await page.waitForURL((url) => url.pathname === OUT);
    expect((await page.request.get('/api/v1/configuration/account')).status()).toBe(401);
  });

  // @spec 3/54
  it('lists no private tenant', async () => {
    const page = await visit(ADMIN);
    await page.goto('/app/security/tenants');
    await page.getByText('Money', { exact: true }).waitFor();
    const names = await page.getByRole('rowheader').allInnerTexts();
    expect(names[0]).toMatch(/^Global/);
    expect(names.filter((name) => name.startsWith('Private'))).toEqual([]);
  });
});

describe('a configuration without multi-tenancy', () => {
  beforeAll(async () => {
    server = await startServer({ args: [key('multitenancy.enabled', false)] });
  });
  afterAll(() => server?.stop());

  // @spec 2.2/12, 2.5/2, 3/70
  it('keeps Switch tenants, whose dialog says why it cannot be confirmed', async () => {
    const page = await visit(ADMIN);
    await page.goto('/app/home');
    await openAccountMenu(page);
    await page.getByRole('button', { name: 'Switch tenants' }).click();
    const dialog = tenantDialog(page);
    await dialog
      .getByText('Contact the administrator to enable multi tenancy.', { exact: true })
      .waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Confirm', exact: true }).isDisabled()).toBe(
      true
    );
  });
});
