/**
 * The page language: by browser, setting and configuration. German screens must contain no English
 * text of the catalog, neither visible nor in accessible names.
 */
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium, openProfile } from '../helpers/chromium';
import { germanTranslations } from '../helpers/german';
import { untranslatedTexts } from '../helpers/untranslated_texts';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { openLoggedIn } from '../helpers/logged_in';
import { SCREENS as SCREENS_OF_ALL } from './screens/catalogue';

jest.setTimeout(240_000);

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const austrian = (baseUrl = server.url) => openProfile(browser, baseUrl, { locale: 'de-AT' });
const language = (page: Page) => page.evaluate(() => document.documentElement.lang);

async function loginInGerman(page: Page): Promise<void> {
  await page.goto('/app/login');
  await page.getByLabel('Benutzername').fill(ADMIN.username);
  await page.getByLabel('Passwort', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/app/login'));
}

async function closeTenantDialogInGerman(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Mandanten auswählen' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Path, and the heading that shows that the page is complete. */
const SCREENS: ReadonlyArray<readonly [string, string | RegExp]> = [
  ['/app/home', 'Startseite'],
  ['/app/security#/roles', 'Rollen'],
  ['/app/security#/roles/view/all_access', 'all_access'],
  ['/app/security#/roles/create', 'Rolle anlegen'],
  ['/app/security#/users', 'Benutzer'],
  ['/app/security#/users/create', 'Benutzer anlegen'],
  ['/app/management', 'Verwaltung'],
  ['/app/management/kibana/settings', 'Erweiterte Einstellungen'],
  ['/app/management/kibana/objects', 'Gespeicherte Objekte'],
  ['/app/nowhere', 'Anwendung nicht gefunden'],
  ['/status', /^Status von Security Dashboards/],
];

it('follows the browser: de-AT gets German on every screen, without English text', async () => {
  const profile = await austrian();
  const { page } = profile;
  await page.goto('/app/login');
  await page.getByRole('heading', { name: 'Anmelden bei Security Dashboards' }).waitFor();
  expect(await language(page)).toBe('de');
  expect(await untranslatedTexts(page)).toEqual([]);
  await expectAccessible(page);

  await loginInGerman(page);
  await page.getByRole('dialog', { name: 'Mandanten auswählen' }).waitFor();
  expect(await untranslatedTexts(page)).toEqual([]);
  await closeTenantDialogInGerman(page);

  const leftOvers: Record<string, readonly string[]> = {};
  for (const [address, heading] of SCREENS) {
    await page.goto(address);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await page.waitForLoadState('networkidle');
    leftOvers[address] = await untranslatedTexts(page);
  }
  expect(leftOvers).toEqual(Object.fromEntries(SCREENS.map(([address]) => [address, []])));

  // Moment brings its own translations.
  await page.goto('/app/home');
  await page
    .getByText(/^vor (ein|\d+)/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: /^Kontomenü/ }).click();
  await page.getByRole('button', { name: 'Abmelden' }).waitFor();
  expect(await untranslatedTexts(page)).toEqual([]);
  profile.expectClean();
  await profile.close();
});

it('shows no English text on any address of the catalogue, nor in error messages of the server there', async () => {
  const profile = await openLoggedIn(browser, server.url, ADMIN, { locale: 'de-AT' });
  const { page } = profile;
  const addresses = new Set(
    SCREENS_OF_ALL.filter(({ visitor, failing }) => visitor === 'administrator' && !failing).map(
      ({ path }) => path
    )
  );
  expect(addresses.size).toBeGreaterThan(40);
  const leftOvers: Record<string, readonly string[]> = {};
  for (const address of addresses) {
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    const found = await untranslatedTexts(page);
    if (found.length > 0) leftOvers[address] = found;
  }
  expect(leftOvers).toEqual({});
  await profile.close();
});

it.each([
  ['tenants/%25a', { description: '' }],
  ['tenants/a', { description: '' }],
  ['actiongroups/all_access', { allowed_actions: ['read'] }],
  ['internalusers/spec.weak', { password: 'weak' }],
  ['roles/all_access', { description: 'Reserved' }],
])('has German text for the server error of %s', async (what, body) => {
  const profile = await openLoggedIn(browser, server.url, ADMIN, { locale: 'de-AT' });
  const response = await profile.context.request.post(`/api/v1/configuration/${what}`, {
    headers: { 'kbn-xsrf': 'true' },
    data: body,
  });
  expect(response.ok()).toBe(false);
  const { attributes } = (await response.json()) as { attributes?: { code?: string } };
  const { code = 'none' } = attributes ?? {};
  // Messages without a code would be shown in the language of the backend.
  expect(code).not.toBe('security.backend_refused');
  expect(germanTranslations().messages[code]).toEqual(expect.any(String));
  await profile.close();
});

/** Message ids in the scripts that the page has loaded so far. */
const idsInScripts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    const sources = await Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()));
    return sources.flatMap((source) =>
      [...source.matchAll(/"([A-Za-z]\w*(?:\.\w+)+)"/g)].map(([, id = '']) => id)
    );
  });

