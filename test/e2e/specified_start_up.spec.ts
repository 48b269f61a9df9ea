/**
 * The start of a page for a logged-in user as specified (section 4: start-up, read-only users,
 * autologout; section 2.1: tenants in addresses), with one server and one browser profile for each
 * user.
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import type { HttpClient } from '../helpers/http_client';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { openLoggedIn, type LoggedInOptions } from '../helpers/logged_in';
import { exposeCore, withCore } from '../helpers/core_access';
import { waitForCondition } from '../helpers/wait_for';
import { withoutPagePreload } from './screens/catalogue/screen';
import {
  chooseTenant,
  logOut,
  openAccountMenu,
  openDrawer,
  tenantButton,
  tenantDialog,
} from './screens/shell';

jest.setTimeout(120_000);

const PASSWORD = 'Fjord-lantern-42-Quilt';
const ACCOUNT = '/api/v1/configuration/account';
const TENANT = '/api/v1/multitenancy/tenant';
const SAVED = 'opendistro::security::tenant::saved';
const MISSING_ROLE = '/missing-role';
const FLAG = 'opendistro::security::tenant::show_popup';

let server: TestServer | undefined;
let browser: Browser;
let admin: HttpClient;
let profile: Profile | undefined;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
  admin = await server.adminClient();
  const put = async (what: string, body: unknown) => {
    const { status, text } = await admin.post(`/api/v1/configuration/${what}`, body);
    if (status !== 200) throw new Error(`${what} answered ${status}: ${text}`);
  };
  await put('roles/spec_member', {
    tenant_permissions: [
      { tenant_patterns: ['finance', 'sales'], allowed_actions: ['kibana_all_write'] },
    ],
  });
  for (const name of ['member', 'reader', 'nobody'])
    await put(`internalusers/spec.${name}`, { password: PASSWORD });
  await put('rolesmapping/spec_member', { users: ['spec.member', 'spec.reader'] });
  await put('rolesmapping/kibana_user', { users: ['spec.member'] });
  await put('rolesmapping/kibana_read_only', { users: ['spec.reader'] });
});
afterEach(async () => {
  await profile?.close();
  profile = undefined;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/**
 * Opens a page as this user. The tenant dialog opens as on the first page unless the options say
 * otherwise.
 */
async function visit(name: string, options: LoggedInOptions = {}): Promise<Page> {
  const who = { username: `spec.${name}`, password: PASSWORD };
  profile = await openLoggedIn(browser, server?.url ?? '', who, { isAsked: true, ...options });
  return profile.page;
}
const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
/** Waits for late requests too, because the tenant dialog opens after the account menu. */
const settled = async (page: Page) => {
  await home(page);
  await page.getByRole('button', { name: /^Account menu/ }).waitFor();
  await page.waitForLoadState('networkidle');
};
const remember = (page: Page, tenant: string) =>
  page.context().addInitScript(
    ([key, value]) => {
      if (location.protocol !== 'about:') localStorage.setItem(key, JSON.stringify(value));
    },
    [SAVED, tenant] as const
  );
const flag = (page: Page) => page.evaluate((key) => sessionStorage.getItem(key), FLAG);

