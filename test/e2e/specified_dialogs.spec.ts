/**
 * Account menu and its dialogs as the specification describes them to users: tenants, roles and
 * identities, and the own password, with the answers of a running server.
 */
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { launchChromium, type Profile } from '../helpers/chromium';
import type { HttpClient } from '../helpers/http_client';
import { openLoggedIn } from '../helpers/logged_in';
import { startServer, type TestServer } from '../helpers/server';
import { openAccountMenu, tenantButton, tenantDialog, toast } from './screens/shell';

jest.setTimeout(120_000);

const PASSWORD = 'Fjord-lantern-42-Quilt';
const NEXT_PASSWORD = 'Meadow-lantern-43-Quilt';
const TENANT = '/api/v1/multitenancy/tenant';
const ACCOUNT = '/api/v1/configuration/account';
const SAVED = 'opendistro::security::tenant::saved';
const MEMBER = { username: 'spec.member', password: PASSWORD };

let server: TestServer;
let browser: Browser;
let admin: HttpClient;
let profile: Profile | undefined;

async function put(what: string, body: unknown): Promise<void> {
  const { status, text } = await admin.post(`/api/v1/configuration/${what}`, body);
  if (status !== 200) throw new Error(`${what} answered ${status}: ${text}`);
}
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
  admin = await server.adminClient();
  for (const name of ['finance', 'sales']) await put(`tenants/${name}`, { description: '' });
  await put('roles/spec_member', {
    tenant_permissions: [
      { tenant_patterns: ['finance', 'sales'], allowed_actions: ['kibana_all_write'] },
    ],
  });
  for (const name of ['member', 'leaver'])
    await put(`internalusers/spec.${name}`, { password: PASSWORD, backend_roles: ['staff', 'hr'] });
  await put('roles/spec_lone', { description: 'Without tenants' });
  await put('internalusers/spec.lone', { password: PASSWORD });
  await put('rolesmapping/spec_lone', { users: ['spec.lone'] });
  await put('rolesmapping/spec_member', { users: ['spec.member', 'spec.leaver'] });
  await put('rolesmapping/kibana_user', {
    users: ['spec.member', 'spec.leaver', 'spec.lone'],
  });
});
afterEach(async () => {
  await profile?.close();
  profile = undefined;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens the start page. */
async function visit(who = MEMBER): Promise<Page> {
  profile = await openLoggedIn(browser, server.url, who);
  const { page } = profile;
  await page.goto('/app/home');
  await page.getByRole('button', { name: /^Account menu/ }).waitFor();
  return page;
}
const choose = async (page: Page, action: string) => {
  await openAccountMenu(page);
  await page.getByRole('button', { name: action }).click();
};
async function openTenants(page: Page): Promise<Locator> {
  await choose(page, 'Switch tenants');
  const dialog = tenantDialog(page);
  await dialog.waitFor();
  return dialog;
}
async function openReset(page: Page, username: string): Promise<Locator> {
  await choose(page, 'Reset password');
  const dialog = page.getByRole('dialog', { name: `Reset password for ${username}` });
  await dialog.waitFor();
  return dialog;
}
const fill = async (dialog: Locator, current: string, next: string, again = next) => {
  await dialog.getByLabel('Current password', { exact: true }).fill(current);
  await dialog.getByLabel('New password', { exact: true }).fill(next);
  await dialog.getByLabel('Re-enter new password', { exact: true }).fill(again);
};
const press = (dialog: Locator, name: string) =>
  dialog.getByRole('button', { name, exact: true }).click();
/** The text that describes a field to screen readers: its help and its errors. */
const described = (field: Locator) =>
  field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
  );
/** What a dialog says about a choice, and whether it can be taken. */
async function choice(dialog: Locator, name: string): Promise<[isDisabled: boolean, text: string]> {
  const radio = dialog.getByRole('radio', { name });
  return [await radio.isDisabled(), (await described(radio)).trim()];
}
/** Answers requests to this path instead of the server, once the page has loaded. */
const answer = (page: Page, path: string, status: number, body: unknown = {}) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === 'POST' || status >= 500
      ? route.fulfill({ status, json: body })
      : route.continue()
  );
const posts = (page: Page) => {
  const found: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') found.push(request);
  });
  return () => found.map((one) => new URL(one.url()).pathname);
};

