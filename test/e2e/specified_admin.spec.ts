/**
 * Roles, users and tenants of the Security app as specified (sections 2.1 and 3, and the parts of 4
 * to 9 about them), from button to text, with one server, one page and a user with access to the
 * API.
 */
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium, type Profile } from '../helpers/chromium';
import type { HttpClient } from '../helpers/http_client';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { openLoggedIn } from '../helpers/logged_in';

jest.setTimeout(120_000);

const LONG = 'spec_long_lists';
const TENANTS = 'spec_tenants';

const COLUMNS = ['Indices', 'Tenants', 'Users'];

let server: TestServer | undefined;
let browser: Browser;
let admin: HttpClient;
let profile: Profile;
let page: Page;

const put = async (what: string, body: unknown) => {
  const { status, text } = await admin.post(`/api/v1/configuration/${what}`, body);
  if (status !== 200) throw new Error(`${what} answered ${status}: ${text}`);
};

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
  admin = await server.adminClient();
  await put(`roles/${LONG}`, {
    cluster_permissions: ['d_group', 'b_group', 'c_group', 'a_group'],
    index_permissions: [
      {
        index_patterns: ['orders-*'],
        allowed_actions: ['read'],
        dls: '{"term":{"region":"north"}}',
        fls: ['~iban'],
        masked_fields: ['name'],
      },
    ],
  });
  const permission = (patterns: readonly string[], ...actions: readonly string[]) => ({
    tenant_patterns: patterns,
    allowed_actions: actions,
  });
  await put(`roles/${TENANTS}`, {
    tenant_permissions: [
      permission(['sales'], 'kibana_all_read', 'kibana_all_write'),
      permission(['finance'], 'kibana_all_read'),
      permission(['operations']),
      permission(['sales', 'finance'], 'kibana_all_read'),
      permission(['no_such_tenant'], 'kibana_all_read'),
    ],
  });
  profile = await openLoggedIn(browser, server.url, ADMIN);
  ({ page } = profile);
});
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = async (path: string, title: string): Promise<void> => {
  await page.goto(`/app/security${path}`);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  if (!path.endsWith('/create')) return;
  await page.getByRole('form').waitFor();
  // What an earlier test has typed is restored.
  const discard = page.getByRole('button', { name: 'Discard and start over' });
  if (await discard.isVisible()) await discard.click();
};
const rowOf = (name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select ${name}` }) });
const search = async (label: string, text: string) => {
  await page.getByLabel(label).fill(text);
  await page.waitForURL((url) => url.search.includes('q='));
};
/** The path data of a design system icon, to compare with the icons on the page. */
function shapeOf(icon: string): string {
  const file = require.resolve(`@elastic/eui/es/components/icon/assets/${icon}`);
  return /d: "([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'no shape';
}
const shapesOf = (place: Locator) =>
  place.locator('svg path').evaluateAll((paths) => paths.map((one) => one.getAttribute('d')));
async function act(name: string, action: string): Promise<void> {
  await rowOf(name).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

describe('roles', () => {
  it('show three values of a list, comma-joined, then an ellipsis that reveals all', async () => {
    await open('/roles', 'Roles');
    await search('Search roles', LONG);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Cluster permissions' }).check();
    await page.keyboard.press('Escape');
    const cell = rowOf(LONG).getByRole('list', { name: `Cluster permissions of ${LONG}` });
    await cell.waitFor();
    expect((await cell.innerText()).replaceAll(/\s+/g, ' ')).toBe('a_group, b_group, c_group, ...');
    await cell.getByRole('button', { name: /^Show all 4/ }).click();
    await page.getByRole('dialog').getByText('d_group').waitFor();
  });

  it('show a dash for empty values, Reserved with a lock and Custom with a pencil', async () => {
    await open('/roles', 'Roles');
    await search('Search roles', LONG);
    await rowOf(LONG).getByText('Custom', { exact: true }).waitFor();
    const cells = await rowOf(LONG).getByRole('cell').allInnerTexts();
    expect(cells.filter((text) => text.includes('—')).length).toBe(2);
    const columns = await page.getByRole('columnheader').allInnerTexts();
    for (const column of COLUMNS) expect(columns.join()).toContain(column);
    expect(await shapesOf(rowOf(LONG))).toContain(shapeOf('pencil'));
    await page.getByLabel('Search roles').fill('all_access');
    await rowOf('all_access').getByText('Reserved', { exact: true }).waitFor();
    expect(await shapesOf(rowOf('all_access'))).toContain(shapeOf('lock'));
  });

  it('can be neither edited nor deleted if they are reserved, and say why', async () => {
    await open('/roles', 'Roles');
    await search('Search roles', 'all_access');
    await rowOf('all_access').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    for (const name of [/^Edit/, /^Delete/]) {
      const item = page.getByRole('menuitem', { name });
      expect(await item.getAttribute('aria-disabled')).toBe('true');
      expect(await item.innerText()).toContain('Reserved roles');
    }
    const refused = await admin.delete('/api/v1/configuration/roles/all_access');
    expect(refused.status).toBe(403);
  });

  it('are created from an empty form', async () => {
    await open('/roles/create', 'Create Role');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    for (const panel of ['Cluster permissions', 'Index permissions', 'Tenant permissions'])
      await page
        .getByRole('heading', { name: new RegExp(`^${panel}`) })
        .first()
        .waitFor();
    await page.getByRole('button', { name: 'Add index permission' }).click();
    await page.getByRole('button', { name: 'Restrict documents or fields' }).click();
    for (const field of [/^Document.level security/i, /^Field.level security/i])
      await page.getByText(field).first().waitFor();
  });

  it('offer the cluster and index permissions of the fixed list', async () => {
    await open('/roles/create', 'Create Role');
    await page.getByRole('button', { name: 'Add index permission' }).click();
    for (const [combo, names] of [
      ['Cluster permissions', ['cluster:admin/snapshot/restore', 'cluster:monitor/health']],
      [
        'Index permissions',
        ['indices:admin/create', 'indices:data/read/search', 'indices:monitor/stats'],
      ],
    ] as const) {
      const box = page.getByRole('combobox', { name: combo });
      for (const name of names) {
        await box.fill(name);
        await page.getByRole('option').filter({ hasText: name }).first().waitFor();
      }
      await box.fill('');
      await box.press('Escape');
    }
  });

  it('are duplicated with all their permissions, under the name with _copy', async () => {
    await open('/roles', 'Roles');
    await search('Search roles', LONG);
    await act(LONG, 'Duplicate');
    await page.getByRole('heading', { level: 1, name: 'Duplicate Role' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(`${LONG}_copy`);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: `${LONG}_copy`, exact: true }).waitFor();
    const [first, second] = await Promise.all(
      [LONG, `${LONG}_copy`].map((name) => admin.get(`/api/v1/configuration/roles/${name}`))
    );
    expect(second?.body).toEqual(first?.body);
  });

  it('keep their name when they are edited', async () => {
    await open(`/roles/edit/${LONG}`, 'Edit Role');
    const name = page.getByLabel('Name', { exact: true });
    expect(await name.inputValue()).toBe(LONG);
    expect(await name.isDisabled()).toBe(true);
  });

  it('show their tenants: None, Read only, Read and Write (which wins), and N/A', async () => {
    await open(`/roles/view/${TENANTS}`, TENANTS);
    const container = page.locator('[data-test-subj="tenant-permission-container"]');
    await container.getByRole('row').nth(1).waitFor();
    const rows = await container.getByRole('row').allInnerTexts();
    const row = (name: string) =>
      rows.find((text) => text.replaceAll(/\s+/g, ' ').startsWith(name)) ?? '';
    expect(row('sales ')).toContain('Read and Write');
    expect(row('finance')).toContain('Read only');
    expect(row('operations')).toContain('None');
    expect(row('sales,')).toContain('N/A');
    expect(row('no_such_tenant')).toContain('N/A');
  });

  it('show document level security as a JSON expression, at most 300 px high', async () => {
    await open(`/roles/view/${LONG}`, LONG);
    await page
      .getByRole('button', { name: /^View expression/ })
      .first()
      .click();
    const dialog = page.locator('[data-test-subj="expression-modal"]');
    const code = dialog.locator('.euiCodeBlock');
    expect(JSON.parse((await code.locator('code').innerText()) || '{}')).toEqual({
      term: { region: 'north' },
    });
    expect(await code.evaluate((block) => getComputedStyle(block).maxBlockSize)).toBe('300px');
    await page.getByText('Hidden fields: iban').waitFor();
  });

  it('are mapped to users, backend roles and hosts', async () => {
    await open(`/roles/edit/${LONG}/mapuser`, 'Map user');
    const users = page.getByRole('combobox', { name: 'Users', exact: true });
    await users.fill('amara.okafor');
    await users.press('Enter');
    await users.press('Escape');
    const roles = page.getByRole('combobox', { name: 'Any of these backend roles' });
    await roles.fill('spec-backend');
    await roles.press('Enter');
    await roles.press('Escape');
    const hosts = page.getByRole('combobox', { name: 'Host names or addresses' });
    await hosts.fill('*.spec.example');
    await hosts.press('Enter');
    await page.locator('#map').click();
    await page.waitForURL((url) => url.pathname.endsWith(`/roles/view/${LONG}/mapuser`));
    const mapping = await admin.get(`/api/v1/configuration/rolesmapping/${LONG}`);
    expect(mapping.body).toMatchObject({
      users: ['amara.okafor'],
      backend_roles: ['spec-backend'],
      hosts: ['*.spec.example'],
    });
  });
});

describe('names', () => {
  it.each([
    ['a', 'must contain from 2 to 50 characters'],
    ['x'.repeat(51), 'must contain from 2 to 50 characters'],
    ['50%', 'Invalid characters found in role name'],
    ['a\u00adb', 'Invalid characters found in role name'],
    ['a\ue000b', 'Invalid characters found in role name'],
    ['a\u0378b', 'Invalid characters found in role name'],
  ])('of %j are rejected by the form', async (name, text) => {
    await open('/roles/create', 'Create Role');
    const field = page.getByLabel('Name', { exact: true });
    await field.fill(name);
    await field.press('Tab');
    await page.locator('.euiFormErrorText').filter({ hasText: text }).first().waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
  });

  it('are required', async () => {
    await open('/roles/create', 'Create Role');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.locator('.euiFormErrorText').filter({ hasText: '2 to 50' }).first().waitFor();
  });
});

describe('internal users', () => {
  it.each(['edit', 'duplicate'])('open in a form with the right name to %s', async (action) => {
    await open('/users', 'Users');
    await search('Search users', 'amara.okafor');
    await act('amara.okafor', action === 'edit' ? 'Edit' : 'Duplicate');
    const name = page.getByLabel('Username', { exact: true });
    await name.waitFor();
    expect(await name.inputValue()).toBe(`amara.okafor${action === 'edit' ? '' : '_copy'}`);
    expect(await name.isDisabled()).toBe(action === 'edit');
  });
});

describe('tenants', () => {
  it('start with Global, visible to everyone, and Private, visible only to the current user', async () => {
    await open('/tenants', 'Tenants');
    await rowOf('Private').waitFor();
    const rows = page
      .getByRole('row')
      .filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) });
    const texts = await rows.allInnerTexts();
    expect(texts[0]).toMatch(/Global[^]*Everyone can see it/);
    expect(texts[1]).toMatch(/Private[^]*Reserved[^]*Only visible to the current logged in user/);
    expect(texts.length).toBeGreaterThan(3);
  });

  it('are deleted by one request each, with URL-encoded names', async () => {
    for (const name of ['spec gone/1', 'spec gone/2'])
      await put(`tenants/${encodeURIComponent(name)}`, { description: '' });
    await open('/tenants', 'Tenants');
    await search('Find tenant', 'spec gone');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') calls.push(new URL(request.url()).pathname);
    });
    await rowOf('spec gone/1').getByRole('checkbox').check();
    await act('spec gone/2', 'Delete');
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByRole('heading', { name: /^Delete / }).waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await rowOf('spec gone/1').waitFor({ state: 'detached' });
    expect(calls.sort()).toEqual([
      '/api/v1/configuration/tenants/spec%20gone%2F1',
      '/api/v1/configuration/tenants/spec%20gone%2F2',
    ]);
  });

  it.each(['edit', 'duplicate'])('open in a form with the right name to %s', async (action) => {
    await open('/tenants', 'Tenants');
    await search('Find tenant', 'sales');
    await act('sales', action === 'edit' ? 'Edit' : 'Duplicate');
    const name = page.getByLabel('Name', { exact: true });
    await name.waitFor();
    expect(await name.inputValue()).toBe(action === 'edit' ? 'sales' : 'sales_copy');
    expect(await name.isDisabled()).toBe(action === 'edit');
  });
});