describe('the tenant dialog at start-up', () => {
  it('opens once, with the first account menu, which resets the flag', async () => {
    const page = await visit('member');
    await page.goto('/app/home');
    await tenantDialog(page).waitFor();
    expect(await flag(page)).toBe('false');
    await page.reload();
    await settled(page);
    expect(await tenantDialog(page).count()).toBe(0);
  });

  it('opens again after logout, which clears the flag', async () => {
    const page = await visit('member');
    await page.goto('/app/home');
    await chooseTenant(page, { custom: 'sales' });
    await settled(page);
    await logOut(page);
    expect(await flag(page)).toBeNull();
    await page.getByLabel('Username').fill('spec.member');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await tenantDialog(page).waitFor();
  });

  it.each(['security_tenant', 'securitytenant'])(
    'does not open when the URL selects a tenant by %s',
    async (key) => {
      const page = await visit('member');
      await page.goto(`/app/home?${key}=finance`);
      await settled(page);
      await tenantButton(page).getByText('finance').waitFor();
      expect(await tenantDialog(page).count()).toBe(0);
    }
  );

  it('does not open when the remembered tenant is already current', async () => {
    const page = await visit('member');
    await page.request.post(TENANT, {
      headers: { 'kbn-xsrf': 'true' },
      data: { tenant: 'sales', username: 'spec.member' },
    });
    await remember(page, 'sales');
    let isSwitched = false;
    page.on('request', (request) => {
      isSwitched ||= request.method() === 'POST' && request.url().endsWith(TENANT);
    });
    await page.goto('/app/home');
    await settled(page);
    expect(await tenantDialog(page).count()).toBe(0);
    expect(isSwitched).toBe(false);
  });

  it('is replaced by a silent switch and one reload when another tenant is remembered', async () => {
    const page = await visit('member');
    await remember(page, 'finance');
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
});

describe('tenancy settings', () => {
  const CONFIG = '/api/v1/configuration/tenancy/config';
  const AS_IT_WAS = {
    multitenancy_enabled: true,
    private_tenant_enabled: true,
    default_tenant: '',
  };
  const set = async (change: Partial<typeof AS_IT_WAS>) =>
    expect((await admin.put(CONFIG, { ...AS_IT_WAS, ...change })).status).toBe(200);
  afterEach(() => set({}));
  const openDialog = async (page: Page) => {
    await openAccountMenu(page);
    await page.getByRole('button', { name: 'Switch tenants' }).click();
    await tenantDialog(page).waitFor();
  };

  it('apply to an open page: Private is disabled with its reason, then all tenants', async () => {
    const page = await visit('member', { isAsked: false });
    await page.goto('/app/home?security_tenant=sales');
    await settled(page);
    await openDialog(page);
    const dialog = tenantDialog(page);
    expect(await dialog.getByRole('radio', { name: 'Private' }).isEnabled()).toBe(true);
    await set({ private_tenant_enabled: false });
    await dialog.getByText('Contact the administrator to enable private tenant.').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Private' }).isDisabled()).toBe(true);
    await set({ multitenancy_enabled: false });
    await dialog.getByText('Contact the administrator to enable multi tenancy.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true);
  });

  it('preselect the radio of the default tenant in the tenant dialog', async () => {
    await set({ default_tenant: 'finance' });
    const page = await visit('member');
    await page.goto('/app/home');
    const dialog = tenantDialog(page);
    await dialog.waitFor();
    expect(await dialog.getByRole('radio', { name: 'Choose from custom' }).isChecked()).toBe(true);
    expect(await dialog.getByRole('combobox', { name: 'Custom tenant' }).inputValue()).toBe(
      'finance'
    );
  });
});

it.each([
  ['only Global', ['global_tenant'], [true, false, false]],
  ['Global and Private', ['global_tenant', 'spec.member'], [true, true, false]],
  ['only a custom tenant', ['finance'], [false, false, true]],
])('offers a user who has %s just that', async (_what, names, expected) => {
  const page = await visit('member');
  await withoutPagePreload(page);
  await page.route(`**${ACCOUNT}`, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: object };
    const tenants = Object.fromEntries(names.map((name) => [name, true]));
    await route.fulfill({ response, json: { ...rest, data: { ...data, tenants } } });
  });
  await page.goto('/app/home');
  const dialog = tenantDialog(page);
  await dialog.waitFor();
  const radios = ['Global', 'Private', 'Choose from custom'];
  expect(
    await Promise.all(radios.map((name) => dialog.getByRole('radio', { name }).isEnabled()))
  ).toEqual(expected);
});

describe('a user without roles', () => {
  it('is redirected to the page for missing roles, and can only log out there', async () => {
    const page = await visit('nobody');
    await exposeCore(page.context());
    let visits = 0;
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      visits += Number(request.isNavigationRequest() && pathname === MISSING_ROLE);
    });
    await page.goto('/app/home');
    await page.waitForURL((url) => url.pathname === MISSING_ROLE);
    await page.getByRole('heading', { level: 1, name: 'Missing Role' }).waitFor();
    await page
      .getByText('No roles available for this user, please contact your system administrator.')
      .waitFor();
    // The page is chromeless, and reloading it does not redirect again.
    expect(await page.getByRole('banner').count()).toBe(0);
    await page.reload();
    // A 401 neither redirects nor reloads this page.
    profile?.allow(/401/);
    await page.route('**/api/v1/auth/authinfo', (route) =>
      route.fulfill({ status: 401, json: {} })
    );
    const status = await withCore(page, ({ http }) =>
      http.get('/api/v1/auth/authinfo').catch((error) => error.response.status as number)
    );
    expect(status).toBe(401);
    const out = page.locator('[data-test-subj="error-logout-button"]');
    await out.click();
    await page.waitForURL((url) => url.pathname === '/app/login');
    expect(visits).toBe(2);
  });
});

describe('a read-only user', () => {
  it('can open home, dashboards and kibana, what errors need, and no other app', async () => {
    const page = await visit('reader', { isAsked: false });
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
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
  });
});

it('makes apps as accessible as the capabilities of the server say', async () => {
  profile = await openLoggedIn(browser, server?.url ?? '', ADMIN);
  const { page } = profile;
  await withoutPagePreload(page);
  await page.route('**/api/core/capabilities', async (route) => {
    const response = await route.fetch();
    const all = (await response.json()) as { navLinks: Record<string, boolean> };
    await route.fulfill({
      response,
      json: { ...all, navLinks: { ...all.navLinks, management: false } },
    });
  });
  await page.goto('/app/management');
  await page.getByRole('heading', { name: 'Application Not Found' }).waitFor();
  const drawer = await openDrawer(page);
  await drawer.getByRole('link', { name: 'Security', exact: true }).waitFor();
  expect(await drawer.getByRole('link', { name: 'Management', exact: true }).count()).toBe(0);
});

describe('an expired session', () => {
  const endSessions = async (name: string) => {
    const { status } = await admin.delete(`/api/v1/sessions/spec.${name}`);
    expect(status).toBe(200);
  };

  it('reloads the page at the first 401, which leads to the login page and back', async () => {
    const page = await visit('member', { isAsked: false });
    profile?.allow(/401/);
    await page.goto('/app/management/kibana/objects');
    await page.getByRole('heading', { level: 1, name: 'Saved objects' }).waitFor();
    await endSessions('member');
    // A visible page polls the tenants, which returns the 401.
    await page.waitForURL((url) => url.pathname === '/app/login');
    expect(new URL(page.url()).searchParams.get('nextUrl')).toContain('/kibana/objects');
  });

  it('leads back to no other server', async () => {
    profile = await openProfile(browser, server?.url ?? '');
    profile.allow(/400/);
    const { page } = profile;
    const elsewhere = '?nextUrl=%2F%5Cevil.example';
    expect((await page.goto(`/app/login${elsewhere}`))?.status()).toBe(400);
    await page.goto('/app/login');
    await page.evaluate((search) => history.replaceState({}, '', search), elsewhere);
    await page.getByLabel('Username').fill('spec.member');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/app/home');
    expect(new URL(page.url()).origin).toBe(server?.url);
  });
});
