/** The guides of the product: from where they are named to their text. */
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium, openProfile } from '../helpers/chromium';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { login } from './screens/login';
import { closeTenantDialog } from './screens/shell';

jest.setTimeout(120_000);

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function openLoggedIn(): Promise<{ page: Page; close(): Promise<void> }> {
  const profile = await openProfile(browser, server.url);
  await login(profile.page, ADMIN);
  await closeTenantDialog(profile.page);
  return profile;
}

/** Waits until a section is at the top of the window, below the header. */
const shownAtTop = async (page: Page, id: string): Promise<void> => {
  await page.waitForFunction((name) => {
    const top = document.getElementById(name)?.getBoundingClientRect().top ?? -1;
    return top >= 40 && top < 200;
  }, id);
};

// @feature all/6
it('guides open from the setup step at its section, survive a reload, and link to each other', async () => {
  const { page, close } = await openLoggedIn();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app/home');
  await page.getByRole('link', { name: 'Set up HTTPS' }).click();
  await shownAtTop(page, 'tls');
  expect(new URL(page.url()).pathname).toBe('/app/guides/guide/operate');
  await page.reload();
  await shownAtTop(page, 'tls');
  await page.getByRole('heading', { level: 1, name: 'Operate' }).waitFor();
  await expectAccessible(page);

  await page.getByRole('link', { name: "administrators of the engine's REST API" }).click();
  await shownAtTop(page, 'the-administrators-certificate');
  expect(await page.title()).toMatch(/^The embedded security engine - Guides - /);
  await page.goBack();
  await shownAtTop(page, 'tls');
  await close();
});

it('guides are in the help menu and in the palette, and say so if one does not exist', async () => {
  const { page, close } = await openLoggedIn();
  await page.goto('/app/home');
  await page.getByRole('button', { name: 'Help menu' }).click();
  expect(await page.getByRole('link', { name: /^Guides/ }).getAttribute('href')).toBe(
    '/app/guides'
  );
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Help' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search pages/ }).fill('documentation');
  await page.getByRole('option', { name: 'Guides' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor();
  await page.getByRole('link', { name: 'Which restrictions count' }).click();
  await page.getByRole('heading', { level: 1, name: 'Which restrictions count' }).waitFor();

  await page.goto('/app/guides/guide/none');
  await page.getByRole('heading', { name: 'Guide not found' }).waitFor();
  const status = (path: string) =>
    page.evaluate(async (address) => (await fetch(address)).status, path);
  expect(await status('/api/core/guides/guide/operate')).toBe(200);
  expect(await status('/api/core/guides/guide/..%2f..%2fmanifest')).toBe(404);
  await page.context().clearCookies();
  expect(await status('/api/core/guides/guide/operate')).toBe(401);
  await close();
});
