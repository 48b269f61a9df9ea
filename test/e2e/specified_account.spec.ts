/**
 * The account menu and its dialogs as specified (sections 2.2 to 2.5, and the parts of 4, 5, 7, 8
 * and 9 about them), from button to text, with one server and one page.
 */
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { launchChromium, type Profile } from '../helpers/chromium';
import type { HttpClient } from '../helpers/http_client';
import { startServer, type TestServer } from '../helpers/server';
import { openLoggedIn } from '../helpers/logged_in';
import { waitForCondition } from '../helpers/wait_for';
import { chooseTenant, openAccountMenu, tenantDialog, toast } from './screens/shell';

jest.setTimeout(120_000);

const USER = { username: 'spec.person', password: 'Fjord-lantern-42-Quilt' } as const;
const TENANT = '/api/v1/multitenancy/tenant';
const ACCOUNT = '/api/v1/configuration/account';

let server: TestServer | undefined;
let browser: Browser;
let profile: Profile;
let page: Page;
let admin: HttpClient;

const put = async (what: string, body: unknown) => {
  const { status, text } = await admin.post(`/api/v1/configuration/${what}`, body);
  if (status !== 200) throw new Error(`${what} answered ${status}: ${text}`);
};

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
  admin = await server.adminClient();
  await put(`internalusers/${USER.username}`, {
    password: USER.password,
    backend_roles: ['sales', 'berlin'],
  });
  await put('roles/spec_reader', {
    tenant_permissions: [{ tenant_patterns: ['finance'], allowed_actions: ['kibana_all_read'] }],
  });
  await put('rolesmapping/spec_reader', { users: [USER.username] });
  profile = await openLoggedIn(browser, server.url, USER);
  ({ page } = profile);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const menu = () => page.getByRole('dialog', { name: `Account menu: ${USER.username}` });
const entry = (name: string) => menu().getByText(name, { exact: true });
async function openFromMenu(name: string): Promise<void> {
  await page.goto('/app/home');
  await openAccountMenu(page);
  await entry(name).click();
}
const openTenants = async (): Promise<Locator> => {
  await openFromMenu('Switch tenants');
  const dialog = tenantDialog(page);
  await dialog.waitFor();
  return dialog;
};
const openReset = async (): Promise<Locator> => {
  await openFromMenu('Reset password');
  const dialog = page.getByRole('dialog', { name: `Reset password for ${USER.username}` });
  await dialog.waitFor();
  return dialog;
};
/** The next request with this method and path. */
const sent = (method: string, path: string): Promise<Request> =>
  page.waitForRequest(
    (request) => request.method() === method && new URL(request.url()).pathname === path
  );
/** Replaces the server's response to these requests until the next page. */
const responseWith = (path: string, method: string, status: number, body?: object) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({ status, json: body ?? {} })
      : route.fallback()
  );
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
/** Expects a toast on the login page that is gone after a reload. */
async function toldOnce(note: string): Promise<void> {
  await toast(page, note).waitFor();
  await page.reload();
  await page.getByLabel('Username').waitFor();
  expect(await page.getByText(note).count()).toBe(0);
}
const savedTenant = () =>
  page.evaluate(() => localStorage.getItem('opendistro::security::tenant::saved'));
const requestedTenant = async () => (await page.request.get(TENANT)).text();

describe('the account menu', () => {
  it('opens from an avatar at the top right, behind every other control of the header', async () => {
    await page.goto('/app/home');
    const avatar = page.getByRole('button', { name: `Account menu: ${USER.username}` });
    await avatar.waitFor();
    const place = await avatar.boundingBox();
    const others = await page.getByRole('banner').getByRole('button').all();
    for (const other of others) {
      const box = await other.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
        (place?.x ?? 0) + (place?.width ?? 0)
      );
    }
    expect(await avatar.innerText()).not.toBe('');
  });

  it('shows the name, the tenant and the four buttons in their order, at most 256 px wide', async () => {
    await page.goto('/app/home');
    await openAccountMenu(page);
    await menu().getByText(USER.username, { exact: true }).waitFor();
    const texts = (await menu().innerText()).split('\n');
    const ways = ['View roles and identities', 'Switch tenants', 'Reset password', 'Log out'];
    expect(texts.filter((text) => ways.includes(text))).toEqual(ways);
    expect(await menu().locator('[data-test-subj="tenant-label"]').innerText()).not.toBe('');
    const content = menu()
      .locator('[data-test-subj="tenant-label"]')
      .locator('xpath=ancestor::div');
    const widths = await content.evaluateAll((all) =>
      all.map((one) => parseFloat(getComputedStyle(one).maxWidth)).filter((width) => width > 0)
    );
    expect(widths).toContain(256);
  });
});