describe('the account menu', () => {
  // @spec 1/24, 2.2/10, 9/56
  it('shows user and tenant, and four actions in order, at most 256 px wide', async () => {
    const page = await visit();
    await openAccountMenu(page);
    const menu = page.locator('[data-test-subj~="account-popover"]').last();
    const names = ['View roles and identities', 'Switch tenants', 'Reset password', 'Log out'];
    const texts = await page.getByRole('button').allInnerTexts();
    expect(texts.map((text) => text.trim()).filter((text) => names.includes(text))).toEqual(names);
    await page.getByText(MEMBER.username, { exact: true }).waitFor();
    expect(await page.locator('[data-test-subj~="tenant-label"]').innerText()).toBe('Global');
    const action = page.getByRole('button', { name: 'Log out' });
    const width = await action.evaluate(
      (one) => one.closest('[style*="max-width"]')?.getBoundingClientRect().width
    );
    expect(width).toBeLessThanOrEqual(256);
    expect(await menu.count()).toBe(1);
  });

  // @spec 2.1/52
  it('has names for scripts, in its dialogs too', async () => {
    const page = await visit();
    const expectNames = async (names: readonly string[]) => {
      for (const name of names)
        await page.locator(`[data-test-subj~="${name}"]`).first().waitFor({ timeout: 15_000 });
    };
    await openAccountMenu(page);
    await expectNames([
      'account-popover',
      'tenant-label',
      'view-roles-and-identities',
      'switch-tenants',
      'reset-password',
      'log-out-2',
    ]);
    await page.getByRole('button', { name: 'Switch tenants' }).click();
    await expectNames(['tenant-switch-radios', 'custom-tenant', 'confirm']);
    await press(tenantDialog(page), 'Cancel');
    await openReset(page, MEMBER.username);
    await expectNames(['current-password', 'new-password', 'reenter-new-password', 'reset']);
  });

  // @spec 2.3/3, 6/11
  it('leads to the roles and backend roles that the administrator mapped, counted', async () => {
    const page = await visit();
    await choose(page, 'View roles and identities');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Roles (2)', exact: true }).waitFor();
    await dialog
      .getByText('Roles you are currently mapped to by your administrator.', { exact: true })
      .waitFor();
    await dialog.getByRole('heading', { name: 'Backend roles (2)', exact: true }).waitFor();
    await dialog
      .getByText('Backend roles you are currently mapped to by your administrator.')
      .waitFor();
    expect((await dialog.getByRole('listitem').allInnerTexts()).sort()).toEqual(
      ['kibana_user', 'spec_member', 'hr', 'staff'].sort()
    );
  });
});

