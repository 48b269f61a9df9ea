/**
 * Audit logging as specified (section 3, "Audit configuration settings", and the parts of 2.1, 5
 * and 8 about it), from button to text, with one server and one page. The configuration excludes
 * some categories.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium, type Profile } from '../helpers/chromium';
import type { HttpClient } from '../helpers/http_client';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { openLoggedIn } from '../helpers/logged_in';
import { toast } from './screens/shell';

jest.setTimeout(120_000);

const CONFIG = '/api/v1/configuration/audit';
const SAVED = 'Audit configuration was successfully updated.';
const NOT_SAVED = 'Audit configuration could not be updated. Please check configuration.';

let server: TestServer | undefined;
let browser: Browser;
let admin: HttpClient;
let profile: Profile;
let page: Page;

interface AuditConfig {
  readonly enabled: boolean;
  readonly audit: Readonly<Record<string, unknown>>;
  readonly compliance: Readonly<Record<string, unknown>>;
}
const stored = async () => (await admin.get<{ config: AuditConfig }>(CONFIG)).body.config;
const store = async (change: (config: AuditConfig) => AuditConfig) => {
  const { status, text } = await admin.post(`${CONFIG}/config`, change(await stored()));
  if (status !== 200) throw new Error(`The audit configuration answered ${status}: ${text}`);
};

beforeAll(async () => {
  const args = [
    '--demo',
    '--opensearch_security.disabledRestCategories.exclude=["SSL_EXCEPTION"]',
    '--opensearch_security.disabledTransportCategories.exclude=["INDEX_EVENT"]',
  ];
  [server, browser] = await Promise.all([startServer({ args }), launchChromium()]);
  admin = await server.adminClient();
  await store((config) => ({
    ...config,
    enabled: true,
    audit: { ...config.audit, ignore_users: ['kibanaserver', 'spec'], ignore_requests: [] },
    compliance: { ...config.compliance, enabled: true, read_watched_fields: {} },
  }));
  profile = await openLoggedIn(browser, server.url, ADMIN);
  ({ page } = profile);
});
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = async (part = '', title = 'Audit logging') => {
  await page.goto(`/app/security/auditLogging${part}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
};
const general = () => open('/edit/generalSettings', 'General settings');
const compliance = () => open('/edit/complianceSettings', 'Compliance settings');
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
const mainSwitch = () => page.locator('[data-test-subj="audit-logging-enabled-switch"]');
const groups = () => page.getByRole('main').getByRole('heading', { level: 3 }).allInnerTexts();
const panels = () => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();

describe('the audit logging page', () => {
  it('shows the setting groups by name and in order', async () => {
    await open();
    await page.locator('[data-test-subj="compliance-settings-configure"]').waitFor();
    expect((await panels())[0]).toBe('Audit');
    const named = ['Layer', 'Attribute', 'Ignore', 'Compliance mode', 'Compliance config', 'Read'];
    const shown = await groups();
    expect(shown.filter((title) => [...named, 'Write'].includes(title))).toEqual([
      ...named,
      'Write',
    ]);
  });

  it('shows Enabled and Disabled, comma-joined lists, and a dash for empty values', async () => {
    const { audit } = await stored();
    await open();
    const ignore = page.getByRole('region', { name: 'Ignore' });
    await ignore.getByText('kibanaserver, spec', { exact: true }).waitFor();
    await ignore.getByText('—', { exact: true }).waitFor();
    const layer = page.getByRole('region', { name: 'Layer' });
    const words = (is: unknown) => (is === true ? 'Enabled' : 'Disabled');
    expect((await layer.innerText()).replaceAll(/\s+/g, ' ')).toContain(
      `REST layer ${words(audit['enable_rest'])}`
    );
  });

  it('turns logging on and off immediately with a toast, and hides the settings when off', async () => {
    await open();
    await mainSwitch().click();
    await toast(page, SAVED).waitFor();
    await page
      .locator('[data-test-subj="general-settings-configure"]')
      .waitFor({ state: 'detached' });
    expect((await stored()).enabled).toBe(false);
    await mainSwitch().click();
    await page.locator('[data-test-subj="general-settings-configure"]').waitFor();
    expect((await stored()).enabled).toBe(true);
  });

  it('reports an error when turning logging on or off fails', async () => {
    profile.allow(/500/);
    await open();
    await page.route(`**${CONFIG}/config`, (route) =>
      route.fulfill({ status: 500, json: { message: 'Broken on purpose' } })
    );
    await mainSwitch().click();
    const told = toast(page, NOT_SAVED);
    await told.getByText('Broken on purpose').waitFor();
  });

  it.each(['', '/edit/generalSettings', '/edit/complianceSettings'])(
    'reports at %j that loading failed, and what to do',
    async (part) => {
      profile.allow(/500/);
      await page.route(`**${CONFIG}`, (route) =>
        route.fulfill({ status: 500, json: { message: 'Broken on purpose' } })
      );
      await page.goto(`/app/security/auditLogging${part}`);
      await page.getByText('Sorry, there was an error fetching audit configuration.').waitFor();
      await page
        .getByText(
          'Please ensure hot reloading of audit configuration is enabled in the security plugin.'
        )
        .waitFor();
    }
  );
});

describe('the audit logging forms', () => {
  const switchOf = (path: string) => page.locator(`[data-test-subj="${path}-switch"]`);
  const comboOf = (label: string): Locator =>
    page.getByRole('combobox', { name: label, exact: true });

  it('contain every general setting', async () => {
    await general();
    for (const key of [
      'enable_rest',
      'enable_transport',
      'resolve_bulk_requests',
      'log_request_body',
      'resolve_indices',
      'exclude_sensitive_headers',
    ])
      await switchOf(`audit.${key}`).waitFor();
    for (const key of [
      'disabled_rest_categories',
      'disabled_transport_categories',
      'ignore_users',
      'ignore_requests',
    ])
      await comboOf(`audit:${key}`).waitFor();
    expect(await panels()).toEqual(expect.arrayContaining(['Layer', 'Attribute', 'Ignore']));
  });

  it('contain every compliance setting', async () => {
    await compliance();
    for (const key of [
      'enabled',
      'internal_config',
      'external_config',
      'read_metadata_only',
      'write_metadata_only',
      'write_log_diffs',
    ])
      await switchOf(`compliance.${key}`).waitFor();
    for (const key of ['read_ignore_users', 'write_ignore_users', 'write_watched_indices'])
      await comboOf(`compliance:${key}`).waitFor();
    await page.getByLabel('compliance:read_watched_fields', { exact: true }).waitFor();
    expect(await panels()).toEqual(
      expect.arrayContaining(['Compliance mode', 'Compliance config', 'Read', 'Write'])
    );
  });

  it.each([
    [
      'disabled_rest_categories',
      ['BAD_HEADERS', 'FAILED_LOGIN', 'MISSING_PRIVILEGES', 'GRANTED_PRIVILEGES', 'AUTHENTICATED'],
    ],
    [
      'disabled_transport_categories',
      [
        'BAD_HEADERS',
        'FAILED_LOGIN',
        'GRANTED_PRIVILEGES',
        'MISSING_PRIVILEGES',
        'SSL_EXCEPTION',
        'OPENDISTRO_SECURITY_INDEX_ATTEMPT',
        'AUTHENTICATED',
      ],
    ],
  ])('offer the categories of audit:%s in order, without excluded ones', async (key, all) => {
    await store((config) => ({ ...config, audit: { ...config.audit, [key]: [] } }));
    await general();
    await comboOf(`audit:${key}`).click();
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option').allInnerTexts()).toEqual(all);
  });

  it('show and keep a stored category that is not offered', async () => {
    await store((config) => ({
      ...config,
      audit: { ...config.audit, disabled_rest_categories: ['SSL_EXCEPTION', 'FAILED_LOGIN'] },
    }));
    await general();
    await page.getByText('SSL_EXCEPTION', { exact: true }).waitFor();
    const isOn = (await stored()).audit['log_request_body'] === true;
    await switchOf('audit.log_request_body').click();
    await save();
    await toast(page, SAVED).waitFor();
    const { audit } = await stored();
    expect(audit['log_request_body']).toBe(!isOn);
    expect(audit['disabled_rest_categories']).toEqual(['SSL_EXCEPTION', 'FAILED_LOGIN']);
  });

  it('accept watched fields as a map from index patterns to field patterns', async () => {
    await compliance();
    const fields = page.getByLabel('compliance:read_watched_fields', { exact: true });
    for (const wrong of ['{', '[]', '{"a": 1}', '"text"']) {
      await fields.fill(wrong);
      await save();
      await page
        .locator('.euiFormErrorText')
        .getByText('Invalid content. Please check sample data content.')
        .waitFor();
      expect(await fields.inputValue()).toBe(wrong);
      expect((await stored()).compliance['read_watched_fields']).toEqual({});
    }
    await fields.fill('{ "people-*": ["name", "address.*"] }');
    await save();
    await toast(page, SAVED).waitFor();
    expect((await stored()).compliance['read_watched_fields']).toEqual({
      'people-*': ['name', 'address.*'],
    });
  });

  it.each([
    [{ message: 'Broken on purpose' }, 'Broken on purpose'],
    [{}, 'You may refresh the page to retry or see browser console for more information.'],
  ])(
    'show after failing to save with %j the message %j, and keep the typed text',
    async (body, why) => {
      profile.allow(/500|Audit configuration/);
      await general();
      await page.route(`**${CONFIG}/config`, (route) => route.fulfill({ status: 500, json: body }));
      const before = profile.problems.length;
      const isOn = await switchOf('audit.resolve_indices').getAttribute('aria-checked');
      await switchOf('audit.resolve_indices').click();
      await save();
      await page.getByText(`${NOT_SAVED} ${why}`).first().waitFor();
      const logged = profile.problems.slice(before).some((line) => line.includes(NOT_SAVED));
      expect(logged).toBe(true);
      expect(await switchOf('audit.resolve_indices').getAttribute('aria-checked')).not.toBe(isOn);
    }
  );
});
