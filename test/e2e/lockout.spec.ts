/** Each way to remove the administrator's own access asks for confirmation. */
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium, openProfile } from '../helpers/chromium';
import type { HttpClient } from '../helpers/http_client';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { login } from './screens/login';
import { closeTenantDialog } from './screens/shell';

jest.setTimeout(240_000);

const MAPPING = '/api/v1/configuration/rolesmapping/all_access';
const TITLE = 'You would lose access to security';
const SECOND = { username: 'second.admin', password: 'Fjord-lantern-42-Quilt' } as const;

let server: TestServer;
let browser: Browser;
/**
 * A second administrator. The role is assigned directly, so changes of the mapping do not affect
 * it.
 */
let second: HttpClient;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
  const admin = await server.adminClient();
  await admin.post(`/api/v1/configuration/internalusers/${SECOND.username}`, {
    password: SECOND.password,
    opendistro_security_roles: ['all_access'],
  });
  second = server.client();
  await second.login(SECOND.username, SECOND.password);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const request = (page: Page) => page.getByRole('alertdialog', { name: TITLE });
/** Dialogs move and return the focus a moment after they appear or close. */
const focusOn = (page: Page, text: string) =>
  page.waitForFunction((expected) => document.activeElement?.textContent === expected, text);
const mapping = async (): Promise<unknown> => (await second.get(MAPPING)).body;

it("asks before a change removes the administrator's own access, discards it on cancel and applies it on confirm", async () => {
  const profile = await openProfile(browser, server.url);
  // The 409 responses trigger the confirmation; the 403 responses follow once the access is gone.
  profile.allow(/409.*rolesmapping/);
  profile.allow(/403.*\/api\/v1\/|HTTP 403/);
  const { page } = profile;
  await login(page, ADMIN);
  await closeTenantDialog(page);

  await page.goto('/app/security/roles/edit/all_access/mapuser');
  await page.getByRole('button', { name: /Remove admin/ }).click();
  const anyOf = page.getByRole('combobox', { name: 'Any of these backend roles' });
  await anyOf.fill('operations');
  await anyOf.press('Enter');
  await page.getByRole('button', { name: 'Map', exact: true }).click();

  await request(page).waitFor();
  await expectAccessible(page);
  const text = await request(page).innerText();
  expect(text).toContain(ADMIN.username);
  expect(text).not.toContain(SECOND.username);
  expect(text).toContain('npm run security -- reset-admin');
  await focusOn(page, 'Cancel');
  // Pressing Enter right after the click that opened the dialog must not confirm it.
  await page.keyboard.press('Enter');
  await request(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Remove operations/ }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await focusOn(page, 'Map');
  expect(await mapping()).toMatchObject({ backend_roles: ['admin'] });

  // The second way opens a dialog on top of a dialog. Escape cancels as well.
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('checkbox', { name: 'Select Backend role admin' }).check();
  await page.getByRole('button', { name: 'Delete mapping' }).click();
  const first = page.getByRole('alertdialog', { name: /^Delete / });
  await first.getByRole('button', { name: 'Delete' }).click();
  await request(page).waitFor();
  await page.keyboard.press('Escape');
  await request(page).waitFor({ state: 'detached' });
  await first.locator(':focus').waitFor();
  expect(await mapping()).toMatchObject({ backend_roles: ['admin'] });

  await first.getByRole('button', { name: 'Delete' }).click();
  await request(page).getByRole('button', { name: 'Make the change anyway' }).click();
  await first.waitFor({ state: 'detached' });
  await expect(mapping()).resolves.toMatchObject({ backend_roles: [] });
  profile.expectClean();
  await profile.close();
});