describe('the tenant dialog', () => {
  // @spec 1/22, 2.5/1, 2.5/4, 4/71, 4/72
  it('has the three choices, a list that searches and selects, and the checkbox', async () => {
    const page = await visit();
    const dialog = await openTenants(page);
    const radios = dialog.getByRole('radio');
    expect(
      await radios.evaluateAll((all) =>
        all.map((one) => [one.id, (one as HTMLInputElement).labels?.[0]?.textContent])
      )
    ).toEqual([
      ['global', 'Global'],
      ['private', 'Private'],
      ['custom', 'Choose from custom'],
    ]);
    expect(await dialog.getByRole('radio', { name: 'Global' }).isChecked()).toBe(true);
    await dialog.getByRole('combobox', { name: 'Custom tenant' }).fill('fin');
    // Its name is cut in two, because the part that was searched for is marked.
    const found = page.getByRole('option').filter({ hasText: 'finance' });
    await found.waitFor();
    expect(await page.getByRole('option').count()).toBe(1);
    await found.click();
    expect(await dialog.getByRole('radio', { name: 'Choose from custom' }).isChecked()).toBe(true);
    const box = dialog.getByRole('checkbox', {
      name: 'Remember my selection next time I log in from this device.',
    });
    expect(await box.isChecked()).toBe(false);
    await press(dialog, 'Cancel');
    await dialog.waitFor({ state: 'detached' });
    expect(await tenantButton(page).innerText()).toContain('Global');
  });

  // @spec 3/55, 3/80, 3/82, 4/74, 4/75, 4/76
  it.each([
    ['Private', '__user__', true],
    ['finance', 'finance', true],
    ['Global', '', false],
  ] as const)(
    'switches to %s with a reload, and remembers it only if asked to',
    async (name, value, isKept) => {
      const page = await visit();
      await page.evaluate((key) => localStorage.setItem(key, '"sales"'), SAVED);
      await page.evaluate(() =>
        sessionStorage.setItem('opendistro::security::tenant::show_popup', 'false')
      );
      if (name === 'Global') {
        await page.goto('/app/home?security_tenant=sales');
        await tenantButton(page).getByText('sales').waitFor();
      }
      const dialog = await openTenants(page);
      if (name === 'finance') {
        await dialog.getByRole('combobox', { name: 'Custom tenant' }).fill(name);
        await page.getByRole('option', { name }).click();
      } else await dialog.getByRole('radio', { name }).check();
      await dialog.getByRole('checkbox').setChecked(isKept);
      const [request] = await Promise.all([
        page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith(TENANT)),
        page.waitForEvent('load'),
        press(dialog, 'Confirm'),
      ]);
      expect(request.postDataJSON()).toEqual({ tenant: value, username: MEMBER.username });
      await tenantButton(page).getByText(name).waitFor();
      expect(await dialog.count()).toBe(0);
      expect(await page.evaluate((key) => localStorage.getItem(key), SAVED)).toBe(
        isKept ? JSON.stringify(value) : null
      );
    }
  );

  // @spec 4/73, 4/77, 5/41, 8/83
  it('says what is wrong in red until the choice changes: no tenant, the reason, or none', async () => {
    const page = await visit();
    profile?.allow(/403|500|could not be switched/);
    const sent = posts(page);
    const dialog = await openTenants(page);
    const failure = dialog.locator('.euiCallOut--danger');
    await dialog.getByRole('radio', { name: 'Choose from custom' }).check();
    await press(dialog, 'Confirm');
    await failure.getByText('No target tenant is specified!').waitFor();
    expect(sent()).not.toContain(TENANT);
    await dialog.getByRole('radio', { name: 'Private' }).check();
    await failure.waitFor({ state: 'detached' });
    await answer(page, TENANT, 403, { statusCode: 403, message: 'You have no access.' });
    await press(dialog, 'Confirm');
    await failure.getByText('You have no access.').waitFor();
    await dialog.getByRole('radio', { name: 'Global' }).check();
    await failure.waitFor({ state: 'detached' });
    await page.unroute(`**${TENANT}`);
    await page.route(`**${TENANT}`, (route) => route.fulfill({ status: 500, body: '' }));
    await press(dialog, 'Confirm');
    await failure.getByText('Failed to switch tenant.').waitFor();
    profile?.expectClean();
    expect(profile?.problems.join('\n')).toContain('could not be switched');
  });

  // @spec 8/85, 8/87
  it('keeps the account that it knows when it cannot be loaded again, which is logged', async () => {
    const page = await visit();
    profile?.allow(/500|could not be loaded/);
    await page.route(`**${ACCOUNT}`, (route) => route.fulfill({ status: 500, body: '' }));
    const dialog = await openTenants(page);
    await dialog.getByRole('combobox', { name: 'Custom tenant' }).click();
    await page.getByRole('option', { name: 'finance' }).waitFor();
    await page.keyboard.press('Escape');
    await press(dialog, 'Cancel');
    await dialog.waitFor({ state: 'detached' });
    await choose(page, 'View roles and identities');
    await page.getByRole('dialog').getByText('spec_member').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.euiToast').count()).toBe(0);
    expect(await page.locator('.euiCallOut--danger').count()).toBe(0);
    const logged = profile?.problems.filter((line) =>
      line.includes('Account information could not be loaded')
    );
    expect(logged).toHaveLength(2);
    profile?.expectClean();
  });
});

