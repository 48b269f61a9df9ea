/**
 * Pages of the Security app as the specification describes them to users: lists, forms, audit
 * logging, and what they say and log when saving fails.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium, type Profile } from '../helpers/chromium';
import type { HttpClient } from '../helpers/http_client';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { openDrawer, tenantButton, toast } from './screens/shell';

jest.setTimeout(120_000);

const CONFIG = '/api/v1/configuration';
const AUDIT = `${CONFIG}/audit`;
const NO_REASON = 'You may refresh the page to retry or see browser console for more information.';
const NOT_SAVED = 'Audit configuration could not be updated. Please check configuration.';
const SAVED = 'Audit configuration was successfully updated.';
const ODD = ['spec gone/1', 'spec gone/2'] as const;

let server: TestServer;
let browser: Browser;
let admin: HttpClient;
let profile: Profile | undefined;

async function put(what: string, body: unknown): Promise<void> {
  const { status, text } = await admin.post(`${CONFIG}/${what}`, body);
  if (status !== 200) throw new Error(`${what} answered ${status}: ${text}`);
}
beforeAll(async () => {
  const args = [
    '--opensearch_security.disabledRestCategories.exclude=["BAD_HEADERS"]',
    '--opensearch_security.disabledTransportCategories.exclude=["INDEX_EVENT"]',
  ];
  [server, browser] = await Promise.all([startServer({ args }), launchChromium()]);
  admin = await server.adminClient();
  await put('tenants/finance', { description: 'Money' });
  await put('tenants/sales', { description: 'Orders' });
  await put('tenants/hr', { description: 'People' });
  for (const name of ODD) await put(`tenants/${encodeURIComponent(name)}`, { description: 'x' });
  const read = 'kibana_all_read';
  const write = 'kibana_all_write';
  await put('roles/spec_reader', {
    description: 'Reads logs',
    cluster_permissions: ['cluster:a', 'cluster:b', 'cluster:c', 'cluster:d'],
    index_permissions: [
      {
        index_patterns: ['logs-*'],
        dls: JSON.stringify({ match: { department: 'x' } }),
        fls: ['~secret'],
        allowed_actions: ['read'],
      },
    ],
    tenant_permissions: [
      { tenant_patterns: ['finance'], allowed_actions: [read] },
      { tenant_patterns: ['sales'], allowed_actions: [read, write] },
      { tenant_patterns: ['hr'], allowed_actions: ['something:else'] },
      { tenant_patterns: ['sales', 'finance'], allowed_actions: [write] },
      { tenant_patterns: ['nowhere'], allowed_actions: [read] },
    ],
  });
  await put('internalusers/spec.jane', { password: 'Fjord-lantern-42-Quilt' });
});
afterEach(async () => {
  await profile?.close();
  profile = undefined;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens a page of the Security app, and waits for its heading. */
async function visit(path: string, title: RegExp | string = /./): Promise<Page> {
  profile = await openLoggedIn(browser, server.url, ADMIN);
  const { page } = profile;
  await page.goto(`/app/security${path}`);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).first().waitFor();
  return page;
}
const main = (page: Page) => page.getByRole('main');
const row = (page: Page, name: string) =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
const press = (inside: Page | Locator, name: string | RegExp) =>
  inside.getByRole('button', { name, exact: typeof name === 'string' }).click();
const trimmed = async (all: Locator) => (await all.allInnerTexts()).map((text) => text.trim());
/** Fails the POSTs of the page to this path. */
const fail = (page: Page, path: string, status: number, message?: string) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status,
          ...(message === undefined ? { body: '' } : { json: { statusCode: status, message } }),
        })
      : route.fallback()
  );
const logged = () => profile?.problems.join('\n') ?? '';