it('loads on pages without a user exactly the texts that their scripts can show', async () => {
  const open = await startServer({ args: ['--status.allowAnonymous=true'] });
  try {
    const profile = await austrian(open.url);
    const { page } = profile;
    const texts = async (file: string) => {
      const response = await page.request.get(`/translations/${file}.json`);
      return ((await response.json()) as { messages: Record<string, string> }).messages;
    };
    const [all, strangers] = [await texts('de'), await texts('de.strangers')];
    expect(Object.keys(strangers).length).toBeLessThan(Object.keys(all).length / 5);
    for (const [address, heading] of [
      ['/app/login', 'Anmelden bei Security Dashboards'],
      ['/app/customerror', /./],
      ['/missing-role', /./],
      ['/app/customerror/tenant', /./],
      ['/app/customerror/logout', /./],
    ] as const) {
      await page.goto(address);
      await page.getByRole('heading', { name: heading }).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect([address, await untranslatedTexts(page)]).toEqual([address, []]);
      const ids = (await idsInScripts(page)).filter((id) => Object.hasOwn(all, id));
      expect(ids.length).toBeGreaterThan(50);
      expect([address, ids.filter((id) => !Object.hasOwn(strangers, id))]).toEqual([address, []]);
    }
    // The scripts of the design system contain more texts than this page shows.
    await page.goto('/status');
    await page.getByRole('heading', { name: /^Status von Security Dashboards/ }).waitFor();
    await page.getByRole('table').waitFor();
    expect(await untranslatedTexts(page)).toEqual([]);
    await profile.close();
  } finally {
    await open.stop();
  }
});

it("lets users choose a language other than the browser's, also for server messages", async () => {
  const profile = await austrian();
  profile.allow(/400/);
  const { page } = profile;
  await loginInGerman(page);
  await closeTenantDialogInGerman(page);
  await page.goto('/app/management/kibana/settings');
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: 'English' });
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByRole('button', { name: 'Seite neu laden' }).first().click();
  await page.getByRole('heading', { name: 'Advanced settings' }).first().waitFor();
  expect(await language(page)).toBe('en');
  expect(await page.evaluate(() => navigator.language)).toBe('de-AT');

  // The validation message of the server is in the language of the page as well.
  await page.getByRole('textbox', { name: 'Default route' }).fill('//elsewhere');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Must be a relative URL.').first().waitFor();
  profile.expectClean();
  await profile.close();
});

it('falls back to English for other browser languages, and where the configuration sets it', async () => {
  const fixed = await startServer({ args: ['--i18n.locale=en'] });
  try {
    for (const [url, locale] of [
      [server.url, 'fr-FR'],
      [fixed.url, 'de-AT'],
    ] as const) {
      const profile = await openProfile(browser, url, { locale });
      await profile.page.goto('/app/login');
      await profile.page.getByLabel('Username').waitFor();
      expect(await language(profile.page)).toBe('en');
      profile.expectClean();
      await profile.close();
    }
  } finally {
    await fixed.stop();
  }
});
