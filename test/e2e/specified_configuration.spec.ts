/**
 * The effect of the specification's "Configuration read" (section 3) on the pages, from button to
 * text: one server with other tenants, permissions, texts and logout addresses, and one without
 * multi-tenancy.
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { openLoggedIn, type LoggedInOptions } from '../helpers/logged_in';
import { openAccountMenu, tenantDialog } from './screens/shell';

jest.setTimeout(120_000);

const ROLELESS = { username: 'spec.roleless', password: 'Fjord-lantern-42-Quilt' } as const;
const READER = { username: 'spec.reader', password: 'Fjord-lantern-42-Quilt' } as const;
const OUT = '/app/customerror';

let browser: Browser;
let server: TestServer | undefined;
let profile: Profile | undefined;

beforeAll(async () => {
  browser = await launchChromium();
});
afterEach(async () => {
  await profile?.close();
  profile = undefined;
});
afterAll(() => browser?.close());

const visit = async (
  who: Parameters<typeof openLoggedIn>[2] = ADMIN,
  options: LoggedInOptions = {}
): Promise<Page> => {
  profile = await openLoggedIn(browser, server?.url ?? '', who, options);
  return profile.page;
};
const openTenants = async (page: Page) => {
  await page.goto('/app/home');
  await openAccountMenu(page);
  await page.getByRole('button', { name: 'Switch tenants' }).click();
  const dialog = tenantDialog(page);
  await dialog.waitFor();
  return dialog;
};
const key = (name: string, value: unknown) =>
  `--opensearch_security.${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;

describe('a fully customized configuration', () => {
  beforeAll(async () => {
    server = await startServer({
      args: [
        '--demo',
        key('multitenancy.tenants.enable_private', false),
        key('multitenancy.tenants.enable_global', false),
        key('multitenancy.popup', 'never'),
        key('clusterPermissions.include', ['cluster:admin/spec/own']),
        key('indexPermissions.include', ['indices:data/spec/own']),
        key('readonly_mode.roles', ['spec_read_only']),
        key('auth.logout_url', OUT),
        key('ui.basicauth.login.title', 'Welcome to the observatory'),
        key('ui.basicauth.login.subtitle', 'Ask the night shift for a name.'),
        key('ui.basicauth.login.showbrandimage', false),
        key('ui.basicauth.login.buttonstyle', 'spec-button'),
      ],
    });
    const admin = await server.adminClient();
    const put = async (what: string, body: unknown) => {
      const { status, text } = await admin.post(`/api/v1/configuration/${what}`, body);
      if (status !== 200) throw new Error(`${what} answered ${status}: ${text}`);
    };
    await put('roles/spec_read_only', {
      tenant_permissions: [{ tenant_patterns: ['sales'], allowed_actions: ['kibana_all_read'] }],
    });
    await put(`internalusers/${READER.username}`, { password: READER.password });
    await put(`internalusers/${ROLELESS.username}`, { password: ROLELESS.password });
    await put('rolesmapping/spec_read_only', { users: [READER.username] });
  });
  afterAll(() => server?.stop());

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

  it('offers each permission of the configuration once in role forms', async () => {
    const page = await visit();
    for (let visits = 0; visits < 2; visits++) {
      await page.goto('/app/security/roles/create');
      await page.getByRole('button', { name: 'Add index permission' }).click();
      for (const [combo, name] of [
        ['Cluster permissions', 'cluster:admin/spec/own'],
        ['Index permissions', 'indices:data/spec/own'],
      ] as const) {
        // The row of the first visit is restored.
        const box = page.getByRole('combobox', { name: combo }).last();
        await box.fill(name);
        const option = page.getByRole('option').filter({ hasText: name });
        await option.first().waitFor();
        expect(await option.count()).toBe(1);
        await box.fill('');
        await box.press('Escape');
      }
    }
  });

  it('disables Global and Private with the reason for each, and lists no row for Private', async () => {
    const page = await visit();
    const dialog = await openTenants(page);
    expect(await dialog.getByRole('radio', { name: 'Global' }).isDisabled()).toBe(true);
    await dialog.getByText('Contact the administrator to enable global tenant.').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Private' }).isDisabled()).toBe(true);
    await dialog.getByText('Contact the administrator to enable private tenant.').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Choose from custom' }).isEnabled()).toBe(true);
    await page.goto('/app/security/tenants');
    await page.getByRole('checkbox', { name: 'Select sales' }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select Private' }).count()).toBe(0);
  });

  it('never opens the tenant dialog with multitenancy.popup never', async () => {
    const page = await visit(ADMIN, { isAsked: true });
    await page.goto('/app/home');
    // Opening the account menu would open the tenant dialog.
    await openAccountMenu(page);
    expect(await tenantDialog(page).count()).toBe(0);
  });

  it('lets users with a role of readonly_mode.roles open home and nothing else', async () => {
    const page = await visit(READER);
    await page.goto('/app/home');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.goto('/app/management');
    await page.getByRole('heading', { name: 'Application Not Found' }).waitFor();
  });

  it('logs out to auth.logout_url', async () => {
    const page = await visit();
    await page.goto('/app/home');
    await openAccountMenu(page);
    await page.getByText('Log out', { exact: true }).click();
    await page.waitForURL((url) => url.pathname === OUT);
  });

  it('logs out to auth.logout_url from the page for users without roles', async () => {
    const page = await visit(ROLELESS);
    await page.goto('/missing-role');
    await page.locator('[data-test-subj="error-logout-button"]').click();
    await page.waitForURL((url) => url.pathname === OUT);
  });

  it('logs out to auth.logout_url at the first 401 of a page', async () => {
    const page = await visit();
    profile?.allow(/401/);
    await page.goto('/app/security/roles');
    await page.getByRole('table').getByRole('link').first().waitFor();
    await page.request.post('/auth/logout', { headers: { 'kbn-xsrf': 'true' } });
    await page.getByLabel('Search roles').fill('a');
    await page.waitForURL((url) => url.pathname === OUT);
  });
});

describe('a configuration without multi-tenancy and autologout', () => {
  beforeAll(async () => {
    server = await startServer({
      args: ['--demo', key('multitenancy.enabled', false), key('ui.autologout', false)],
    });
  });
  afterAll(() => server?.stop());

  it('disables Confirm in the tenant dialog, which names the administrator as contact', async () => {
    const page = await visit();
    const dialog = await openTenants(page);
    await dialog
      .getByText('Contact the administrator to enable multi tenancy.', { exact: true })
      .waitFor();
    expect(await dialog.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('radio').count()).toBe(0);
  });

  it('names the administrator as contact on the page of tenants too', async () => {
    const page = await visit();
    await page.goto('/app/security/tenants');
    await page.getByText('You have not enabled multi tenancy').waitFor();
    await page.getByText('Contact your administrator to enable multi tenancy.').waitFor();
  });

  it('stays on the page after a 401', async () => {
    const page = await visit();
    profile?.allow(/401/);
    await page.goto('/app/security/roles');
    await page.getByRole('table').getByRole('link').first().waitFor();
    await page.request.post('/auth/logout', { headers: { 'kbn-xsrf': 'true' } });
    const refused = page.waitForResponse((response) => response.status() === 401);
    await page.getByLabel('Search roles').fill('a');
    await refused;
    await page.getByRole('button', { name: /Retry/ }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/security/roles');
  });
});
