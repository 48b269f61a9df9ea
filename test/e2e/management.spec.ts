/** Advanced settings and saved objects, as an administrator uses them. Checked with axe. */
import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import type { HttpClient } from '../helpers/http_client';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { login } from './screens/login';
import { closeTenantDialog, switchTenant } from './screens/shell';

jest.setTimeout(240_000);

const OBJECTS = '/api/saved_objects';
let server: TestServer;
let browser: Browser;
let api: HttpClient;
let profile: Profile;
let page: Page;

const inTenant = (securitytenant: string) => ({ headers: { securitytenant } });
const create = async (tenant: string, type: string, id: string, body: object): Promise<void> => {
  const { status, text } = await api.post(`${OBJECTS}/${type}/${id}`, body, inTenant(tenant));
  if (status !== 200) throw new Error(`POST ${type}/${id} answered ${status}: ${text}`);
};
const titleOf = async (tenant: string, id: string): Promise<string | undefined> =>
  (await api.get(`${OBJECTS}/dashboard/${id}`, inTenant(tenant))).body.attributes?.title;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({
      args: [
        '--uiSettings.overrides.dateFormat:dow=Monday',
        '--opensearch_security.multitenancy.tenants.enable_private=false',
      ],
    }),
    launchChromium(),
  ]);
  api = await server.adminClient();
  const basic = Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64');
  for (const tenant of ['sales', 'finance']) {
    await server
      .client()
      .put(
        `/_plugins/_security/api/tenants/${tenant}`,
        { description: tenant },
        { headers: { authorization: `Basic ${basic}` } }
      );
  }
  await create('sales', 'search', 's', { attributes: { title: 'Large orders' } });
  await create('sales', 'dashboard', 'd', {
    attributes: { title: 'Sales pipeline' },
    references: [{ type: 'search', id: 's', name: 'panel' }],
  });
  await create('sales', 'dashboard', 'e', { attributes: { title: 'Win rate' } });
  await create('finance', 'dashboard', 'd', { attributes: { title: 'Mine' } });
  profile = await openProfile(browser, server.url);
  page = profile.page;
  await login(page, ADMIN);
  await closeTenantDialog(page);
  await switchTenant(page, { custom: 'sales' });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
afterEach(() => profile.expectClean());