describe('choices of the tenant dialog', () => {
  const CONFIG = '/api/v1/configuration/tenancy/config';
  const set = async (settings: object) => {
    const { status, text } = await admin.put(CONFIG, settings);
    if (status !== 200) throw new Error(`The settings answered ${status}: ${text}`);
  };
  afterEach(() => set({ multitenancy_enabled: true, private_tenant_enabled: true }));

  // @spec 2.5/3
  it('go when administrators turn them off while the dialog is open', async () => {
    const page = await visit();
    const dialog = await openTenants(page);
    expect(await choice(dialog, 'Private')).toEqual([false, 'Only you can see it.']);
    await set({ private_tenant_enabled: false });
    await dialog.getByText('Contact the administrator to enable private tenant.').waitFor();
    expect((await choice(dialog, 'Private'))[0]).toBe(true);
    await set({ multitenancy_enabled: false });
    await dialog.getByText('Contact the administrator to enable multi tenancy.').waitFor();
    const confirm = dialog.getByRole('button', { name: 'Confirm', exact: true });
    expect(await confirm.isDisabled()).toBe(true);
  });

  // @spec 5/44
  it('are disabled with the reason: private ones off, or not of the user, and no custom one', async () => {
    const page = await visit({ username: 'spec.lone', password: PASSWORD });
    let dialog = await openTenants(page);
    expect(await choice(dialog, 'Private')).toEqual([false, 'Only you can see it.']);
    expect(await choice(dialog, 'custom')).toEqual([true, 'No custom tenants available.']);
    expect(await dialog.getByRole('combobox', { name: 'Custom tenant' }).isDisabled()).toBe(true);
    await press(dialog, 'Cancel');
    // No setting of the built-in user store takes the own tenant away; a cluster may.
    await page.route(`**${ACCOUNT}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { tenants: object } };
      body.data.tenants = { global_tenant: true };
      await route.fulfill({ response, json: body });
    });
    dialog = await openTenants(page);
    await dialog.getByText('Contact the administrator to get access to private tenant.').waitFor();
    expect((await choice(dialog, 'Private'))[0]).toBe(true);
    await set({ private_tenant_enabled: false });
    await dialog.getByText('Contact the administrator to enable private tenant.').waitFor();
    expect((await choice(dialog, 'Private'))[0]).toBe(true);
  });
});

describe('the password dialog', () => {
  // @spec 2.4/1, 5/37
  it('describes its three fields, and offers Reset for two equal new passwords only', async () => {
    const page = await visit();
    const dialog = await openReset(page, MEMBER.username);
    const field = (name: string) => dialog.getByLabel(name, { exact: true });
    expect(await described(field('Current password'))).toContain(
      'Verify your account by entering your current password.'
    );
    expect(await described(field('New password'))).toMatch(
      /at least 8 characters.*uppercase.*lowercase.*digit.*special character/
    );
    expect(await described(field('Re-enter new password'))).toContain(
      'The password must be identical to what you entered above.'
    );
    const reset = dialog.getByRole('button', { name: 'Reset', exact: true });
    await fill(dialog, PASSWORD, NEXT_PASSWORD, `${NEXT_PASSWORD}!`);
    expect(await reset.isDisabled()).toBe(true);
    expect(await field('Re-enter new password').getAttribute('aria-invalid')).toBe('true');
    await field('Re-enter new password').fill(NEXT_PASSWORD);
    expect(await reset.isEnabled()).toBe(true);
    await press(dialog, 'Cancel');
    await dialog.waitFor({ state: 'detached' });
  });

  // @spec 5/38, 5/39
  it('marks a wrong current password with the sentence, or with what the server says', async () => {
    const page = await visit();
    profile?.allow(/401|429/);
    const sent = posts(page);
    const dialog = await openReset(page, MEMBER.username);
    const current = dialog.getByLabel('Current password', { exact: true });
    await fill(dialog, 'Wrong-password-1', NEXT_PASSWORD);
    await press(dialog, 'Reset');
    await dialog.getByText('Invalid current password.').waitFor();
    expect(await current.getAttribute('aria-invalid')).toBe('true');
    expect(await described(current)).toContain('Invalid current password.');
    await answer(page, '/auth/login', 429, { statusCode: 429, message: 'Wait a minute.' });
    await current.fill('Wrong-password-2');
    await press(dialog, 'Reset');
    await dialog.getByText('Wait a minute.').waitFor();
    expect(sent()).toEqual(['/auth/login', '/auth/login']);
    profile?.expectClean();
  });

  // @spec 2.4/2, 5/35, 8/86
  it('says in red why a password is not changed, or that it failed', async () => {
    const page = await visit();
    profile?.allow(/400|500|could not be changed/);
    const dialog = await openReset(page, MEMBER.username);
    await fill(dialog, PASSWORD, 'weak');
    await press(dialog, 'Reset');
    const fresh = dialog.getByLabel('New password', { exact: true });
    await dialog.locator('.euiCallOut--danger, .euiFormErrorText').first().waitFor();
    expect(await fresh.getAttribute('aria-invalid')).toBe('true');
    await answer(page, ACCOUNT, 500);
    await fresh.fill(NEXT_PASSWORD);
    await dialog.getByLabel('Re-enter new password', { exact: true }).fill(NEXT_PASSWORD);
    await press(dialog, 'Reset');
    await dialog
      .locator('.euiCallOut--danger')
      .getByText('Failed to reset password.', { exact: true })
      .waitFor();
    profile?.expectClean();
  });

  // @spec 3/81, 3/87, 4/95
  it('verifies the current password, changes it and logs out, with a notice', async () => {
    const leaver = { username: 'spec.leaver', password: PASSWORD };
    const page = await visit(leaver);
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && /\/auth\/|\/account$/.test(request.url()))
        bodies.push([new URL(request.url()).pathname, request.postDataJSON()]);
    });
    const dialog = await openReset(page, leaver.username);
    await fill(dialog, PASSWORD, NEXT_PASSWORD);
    await press(dialog, 'Reset');
    await page.getByLabel('Username').waitFor();
    expect(bodies).toEqual([
      ['/auth/login', leaver],
      [ACCOUNT, { password: NEXT_PASSWORD, current_password: PASSWORD }],
      ['/auth/logout', null],
    ]);
    await toast(page, 'Your password has been changed').waitFor();
    await page.goto('/app/home');
    await page.getByLabel('Username').waitFor();
  });
});