describe('lists', () => {
  // @spec 2.1/29, 2.1/32, 6/4, 9/49
  it('have dashes for blanks, a lock or a pencil, and lists of three entries with an ellipsis', async () => {
    const page = await visit('/roles?size=100', 'Roles');
    const shapes: Array<string | null> = [];
    for (const [name, label] of [
      ['all_access', 'Reserved'],
      ['spec_reader', 'Custom'],
    ] as const) {
      const badge = row(page, name).getByText(label, { exact: true });
      await badge.waitFor();
      shapes.push(await badge.locator('path').first().getAttribute('d'));
    }
    expect(new Set(shapes).size).toBe(2);
    expect(await row(page, 'spec_reader').innerText()).toMatch(/—/);
    await press(page, 'Columns');
    await page.getByRole('checkbox', { name: 'Cluster permissions' }).check();
    const list = page.getByRole('list', { name: 'Cluster permissions of spec_reader' });
    await list.waitFor();
    expect((await list.innerText()).replace(/\s+/g, ' ')).toContain(
      'cluster:a, cluster:b, cluster:c, ...'
    );
    expect(await list.getByText('cluster:d').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Select all_access' }).check();
    await press(page, 'Actions');
    const item = page.getByRole('menuitem', { name: /^Delete/ });
    await item.getByText("Reserved roles can't be changed or deleted").waitFor();
    expect(await item.getAttribute('aria-disabled')).toBe('true');
  });

  // @spec 3/53, 7/62
  it('of tenants start with Global and Private; each selected tenant is deleted by one request', async () => {
    const page = await visit('/tenants', 'Tenants');
    await page.getByText('Money').waitFor();
    const rows = main(page).getByRole('row');
    expect(await rows.nth(1).innerText()).toMatch(/Global[^]*Everyone can see it/);
    expect(await rows.nth(2).innerText()).toMatch(
      /Private[^]*Only visible to the current logged in user/
    );
    const deleted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deleted.push(new URL(request.url()).pathname);
    });
    for (const name of ODD) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await press(page, 'Actions');
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete 2 tenants?' });
    await press(question, 'Delete');
    await row(page, ODD[0]).waitFor({ state: 'detached' });
    expect(deleted.sort()).toEqual(
      ODD.map((name) => `${CONFIG}/tenants/${encodeURIComponent(name)}`)
    );
  });

  // @spec 7/65
  it('of tenants switch to one with a reload of the page', async () => {
    const page = await visit('/tenants', 'Tenants');
    await page.getByRole('checkbox', { name: 'Select finance' }).check();
    await press(page, 'Actions');
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.url().endsWith('/multitenancy/tenant')),
      page.waitForEvent('load'),
      page.getByRole('menuitem', { name: 'Switch to selected tenant' }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ tenant: 'finance' });
    await tenantButton(page).getByText('finance').waitFor();
  });
});

// @spec 2.1/33, 2.6/63, 3/57, 4/70
it('shows a role with its tenants, and the expression of a query as JSON, 300 px high at most', async () => {
  const page = await visit('/roles/view/spec_reader', 'spec_reader');
  const rows = page.getByRole('table', { name: 'Tenant permissions' }).getByRole('row');
  await rows.nth(5).waitFor();
  for (const [at, texts] of [
    ['finance', 'Money', 'Read only'],
    ['sales', 'Orders', 'Read and Write'],
    ['hr', 'People', 'None'],
    ['sales', 'finance', 'N/A', 'Read and Write'],
    ['nowhere', 'N/A', 'Read only'],
  ].entries())
    for (const text of texts) expect(await rows.nth(at + 1).innerText()).toContain(text);
  await press(page, /View expression/);
  const dialog = page.getByRole('dialog', { name: 'Document-level security' });
  const code = dialog.locator('.euiCodeBlock');
  await code.getByText('department').waitFor();
  expect(await code.evaluate((block) => getComputedStyle(block).maxBlockSize)).toBe('300px');
  expect(JSON.parse((await code.locator('code').textContent()) ?? '')).toEqual({
    match: { department: 'x' },
  });
  await page.keyboard.press('Escape');
  await (await openDrawer(page)).getByRole('link', { name: /^spec_reader/ }).waitFor();
});

describe('forms', () => {
  // @spec 2.1/24, 2.1/25
  it.each([
    ['/roles/create', 'Name'],
    ['/users/create', 'Username'],
    ['/tenants/create', 'Name'],
    ['/permissions/create', 'Name'],
  ])('at %s start empty', async (path, label) => {
    const page = await visit(path);
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe('');
    const boxes = main(page).getByRole('textbox');
    expect(
      await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value))
    ).toEqual(Array.from({ length: await boxes.count() }, () => ''));
  });

  // @spec 2.1/19, 2.1/20, 2.1/21, 2.1/23
  it.each([
    ['roles', 'spec_reader', 'Name'],
    ['users', 'spec.jane', 'Username'],
    ['tenants', 'finance', 'Name'],
  ])('of %s keep the name, and propose _copy for a duplicate', async (path, name, label) => {
    const page = await visit(`/${path}/edit/${name}`);
    const field = page.getByLabel(label, { exact: true });
    expect([await field.inputValue(), await field.isDisabled()]).toEqual([name, true]);
    await page.goto(`/app/security/${path}/duplicate/${name}`);
    await field.waitFor();
    expect([await field.inputValue(), await field.isDisabled()]).toEqual([`${name}_copy`, false]);
    if (path !== 'roles') return;
    await main(page).getByText('cluster:d').waitFor();
    await main(page).getByText('~secret').or(main(page).getByText('secret')).first().waitFor();
  });

  // @spec 5/30, 5/31
  it('want 2 to 50 characters of a name, and none of the refused ones', async () => {
    const page = await visit('/roles/create');
    const name = page.getByLabel('Name', { exact: true });
    const short = page.getByText(/must contain from 2 to 50 characters\.$/);
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes(CONFIG)) sent++;
    });
    await press(page, 'Create');
    await short.first().waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    for (const [text, says] of [
      ['x', short],
      ['x'.repeat(51), short],
      ['x%y', page.getByText(/Invalid characters found in role name/)],
      ['x\u00ady', page.getByText(/Invalid characters found in role name/)],
    ] as const) {
      await name.fill(text);
      await name.blur();
      await says.first().waitFor();
    }
    await name.fill('x'.repeat(50));
    await name.blur();
    await short.first().waitFor({ state: 'detached' });
    expect(sent).toBe(0);
  });

  // @spec 8/77
  it('say why an entity is not saved, log it, and keep the input', async () => {
    const page = await visit('/tenants/create');
    profile?.allow(/409|A request failed/);
    await page.getByLabel('Name', { exact: true }).fill('sales');
    await page.getByLabel(/^Description/).fill('Numbers');
    await press(page, 'Create');
    await page
      .getByText(/already exists/)
      .first()
      .waitFor();
    expect(await page.getByLabel(/^Description/).inputValue()).toBe('Numbers');
    expect(logged()).toMatch(/A request failed\. HTTP 409: .*already exists/);
    profile?.expectClean();
  });
});