describe('advanced settings', () => {
  const row = (key: string): Locator => page.locator(`[data-test-subj="setting-${key}"]`);
  const save = async (): Promise<void> => {
    const button = page.getByRole('button', { name: 'Save', exact: true });
    await button.click();
    await button.waitFor({ state: 'detached' });
  };
  const stored = async (key: string): Promise<unknown> =>
    (await api.get('/api/kibana/settings', inTenant('sales'))).body.settings[key]?.userValue;

  beforeEach(async () => {
    await page.goto('/app/management/kibana/settings');
    await page.getByRole('heading', { level: 1, name: 'Advanced settings' }).waitFor();
  });

  it('saves values from each kind of control', async () => {
    await expectAccessible(page);
    await row('accessibility:disableAnimations').getByRole('switch').click();
    await row('dateFormat').getByRole('textbox').fill('YYYY');
    await row('pageNavigation').getByRole('combobox').selectOption({ label: 'Legacy' });
    await row('truncate:maxHeight').getByRole('textbox').fill('42');
    await row('dateFormat:scaled').getByRole('textbox').fill('[["", "HH"]]');
    const banner = row('notifications:banner');
    await banner.getByRole('textbox').fill('Closed on **Friday**');
    await banner.getByRole('button', { name: 'Preview' }).click();
    await banner.locator('strong').getByText('Friday').waitFor();
    await expectAccessible(page);
    await save();
    expect(await stored('accessibility:disableAnimations')).toBe(true);
    expect(await stored('dateFormat')).toBe('YYYY');
    expect(await stored('pageNavigation')).toBe('legacy');
    expect(await stored('truncate:maxHeight')).toBe(42);
    expect(await stored('dateFormat:scaled')).toBe('[["", "HH"]]');
    // The banner appears without a reload.
    await page.locator('#globalBannerList').getByText('Friday').waitFor();
    await page.reload();
    expect(await row('truncate:maxHeight').getByRole('textbox').inputValue()).toBe('42');
  });

  it('shows validation errors beside the typed text, and resets to the default', async () => {
    const height = row('truncate:maxHeight');
    await height.getByRole('textbox').fill('many');
    const scaled = row('dateFormat:scaled');
    await scaled.getByRole('textbox').fill('[[');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await height.getByText('Enter a number.').waitFor();
    await scaled.getByText('This is not valid JSON').waitFor();
    await expectAccessible(page);
    expect(await height.getByRole('textbox').inputValue()).toBe('many');
    await page.getByRole('button', { name: 'Discard' }).click();

    // Some rules are checked only by the server. Its error keeps the typed text, too.
    profile.allow(/400/);
    await height.getByRole('textbox').fill('-1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await height
      .getByText(/greater or equal to 0/)
      .first()
      .waitFor();
    expect(await height.getByRole('textbox').inputValue()).toBe('-1');
    await page.getByRole('button', { name: 'Discard' }).click();

    for (const key of ['notifications:banner', 'truncate:maxHeight'])
      await row(key)
        .getByRole('button', { name: /Reset to default/ })
        .click();
    await save();
    expect(await stored('truncate:maxHeight')).toBeUndefined();
    expect(await height.getByRole('textbox').inputValue()).toBe('115');
  });

  it('can be searched by text and category; settings from the configuration are locked', async () => {
    const headings = page.getByRole('main').getByRole('heading', { level: 3 });
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('banner');
    await expectTexts(headings, ['Banner lifetime', 'Custom banner']);
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('');
    await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Accessibility' });
    await row('accessibility:disableAnimations').waitFor();
    expect(await headings.count()).toBeLessThan(4);
    await page
      .getByRole('combobox', { name: 'Category' })
      .selectOption({ label: 'All categories' });
    const locked = row('dateFormat:dow');
    await locked.getByText("is set in the server configuration and can't be changed").waitFor();
    expect(await locked.getByRole('combobox').isDisabled()).toBe(true);
    expect(await locked.getByRole('button').count()).toBe(0);
  });

  it('keeps unsaved changes inside the app, and asks before leaving it', async () => {
    await row('dateFormat').getByRole('textbox').fill('DD');
    await page.getByRole('link', { name: 'Saved objects' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Saved objects' }).waitFor();
    const waiting = page.getByRole('region', { name: 'Unsaved changes on other pages' });
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Security Dashboards home' }).click();
    const request = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await request.waitFor();
    await expectAccessible(page);
    await request.getByRole('button', { name: 'Cancel' }).click();
    await waiting.getByRole('link', { name: 'Advanced settings' }).click();
    expect(await row('dateFormat').getByRole('textbox').inputValue()).toBe('DD');
    await waiting.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Security Dashboards home' }).click();
    await request.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(await stored('dateFormat')).toBe('YYYY');
  });
});

/** Waits until the elements have exactly these texts, in any order. */
async function expectTexts(locator: Locator, texts: readonly string[]): Promise<void> {
  await locator.nth(texts.length).waitFor({ state: 'detached' });
  expect((await locator.allInnerTexts()).sort()).toEqual([...texts].sort());
}

describe('saved objects', () => {
  const select = (title: string): Promise<void> =>
    page.getByRole('checkbox', { name: `Select ${title}` }).check();
  const flyout = (): Locator => page.getByRole('dialog');
  /** Chooses an item of the menu for the selected objects. */
  const choose = async (action: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    const entry = page.getByRole('menuitem', { name: action });
    await entry.click();
    await entry.waitFor({ state: 'detached' });
  };

  beforeEach(async () => {
    await page.goto('/app/management/kibana/objects');
    await page.getByText('Win rate').first().waitFor();
  });

  it('filters and inspects', async () => {
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Search saved objects' }).fill('pipeline');
    await page.getByText('Win rate').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Sales pipeline', exact: true }).click();
    await flyout()
      .getByRole('heading', { name: /^Panels/ })
      .waitFor();
    await expectAccessible(page);
    await flyout().getByRole('tab', { name: 'Details and JSON' }).click();
    await flyout().getByRole('heading', { name: 'References' }).waitFor();
    await expectAccessible(page);
    await flyout().getByText('Large orders').or(flyout().getByText(/\bs\b/)).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search saved objects' }).fill('');
    await page.getByText('Win rate').first().waitFor();
  });

  it('exports to a file and imports it again, overwriting or as new copies', async () => {
    await select('Sales pipeline');
    await choose('Export');
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    const buffer = await readFile(await download.path());
    const lines = buffer
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id?: string });
    expect(lines.map(({ id }) => id).sort()).toEqual(['d', 's', undefined]);

    const file = { name: 'export.ndjson', mimeType: 'application/x-ndjson', buffer };
    await api.put(
      `${OBJECTS}/dashboard/d`,
      { attributes: { title: 'Changed since' } },
      inTenant('sales')
    );
    await page.getByRole('button', { name: 'Import' }).click();
    await flyout().locator('input[type=file]').setInputFiles(file);
    await flyout().getByRole('button', { name: 'Import', exact: true }).click();
    await flyout()
      .getByText(/need a decision/)
      .waitFor();
    await expectAccessible(page);
    expect(await titleOf('sales', 'd')).toBe('Changed since');
    await flyout().getByRole('button', { name: 'Overwrite all existing objects' }).click();
    await flyout().getByRole('button', { name: 'Continue' }).click();
    await flyout().getByText('Imported: 2. Skipped: 0. Failed: 0.').waitFor();
    expect(await titleOf('sales', 'd')).toBe('Sales pipeline');
    await flyout().getByRole('button', { name: 'Close', exact: true }).click();

    await page.getByRole('button', { name: 'Import' }).click();
    await flyout().locator('input[type=file]').setInputFiles(file);
    await flyout()
      .getByRole('radio', { name: /new copies/ })
      .check();
    await flyout().getByRole('button', { name: 'Import', exact: true }).click();
    await flyout().getByText('Imported: 2. Skipped: 0. Failed: 0.').waitFor();
    await flyout().getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Sales pipeline', exact: true }).nth(1).waitFor();
  });

  it('copies to another tenant, and asks before overwriting', async () => {
    await page
      .locator('tr', { has: page.getByText('Win rate') })
      .getByRole('checkbox')
      .check();
    await page
      .locator('tr', { has: page.getByText('Sales pipeline') })
      .last()
      .getByRole('checkbox')
      .check();
    await choose('Copy to tenant');
    const target = flyout().getByRole('combobox', { name: 'Copy to tenant' });
    // The configuration disables the private tenant.
    expect(await target.getByRole('option').allInnerTexts()).toEqual(['Global', 'finance']);
    await target.selectOption('finance');
    await expectAccessible(page);
    await flyout().getByRole('button', { name: 'Copy 2 objects' }).click();
    await flyout()
      .getByText(/objects copied to finance/)
      .waitFor();
    await expectAccessible(page);
    expect(await titleOf('finance', 'e')).toBe('Win rate');
    expect(await titleOf('finance', 'd')).toBe('Mine');
    const refused = await api.post(
      '/api/management/saved_objects/_copy_to_tenant',
      {
        objects: [{ type: 'dashboard', id: 'e' }],
        tenant: '__user__',
        includeReferences: false,
        overwrite: false,
      },
      inTenant('sales')
    );
    expect(refused.status).toBe(403);
    await flyout().getByRole('button', { name: 'Close', exact: true }).click();
  });

  it('deletes after confirmation; updating an older version is rejected', async () => {
    const { version } = (await api.get(`${OBJECTS}/dashboard/e`, inTenant('sales'))).body;
    const update = (title: string) =>
      api.put(`${OBJECTS}/dashboard/e`, { attributes: { title }, version }, inTenant('sales'));
    expect((await update('Win rate')).status).toBe(200);
    expect((await update('Too late')).status).toBe(409);

    await select('Win rate');
    await choose('Delete');
    const request = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await request.getByText('for everyone').waitFor();
    await expectAccessible(page);
    await request.getByRole('button', { name: 'Cancel' }).click();
    expect(await titleOf('sales', 'e')).toBe('Win rate');
    await choose('Delete');
    await request.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 object deleted').waitFor();
    expect(await titleOf('sales', 'e')).toBeUndefined();
  });
});
