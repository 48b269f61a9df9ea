/** From the count on Home to a fixed or accepted finding; and a promise that a change breaks. */
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium } from '../helpers/chromium';
import type { HttpClient } from '../helpers/http_client';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';

jest.setTimeout(120_000);

const MAPPING = '/api/v1/configuration/rolesmapping/writer';
let server: TestServer;
let browser: Browser;
let page: Page;
let admin: HttpClient;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
  admin = await server.adminClient();
  await admin.post('/api/v1/configuration/roles/writer', {
    index_permissions: [{ index_patterns: ['sales-*'], allowed_actions: ['crud'] }],
  });
  await admin.post(MAPPING, { users: ['*'], backend_roles: ['sales'] });
  await admin.post('/api/v1/configuration/tenants/attic', { description: 'Old' });
  ({ page } = await openLoggedIn(browser, server.url, ADMIN));
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

// @feature findings/2
it('leads from Home to a fixed finding in three clicks, and the history can revert it', async () => {
  await page.goto('/app/home');
  await page.getByText(/3 findings, 1 of them serious\./).waitFor();
  await page.getByRole('link', { name: 'Show findings' }).click();
  const finding = page.getByRole('link', { name: /^Role writer is mapped to \*/ });
  await finding.waitFor();
  await expectAccessible(page);
  await finding.click();
  const apply = page.getByRole('button', { name: 'Make this change' });
  await apply.waitFor();
  await page
    .getByText('No internal user gains or loses anything.')
    .or(page.getByText('Loses'))
    .first()
    .waitFor();
  await expectAccessible(page);
  await apply.click();
  await page.getByText('Fixed. You can revert it in the change history.').waitFor();
  await finding.waitFor({ state: 'detached' });
  expect((await admin.get(MAPPING)).body).toMatchObject({ users: [], backend_roles: ['sales'] });
  const { body } = await admin.get('/api/v1/history?type=rolesmapping&name=writer');
  expect(body.items[0]).toMatchObject({ action: 'update', fields: ['users'] });
});

// @feature findings/4
it('offers several fixes where a decision is needed, and the history says why', async () => {
  const restricted = { term: { team: 'x' } };
  for (const [name, dls] of [
    ['narrow', JSON.stringify(restricted)],
    ['wide', '{"match_all":{}}'],
  ] as const) {
    await admin.post(`/api/v1/configuration/roles/${name}`, {
      index_permissions: [{ index_patterns: ['hr-*'], allowed_actions: ['read'], dls }],
    });
    await admin.post(`/api/v1/configuration/rolesmapping/${name}`, { users: ['admin'] });
  }
  await page.goto('/app/security/findings');
  const text = 'admin can read hr-* without the document filter of role narrow, through role wide.';
  await page.getByRole('link', { name: text }).click();
  await page.getByRole('radio', { name: 'Remove role wide from admin.' }).waitFor();
  await page.getByText('Restrict role wide in the same way as narrow.').click();
  await page.getByRole('cell', { name: /wide/ }).first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make this change' }).click();
  await page.getByText('Fixed. You can revert it in the change history.').waitFor();
  await page.getByRole('link', { name: text }).waitFor({ state: 'detached' });

  const { body } = await admin.get('/api/v1/history?type=roles&name=wide');
  const [{ id }] = (body as { items: [{ id: number }] }).items;
  await page.goto(`/app/security/history/view/${id}`);
  await page.getByText('Fixes the finding').waitFor();
  await page.getByRole('link', { name: text }).waitFor();
  await expectAccessible(page);
});

// @feature findings/5
it('accepts a finding until a date, and shows who did and why', async () => {
  await page.goto('/app/security/findings');
  await page.getByRole('link', { name: 'No role lists tenant attic.' }).click();
  await page.getByRole('button', { name: 'Accept until…' }).click();
  await page.getByLabel('Reason').fill('Kept for the audit');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByText(/^By admin, until .*: Kept for the audit$/).waitFor();
  await page.goto('/app/security/findings');
  await page.getByRole('link', { name: /logs in without a second factor/ }).waitFor();
  expect(await page.getByRole('link', { name: /tenant attic/ }).count()).toBe(0);
  await page.getByText('Show accepted (1)').click();
  await page.getByRole('row', { name: /Accepted No role lists tenant attic/ }).waitFor();
});

// @feature guardrails/3
it('refuses the change that breaks a promise written on the page, and keeps what was typed', async () => {
  await admin.post('/api/v1/configuration/roles/payroll', {
    index_permissions: [{ index_patterns: ['sal*'], allowed_actions: ['read'] }],
  });
  await page.goto('/app/security/guardrails');
  await page.getByRole('link', { name: 'Add guardrail' }).click();
  await page.getByLabel('Name', { exact: true }).fill('salaries');
  await page.getByLabel('Index name or pattern').fill('salaries-*');
  await page.getByRole('combobox', { name: 'Backend roles' }).fill('hr');
  await page.keyboard.press('Enter');
  // Administrators read every index.
  await page.getByText(/^1 other can today: admin|others can today: .*admin/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add guardrail' }).click();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByRole('heading', { level: 1, name: 'Guardrails' }).waitFor();
  await page.getByText('Only backend role hr can read documents in salaries-*').waitFor();
  await page.getByRole('link', { name: /^Broken by/ }).waitFor();
  await expectAccessible(page);

  await page.goto('/app/security/roles/edit/payroll/mapuser');
  await page.getByRole('combobox', { name: 'Users' }).fill('jane');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page
    .getByText(/breaks the guardrail 'salaries'.* through jane → payroll → sal\*/)
    .waitFor();
  await page.getByText('Nothing was saved. Your entries are still here.').waitFor();
  await page.getByRole('link', { name: 'Open guardrail salaries' }).waitFor();
  await page.getByRole('link', { name: 'Open role payroll' }).waitFor();
  await page.getByText('jane', { exact: true }).first().waitFor();
  expect((await admin.get('/api/v1/configuration/rolesmapping/payroll')).status).toBe(404);
});

// @feature guardrails/1
it('makes the change with a reason where the promise asks for one, and the history keeps it', async () => {
  await page.goto('/app/security/guardrails');
  await page.getByRole('link', { name: 'salaries', exact: true }).click();
  await page.getByLabel('When a change breaks it').selectOption('ask');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByRole('heading', { level: 1, name: 'Guardrails' }).waitFor();

  await page.goto('/app/security/roles/edit/payroll/mapuser');
  await page.getByText('We restored your unsaved entries.').waitFor();
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'This change breaks a guardrail' });
  await dialog.getByText(/through jane → payroll → sal\*/).waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('Covers for hr until März');
  await dialog.getByRole('button', { name: 'Make the change anyway' }).click();
  await page.waitForURL(/\/roles\/view\/payroll/);

  const { body } = await admin.get('/api/v1/history?type=rolesmapping&name=payroll');
  const [{ id }] = (body as { items: [{ id: number }] }).items;
  await page.goto(`/app/security/history/view/${id}`);
  await page.getByText('Covers for hr until März').waitFor();
});
