/** The configurable texts of the login page, under both names of their settings. */
import type { Browser } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium, openProfile } from '../helpers/chromium';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { login } from './screens/login';

jest.setTimeout(120_000);

const KEYS = {
  'ui.basicauth.login.title': 'Named by the present key',
  'basicauth.login.title': 'Welcome to the workshop',
  'ui.basicauth.login.subtitle': 'Ask at desk 42 for an account.',
  'ui.basicauth.login.buttonstyle': 'workshop-button',
  'basicauth.login.brandimage': '/ui/favicon.svg',
  'ui.login.message': 'Maintenance on Sunday, 8:00 to 9:00.',
} as const;

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  const args = Object.entries(KEYS).map(([key, text]) => `--opensearch_security.${key}=${text}`);
  [server, browser] = await Promise.all([startServer({ args }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

// @feature login/1
it('shows the configured title, text, image, button and message of the day, and logs in', async () => {
  const profile = await openProfile(browser, server.url);
  const { page } = profile;
  await page.goto('/app/login');
  await page.getByRole('heading', { level: 1, name: KEYS['basicauth.login.title'] }).waitFor();
  expect(await page.getByText(KEYS['ui.basicauth.login.title']).count()).toBe(0);
  await page.getByText(KEYS['ui.basicauth.login.subtitle']).waitFor();
  await page.getByText(KEYS['ui.login.message']).waitFor();
  const classes = await page.getByRole('button', { name: 'Log In' }).getAttribute('class');
  expect(classes).toContain(KEYS['ui.basicauth.login.buttonstyle']);
  const picture = page.locator('main img');
  expect(await picture.getAttribute('src')).toBe(KEYS['basicauth.login.brandimage']);
  await expectAccessible(page);
  await login(page, ADMIN);
  await profile.close();
});
