'use strict';
/** A Chromium page for scripts (tests have test/helpers/chromium.ts). */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { chromium } = require('playwright-core');
const { findChromium, HOW_TO_GET } = require('./chromium_path');

const VIEWPORT = { width: 1280, height: 800 };

function launchOptions() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(HOW_TO_GET);
  return { executablePath, args: ['--no-sandbox', '--disable-gpu'] };
}

const contextOptions = (baseURL) => ({
  baseURL,
  viewport: VIEWPORT,
  locale: 'en-US',
  timezoneId: 'UTC',
  colorScheme: 'light',
  reducedMotion: 'reduce',
});

/** @returns {Promise<import('playwright-core').Browser>} */
const launchBrowser = async () => chromium.launch(launchOptions());

/**
 * @param {string} baseURL
 * @param {import('playwright-core').Browser} [shared] stays open; otherwise the page has its own
 * @returns {Promise<{ page: import('playwright-core').Page, close(): Promise<void> }>} a page with
 *   its own cookies, storage and cache
 */
async function openPage(baseURL, shared) {
  const browser = shared ?? (await launchBrowser());
  const context = await browser.newContext(contextOptions(baseURL));
  return { page: await context.newPage(), close: () => (shared ? context : browser).close() };
}

/**
 * Like {@link openPage}, with a profile on disk. Unlike the incognito windows of other pages, it
 * caches compiled scripts.
 */
async function openProfile(baseURL) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sd-profile-'));
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions(),
    ...contextOptions(baseURL),
  });
  return {
    page: await context.newPage(),
    close: async () => {
      await context.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Fills in the login form, waits for the application and dismisses the tenant dialog. */
async function loginOnPage(page, { username, password }) {
  await page.goto('/app/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/app/login'));
  const dialog = page.getByRole('dialog', { name: 'Select your tenant' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
}

module.exports = { launchBrowser, openPage, openProfile, loginOnPage };