describe('audit logging', () => {
  // @spec 2.1/31, 3/67
  it('shows the groups with each setting as text', async () => {
    const page = await visit('/auditLogging', 'Audit logging');
    const layer = page.getByRole('region', { name: 'Layer' });
    await layer.waitFor();
    const text = (await layer.innerText()).replace(/\s+/g, ' ');
    expect(text).toMatch(/REST layer Enabled/);
    expect(text).toMatch(/Transport disabled categories [A-Z_]+, [A-Z_]+/);
    const ignore = (await page.getByRole('region', { name: 'Ignore' }).innerText()).replace(
      /\s+/g,
      ' '
    );
    expect(ignore).toMatch(/requests —/i);
    const titles = await trimmed(main(page).getByRole('heading', { level: 3 }));
    expect(titles.filter((title) => title !== 'Storage location')).toEqual([
      'Layer',
      'Attribute',
      'Ignore',
      'Compliance mode',
      'Compliance config',
      'Read',
      'Write',
    ]);
    expect((await trimmed(main(page).getByRole('heading', { level: 2 })))[0]).toBe('Audit');
  });

  // @spec 8/79, 8/81
  it('is switched at once, says so, and says when it could not be', async () => {
    const page = await visit('/auditLogging', 'Audit logging');
    profile?.allow(/500/);
    const toggle = page.getByRole('switch', { name: /Enable audit logging/ });
    await toggle.click();
    await toast(page, SAVED).waitFor();
    await page.getByText('General settings').waitFor({ state: 'detached' });
    await toggle.click();
    await page.getByText('General settings').waitFor();
    await fail(page, `${AUDIT}/config`, 500, 'Disk full');
    await toggle.click();
    await toast(page, NOT_SAVED).getByText('Disk full').waitFor();
    expect(logged()).toContain('HTTP 500: Disk full');
    profile?.expectClean();
  });

  // @spec 8/78
  it.each(['', '/edit/generalSettings', '/edit/complianceSettings'])(
    'says at %j that the configuration cannot be loaded, and what to do',
    async (part) => {
      profile = await openLoggedIn(browser, server.url, ADMIN);
      const { page } = profile;
      profile.allow(/501|could not be loaded|error fetching/);
      await page.route('**/app/security/auditLogging*', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(
          /&quot;[^&]*configuration\/audit&quot;/g,
          '&quot;/none&quot;'
        );
        await route.fulfill({ response, body });
      });
      await page.route(`**${AUDIT}`, (route) =>
        route.fulfill({ status: 501, json: { statusCode: 501, message: 'Not supported' } })
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

  // @spec 2.1/14, 2.1/15, 3/62, 3/63
  it.each([
    [
      'generalSettings',
      'General settings',
      ['Layer', 'Attribute', 'Ignore'],
      [
        'disabled_rest_categories',
        'disabled_transport_categories',
        'ignore_users',
        'ignore_requests',
      ],
      [
        'enable_rest',
        'enable_transport',
        'resolve_bulk_requests',
        'log_request_body',
        'resolve_indices',
        'exclude_sensitive_headers',
      ],
    ],
    [
      'complianceSettings',
      'Compliance settings',
      ['Compliance mode', 'Compliance config', 'Read', 'Write'],
      ['read_ignore_users', 'write_ignore_users', 'write_watched_indices'],
      [
        'enabled',
        'internal_config',
        'external_config',
        'read_metadata_only',
        'write_metadata_only',
        'write_log_diffs',
      ],
    ],
  ])('has every setting at /edit/%s', async (part, title, panels, combos, switches) => {
    const page = await visit(`/auditLogging/edit/${part}`, title);
    const section = part === 'generalSettings' ? 'audit' : 'compliance';
    for (const name of panels) await page.getByRole('heading', { level: 2, name }).waitFor();
    for (const name of combos)
      await page.getByRole('combobox', { name: `${section}:${name}`, exact: true }).waitFor();
    for (const name of switches)
      await page.locator(`[data-test-subj~="${section}.${name}-switch"]`).waitFor();
    if (section === 'compliance')
      await page.getByLabel('compliance:read_watched_fields', { exact: true }).waitFor();
  });

  // @spec 3/65, 3/66, 3/78, 8/80
  it('offers the categories in order without excluded ones, keeps stored ones, and says that it saved', async () => {
    const { text } = await admin.get(AUDIT);
    const { config } = JSON.parse(text) as { config: { audit: object } };
    await put('audit/config', {
      ...config,
      audit: {
        ...config.audit,
        disabled_rest_categories: ['BAD_HEADERS'],
        disabled_transport_categories: [],
      },
    });
    const page = await visit('/auditLogging/edit/generalSettings', 'General settings');
    const options = async (name: string) => {
      await page.getByRole('combobox', { name: `audit:${name}`, exact: true }).click();
      await page.getByRole('option').first().waitFor();
      const found = await trimmed(page.getByRole('option'));
      await page.keyboard.press('Escape');
      return found;
    };
    expect(await options('disabled_rest_categories')).toEqual([
      'FAILED_LOGIN',
      'MISSING_PRIVILEGES',
      'GRANTED_PRIVILEGES',
      'SSL_EXCEPTION',
      'AUTHENTICATED',
    ]);
    expect(await options('disabled_transport_categories')).toEqual([
      'BAD_HEADERS',
      'FAILED_LOGIN',
      'GRANTED_PRIVILEGES',
      'MISSING_PRIVILEGES',
      'SSL_EXCEPTION',
      'OPENDISTRO_SECURITY_INDEX_ATTEMPT',
      'AUTHENTICATED',
    ]);
    await page.getByRole('switch', { name: /^Resolve indices/ }).click();
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/audit/config')),
      press(page, 'Save'),
    ]);
    expect(request.postDataJSON()).toMatchObject({
      audit: { disabled_rest_categories: ['BAD_HEADERS'] },
    });
    await toast(page, SAVED).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/security/auditLogging');
  });

  // @spec 8/1, 8/2, 8/3, 8/75, 8/76, 8/82
  it('says why a form could not be saved, or what to do, logs the exception and keeps the input', async () => {
    const page = await visit('/auditLogging/edit/generalSettings', 'General settings');
    profile?.allow(/50[02]|could not be updated/);
    const toggle = page.getByRole('switch', { name: /^Resolve indices/ });
    const before = await toggle.getAttribute('aria-checked');
    await toggle.click();
    for (const [status, message, text] of [
      [500, 'Disk full', 'Disk full'],
      [502, undefined, NO_REASON],
    ] as const) {
      await fail(page, `${AUDIT}/config`, status, message);
      await press(page, 'Save');
      await page.getByText(`${NOT_SAVED} ${text}`).first().waitFor();
      await page.unroute(`**${AUDIT}/config`);
    }
    expect(logged().match(/console error: Audit configuration could not be updated/g)).toHaveLength(
      2
    );
    expect(await toggle.getAttribute('aria-checked')).not.toBe(before);
    profile?.expectClean();
  });

  // @spec 5/40
  it('refuses watched fields that are not a map of patterns, and keeps the text', async () => {
    const page = await visit('/auditLogging/edit/complianceSettings', 'Compliance settings');
    const field = page.getByLabel('compliance:read_watched_fields', { exact: true });
    const failure = page.getByText('Invalid content. Please check sample data content.');
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/audit/config')) sent++;
    });
    for (const wrong of ['{', '[]', '"text"', '{"logs-*": 1}']) {
      await field.fill(wrong);
      await press(page, 'Save');
      await failure.first().waitFor();
      expect([await field.inputValue(), sent]).toEqual([wrong, 0]);
      await field.fill('{}');
      await failure.first().waitFor({ state: 'detached' });
    }
    await field.fill('{ "people-*": ["name", "address.*"] }');
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.url().endsWith('/audit/config')),
      press(page, 'Save'),
    ]);
    expect(request.postDataJSON()).toMatchObject({
      compliance: { read_watched_fields: { 'people-*': ['name', 'address.*'] } },
    });
  });
});

// @spec 7/58
it('purges the cache from the start page', async () => {
  const page = await visit('/getstarted', 'Get started');
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().endsWith('/configuration/cache')),
    press(page, 'Purge cache'),
  ]);
  expect(request.method()).toBe('DELETE');
  await page.locator('.euiToast--success').waitFor();
  expect((await request.response())?.status()).toBe(200);
});