describe('roles and identities', () => {
  it('are counted and explained: roles mapped by administrators, and backend roles', async () => {
    await openFromMenu('View roles and identities');
    const dialog = page.getByRole('dialog', { name: 'Roles and identities' });
    const account = (await (await page.request.get(ACCOUNT)).json()) as {
      data: { roles: string[]; backend_roles: string[] };
    };
    const { roles, backend_roles: backendRoles } = account.data;
    expect(roles).toContain('spec_reader');
    await dialog.getByText(`Roles (${roles.length})`, { exact: true }).waitFor();
    await dialog
      .getByText('Roles you are currently mapped to by your administrator.', { exact: true })
      .waitFor();
    await dialog.getByText(`Backend roles (${backendRoles.length})`, { exact: true }).waitFor();
    await dialog
      .getByText('Backend roles you are currently mapped to by your administrator.')
      .waitFor();
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([...roles, ...backendRoles]);
  });

  it('stay as they were when reading them again fails, which is only logged', async () => {
    profile.allow(/500|account/i);
    await page.goto('/app/home');
    await openAccountMenu(page);
    await responseWith(ACCOUNT, 'GET', 500, { message: 'Broken on purpose' });
    const before = profile.problems.length;
    await entry('View roles and identities').click();
    const dialog = page.getByRole('dialog', { name: 'Roles and identities' });
    await dialog.getByText('spec_reader').waitFor();
    await waitForCondition(() =>
      profile.problems.slice(before).some((line) => /account/.test(line))
    );
    expect(await dialog.getByRole('alert').count()).toBe(0);
    expect(await page.getByText('Broken on purpose').count()).toBe(0);
  });
});

