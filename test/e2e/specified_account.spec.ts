/**
 * What the specification says of the account menu and its dialogs (sections 2.2 to 2.5, and of them
 * in 4, 5, 7, 8 and 9), from button to text: one server, one page.
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
/** The next request of this method and path, as it was sent. */
const sent = (method: string, path: string): Promise<Request> =>
  page.waitForRequest(
    (request) => request.method() === method && new URL(request.url()).pathname === path
  );
/** Answers these requests in the server's place until the next page. */
const responseWith = (path: string, method: string, status: number, body?: object) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({ status, json: body ?? {} })
      : route.fallback()
  );
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
/** A note on the login page, which is gone when the page is loaded again. */
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

  it('shows the name and the tenant, and the four ways on in their order, at most 256 px wide', async () => {
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
  it('are counted and explained: those that an administrator mapped, and backend roles', async () => {
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

  it('that cannot be read again are those of before; the failure is only logged', async () => {
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

describe('another password', () => {
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

  it('is asked for in three fields, each with its help, and with Cancel and Reset', async () => {
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

  it('must be the same twice: else the field is invalid and Reset disabled', async () => {
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
  ])('%s is refused, and the rule stands at its field: %s', async (weak) => {
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

  it("wants the present one: 'Invalid current password.' at its field, and nothing is changed", async () => {
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

  it("has the server's own message at its field, where there is one", async () => {
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
  ])('that the server refuses with %j says %j', async (body, text) => {
    profile.allow(/403|password could not be changed/);
    const dialog = await openReset();
    await responseWith(ACCOUNT, 'POST', 403, body);
    await fill(dialog, USER.password, 'Harbour-lamp-77-Slate');
    await reset(dialog).click();
    const callout = dialog.getByRole('alert').locator('.euiCallOut--danger');
    await callout.getByText(text, { exact: true }).waitFor();
  });

  it('is verified, then changed, then one is logged out, to the server base path', async () => {
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

describe('the choice of a tenant', () => {
  it('is three radios and a list that is searched, sorted, without Global and Private', async () => {
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

  it('says why Global cannot be had; granted, it is the empty name', async () => {
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

  it('must name one: that none was chosen is said until something changes', async () => {
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
  ] as const)('%j switches to %j, and loads the page again', async (choice, tenant, told) => {
    const dialog = await openTenants();
    await dialog.getByLabel(/^Remember my selection/).uncheck();
    const [request] = await Promise.all([sent('POST', TENANT), chooseTenant(page, choice)]);
    expect(request.postDataJSON()).toEqual({ tenant, username: USER.username });
    expect(await requestedTenant()).toContain(told);
    expect(await tenantDialog(page).count()).toBe(0);
    expect(await savedTenant()).toBeNull();
    // The dialog begins with the tenant that one is in.
    const again = await openTenants();
    const name = typeof choice === 'string' ? choice : 'Choose from custom';
    expect(await again.getByRole('radio', { name }).isChecked()).toBe(true);
  });

  it('is remembered, and forgotten once the box is unticked', async () => {
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
  ])('that fails with %j says %j, and stays', async (body, text) => {
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

  it('goes on with what is known where the account cannot be read; that is only logged', async () => {
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
  it('ends the session, forgets the pop-up, and goes to the server base path, which says so once', async () => {
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
