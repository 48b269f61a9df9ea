/**
 * A server with every branding setting: the visible result in both themes, on all kinds of pages.
 */
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium, openProfile } from '../helpers/chromium';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { submitCredentials } from './screens/login';
import { closeTenantDialog } from './screens/shell';

jest.setTimeout(240_000);

const DARK_LOGO =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI4MCIgaGVpZ2h0PSIyNCI+PHJlY3Qgd2lkdGg9IjgwIiBoZWlnaHQ9IjI0IiBmaWxsPSIjZmZmIi8+PC9zdmc+';
const SETTINGS = {
  productName: 'Acme <Search> & "Co"',
  pageTitle: 'Acme',
  logoUrl: '/ui/logo.svg',
  logoUrlDark: DARK_LOGO,
  smallLogoUrl: '/ui/favicon.svg',
  faviconUrl: '/ui/logo.svg',
  'colors.light.primary': '#7A0019',
  'colors.light.header': '#ffcc00',
  'colors.dark.primary': '#ffb3c1',
  'colors.dark.header': '#4b0d1f',
  'links.documentation': '/docs/start',
  'links.community': 'mailto:help@acme.example',
  'links.feedback': '',
  'links.issues': 'https://tracker.acme.example/new',
  'links.website': 'https://mirror.acme.example',
} as const;

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  const args = Object.entries(SETTINGS).map(([key, value]) => `--branding.${key}=${value}`);
  [server, browser] = await Promise.all([
    startServer({ args: [...args, '--server.basePath=/acme', '--server.rewriteBasePath=true'] }),
    launchChromium(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

it.each([
  ['light' as const, 'rgb(122, 0, 25)', '/acme/ui/logo.svg'],
  ['dark' as const, 'rgb(255, 179, 193)', DARK_LOGO],
])('applies the branding to the login page in the %s theme', async (theme, primary, logo) => {
  const profile = await openProfile(browser, server.url, { theme });
  const { page } = profile;
  await page.goto('/acme/app/login');
  await page
    .getByRole('heading', { level: 1, name: `Please login to ${SETTINGS.productName}` })
    .waitFor();
  expect(await page.title()).toBe('Log in - Acme');
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe('/acme/ui/logo.svg');
  const image = page.locator('main img');
  expect(await image.getAttribute('src')).toBe(logo);
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(
    0
  );
  expect(await styleOf(page, 'button[type=submit]', 'background-color')).toBe(primary);
  await expectAccessible(page);
  profile.expectClean();
  await profile.close();
});

it('applies the branding to header, texts, titles and help of the shell, in both themes', async () => {
  const profile = await openProfile(browser, server.url);
  const { page } = profile;
  await page.goto('/acme/app/login');
  await submitCredentials(page, ADMIN.username, ADMIN.password);
  await closeTenantDialog(page);
  const bar = '.headerGlobalNav .euiHeader';
  const logo = page.getByRole('link', { name: `${SETTINGS.productName} home` });
  const shownLogo = () =>
    logo.locator('img').evaluate((element: HTMLImageElement) => element.currentSrc);
  /**
   * The browser selects another image source in the next frame and reports it once it has loaded.
   */
  const expectLogo = async (address: string): Promise<void> => {
    for (let tries = 0; tries < 50 && (await shownLogo()) !== address; tries++)
      await page.waitForTimeout(100);
    expect(await shownLogo()).toBe(address);
  };

  expect(await page.title()).toBe('Home - Acme');
  await expectLogo(`${new URL(server.url).origin}/acme/ui/logo.svg`);
  expect(await styleOf(page, bar, 'background-color')).toBe('rgb(255, 204, 0)');
  expect(await styleOf(page, `${bar} button`, 'color')).toBe('rgb(0, 0, 0)');
  await expectAccessible(page);

  await page.getByRole('button', { name: /dark theme/i }).click();
  await page.locator('html[data-theme=dark]').waitFor();
  await expectLogo(DARK_LOGO);
  expect(await styleOf(page, bar, 'background-color')).toBe('rgb(75, 13, 31)');
  expect(await styleOf(page, `${bar} button`, 'color')).toBe('rgb(255, 255, 255)');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Help menu' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByText(`${SETTINGS.productName} documentation`).waitFor();
  const addresses = await help
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual([
    '/acme/docs/start',
    '/acme/app/guides',
    'mailto:help@acme.example',
    'https://tracker.acme.example/new',
  ]);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 360, height: 740 });
  await expectLogo(`${new URL(server.url).origin}/acme/ui/favicon.svg`);
  await page.setViewportSize({ width: 1280, height: 900 });

  for (const [address, title, heading] of [
    ['/acme/status', 'Server Status - Acme', `${SETTINGS.productName} status is Green`],
    ['/acme/app/error', 'App Error - Acme', 'Application error'],
    ['/acme/app/customerror', 'Error - Acme', 'Something went wrong'],
  ] as const) {
    await page.goto(address);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    expect(await page.title()).toBe(title);
    await expectAccessible(page);
  }
  profile.expectClean();
  await profile.close();
});