describe('resetting the password', () => {
  const field = (dialog: Locator, name: string) => dialog.getByLabel(name, { exact: true });
  async function fill(dialog: Locator, current: string, next: string, repeated = next) {
    await field(dialog, 'Current password').fill(current);
    await field(dialog, 'New password').fill(next);
    await field(dialog, 'Re-enter new password').fill(repeated);
  }
  const reset = (dialog: Locator) => dialog.getByRole('button', { name: 'Reset', exact: true });
  const helpOf = async (input: Locator) => {
    const ids = ((await input.getAttribute('aria-describedby')) ?? '').split(' ');
    const texts = await Promise.all(
      ids.map((id) => page.locator(`[id="${id}"]`).textContent({ timeout: 1_000 }))
    );
    return texts.join(' ');
  };

  it('shows three fields with their help texts, Cancel and Reset', async () => {
    const dialog = await openReset();
    expect(await helpOf(field(dialog, 'Current password'))).toContain(
      'Verify your account by entering your current password.'
    );
    const rules = await helpOf(field(dialog, 'New password'));
    for (const rule of [
      'at least 8 characters',
      'uppercase letter',
      'lowercase letter',
      'digit',
      'special character',
    ])
      expect(rules).toContain(rule);
    expect(await helpOf(field(dialog, 'Re-enter new password'))).toContain(
      'The password must be identical to what you entered above.'
    );
    expect(await reset(dialog).isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('marks the field invalid and disables Reset unless both entries are equal', async () => {
    const dialog = await openReset();
    await fill(dialog, USER.password, 'Harbour-lamp-77-Slate', 'Harbour-lamp-77-Slatf');
    const repeated = field(dialog, 'Re-enter new password');
    expect(await repeated.getAttribute('aria-invalid')).toBe('true');
    expect(await reset(dialog).isDisabled()).toBe(true);
    await repeated.fill('Harbour-lamp-77-Slate');
    expect(await repeated.getAttribute('aria-invalid')).not.toBe('true');
    expect(await reset(dialog).isDisabled()).toBe(false);
  });

  it.each([
    ['Sh0rt-a', 'seven characters'],
    ['harbour-lamp-77', 'no uppercase letter'],
    ['HARBOUR-LAMP-77', 'no lowercase letter'],
    ['Harbour-lamp-xx', 'no digit'],
    ['Harbourlamp77', 'no special character'],
  ])('rejects %s with the rule at its field: %s', async (weak) => {
    profile.allow(/400|could not be changed/);
    const dialog = await openReset();
    await fill(dialog, USER.password, weak);
    await reset(dialog).click();
    await dialog
      .getByRole('alert')
      .getByText(/^Password should be at least 8 characters/)
      .waitFor();
    expect(await field(dialog, 'New password').getAttribute('aria-invalid')).toBe('true');
  });

  it("shows 'Invalid current password.' at its field when it is wrong, and changes nothing", async () => {
    profile.allow(/401/);
    const dialog = await openReset();
    let isChanged = false;
    await page.route(`**${ACCOUNT}`, (route) => {
      isChanged ||= route.request().method() === 'POST';
      return route.fallback();
    });
    await fill(dialog, 'not-the-Present-1', 'Harbour-lamp-77-Slate');
    await reset(dialog).click();
    await dialog.getByRole('alert').getByText('Invalid current password.').waitFor();
    const current = field(dialog, 'Current password');
    expect(await current.getAttribute('aria-invalid')).toBe('true');
    expect(await helpOf(current)).toContain('Invalid current password.');
    expect(isChanged).toBe(false);
  });

  it("shows the server's own message at its field if there is one", async () => {
    profile.allow(/429/);
    const dialog = await openReset();
    await responseWith('/auth/login', 'POST', 429, { statusCode: 429, message: 'Wait a minute.' });
    await fill(dialog, USER.password, 'Harbour-lamp-77-Slate');
    await reset(dialog).click();
    await dialog.getByRole('alert').getByText('Wait a minute.').waitFor();
    const current = field(dialog, 'Current password');
    expect(await current.getAttribute('aria-invalid')).toBe('true');
    expect(await helpOf(current)).toContain('Wait a minute.');
  });

  it.each([
    [{ message: 'This one was in a breach.' }, 'This one was in a breach.'],
    [{}, 'Failed to reset password.'],
  ])('shows after the server error %j the message %j', async (body, text) => {
    profile.allow(/403|password could not be changed/);
    const dialog = await openReset();
    await responseWith(ACCOUNT, 'POST', 403, body);
    await fill(dialog, USER.password, 'Harbour-lamp-77-Slate');
    await reset(dialog).click();
    const callout = dialog.getByRole('alert').locator('.euiCallOut--danger');
    await callout.getByText(text, { exact: true }).waitFor();
  });

  it('verifies the current password, sets the new one, and logs out to the server base path', async () => {
    const dialog = await openReset();
    const order: string[] = [];
    const note = (request: Request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'POST' && /login|account$|logout/.test(pathname))
        order.push(`${pathname} ${request.postData() ?? ''}`);
    };
    page.on('request', note);
    const next = 'Harbour-lamp-77-Slate';
    await fill(dialog, USER.password, next);
    await reset(dialog).click();
    await page.waitForURL((url) => url.pathname === '/app/login');
    page.off('request', note);
    await toldOnce('Your password has been changed. Log in with the new one.');
    expect(order.map((line) => line.split(' ')[0])).toEqual([
      '/auth/login',
      ACCOUNT,
      '/auth/logout',
    ]);
    expect(JSON.parse(order[0]?.split(' ').slice(1).join(' ') ?? '')).toEqual(USER);
    expect(JSON.parse(order[1]?.split(' ').slice(1).join(' ') ?? '')).toEqual({
      password: next,
      current_password: USER.password,
    });
    await profile.close();
    profile = await openLoggedIn(browser, server?.url ?? '', { ...USER, password: next });
    ({ page } = profile);
  });
});

describe('the tenant dialog', () => {
  it('has three radios and a sorted, searchable list without Global and Private', async () => {
    const dialog = await openTenants();
    expect(
      await dialog.getByRole('radio').evaluateAll((radios) => radios.map(({ id }) => id))
    ).toEqual(['global', 'private', 'custom']);
    for (const name of ['Global', 'Private', 'Choose from custom'])
      expect(await dialog.getByRole('radio', { name, exact: true }).count()).toBe(1);
    const list = dialog.getByRole('combobox', { name: 'Custom tenant' });
    await list.click();
    const offered = await page.getByRole('option').allInnerTexts();
    const { tenants } = (
      (await (await page.request.get(ACCOUNT)).json()) as { data: { tenants: object } }
    ).data;
    const own = Object.keys(tenants).filter(
      (name) => name !== 'global_tenant' && name !== USER.username
    );
    expect(offered).toEqual(own.sort());
    expect(offered.length).toBeGreaterThan(1);
    await list.fill('fin');
    await waitForCondition(async () => (await page.getByRole('option').count()) === 1);
    await page.getByRole('option').click();
    expect(await dialog.getByRole('radio', { name: 'Choose from custom' }).isChecked()).toBe(true);
    await dialog
      .getByText('Remember my selection next time I log in from this device.', { exact: true })
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('explains why Global is disabled; when granted, Global is sent as the empty name', async () => {
    const dialog = await openTenants();
    const radio = dialog.getByRole('radio', { name: 'Global' });
    expect(await radio.isEnabled()).toBe(false);
    await dialog.getByText('Contact the administrator to get access to global tenant.').waitFor();
    await put('rolesmapping/kibana_user', { users: [USER.username] });
    await openTenants();
    const [request] = await Promise.all([sent('POST', TENANT), chooseTenant(page, 'Global')]);
    expect(request.postDataJSON()).toEqual({ tenant: '', username: USER.username });
    expect(await requestedTenant()).toMatch(/^(|"")$/);
  });

  it('shows an error until the next change if no tenant was chosen', async () => {
    const dialog = await openTenants();
    await dialog.getByRole('radio', { name: 'Private' }).check();
    await dialog.getByRole('radio', { name: 'Choose from custom' }).check();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const callout = dialog.locator('.euiCallOut--danger');
    await callout.getByText('No target tenant is specified!').waitFor();
    await dialog.getByRole('radio', { name: 'Private' }).check();
    await callout.waitFor({ state: 'detached' });
  });

  it.each([
    ['Private', '__user__', '__user__'],
    [{ custom: 'finance' }, 'finance', 'finance'],
  ] as const)('for %j switches to %j and reloads the page', async (choice, tenant, told) => {
    const dialog = await openTenants();
    await dialog.getByLabel(/^Remember my selection/).uncheck();
    const [request] = await Promise.all([sent('POST', TENANT), chooseTenant(page, choice)]);
    expect(request.postDataJSON()).toEqual({ tenant, username: USER.username });
    expect(await requestedTenant()).toContain(told);
    expect(await tenantDialog(page).count()).toBe(0);
    expect(await savedTenant()).toBeNull();
    // The dialog preselects the current tenant.
    const again = await openTenants();
    const name = typeof choice === 'string' ? choice : 'Choose from custom';
    expect(await again.getByRole('radio', { name }).isChecked()).toBe(true);
  });

  it('remembers the choice, and forgets it once the box is unticked', async () => {
    const dialog = await openTenants();
    await dialog.getByLabel(/^Remember my selection/).check();
    await chooseTenant(page, 'Private');
    expect(await savedTenant()).toBe('"__user__"');
    const again = await openTenants();
    const box = again.getByLabel(/^Remember my selection/);
    expect(await box.isChecked()).toBe(true);
    await box.uncheck();
    await chooseTenant(page, 'Private');
    expect(await savedTenant()).toBeNull();
  });

  it.each([
    [{ message: 'This tenant is being moved.' }, 'This tenant is being moved.'],
    [{}, 'Failed to switch tenant.'],
  ])('after the error %j shows %j and stays open', async (body, text) => {
    profile.allow(/400|tenant could not be switched/);
    const dialog = await openTenants();
    await responseWith(TENANT, 'POST', 400, body);
    await dialog.getByRole('radio', { name: 'Private' }).check();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const callout = dialog.locator('.euiCallOut--danger');
    await callout.getByText(text, { exact: true }).waitFor();
    await dialog.getByLabel(/^Remember my selection/).check();
    await callout.waitFor({ state: 'detached' });
  });

  it('uses the known account data when reading it fails, which is only logged', async () => {
    profile.allow(/500|account/i);
    await page.goto('/app/home');
    await openAccountMenu(page);
    await responseWith(ACCOUNT, 'GET', 500, { message: 'Broken on purpose' });
    const before = profile.problems.length;
    await entry('Switch tenants').click();
    await tenantDialog(page).getByRole('radio', { name: 'Private' }).waitFor();
    await waitForCondition(() =>
      profile.problems.slice(before).some((line) => /account/.test(line))
    );
    expect(await tenantDialog(page).getByRole('alert').count()).toBe(0);
  });
});

describe('logging out', () => {
  it('ends the session, clears the pop-up flag, and opens the server base path with a single notice', async () => {
    await page.goto('/app/home');
    await openAccountMenu(page);
    const wayOut = sent('GET', '/');
    const [request] = await Promise.all([sent('POST', '/auth/logout'), entry('Log out').click()]);
    expect(request.method()).toBe('POST');
    await wayOut;
    await page.waitForURL((url) => url.pathname === '/app/login');
    await toldOnce('You have logged out.');
    expect((await page.request.get(ACCOUNT)).status()).toBe(401);
  });
});
