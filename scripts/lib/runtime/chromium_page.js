'use strict';
/** A Chromium page for scripts (tests have test/helpers/chromium.ts). */
const { chromium } = require('playwright-core');
const { findChromium, HOW_TO_GET } = require('./chromium_path');

const VIEWPORT = { width: 1280, height: 800 };

/** @returns {Promise<import('playwright-core').Browser>} */
async function launchBrowser() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(HOW_TO_GET);
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/**
 * @param {string} baseURL
 * @param {import('playwright-core').Browser} [shared] stays open; else the page has its own
 * @returns {Promise<{ page: import('playwright-core').Page, close(): Promise<void> }>} cookies,
 *   storage and cache are the page's own
 */
async function openPage(baseURL, shared) {
  const browser = shared ?? (await launchBrowser());
  const context = await browser.newContext({
    baseURL,
    viewport: VIEWPORT,
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  return { page: await context.newPage(), close: () => (shared ? context : browser).close() };
}

/**
 * Fills the sign-in form, waits for the application behind it and closes its question for a tenant.
 */
async function signInOnPage(page, { username, password }) {
  await page.goto('/app/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/app/login'));
  const dialog = page.getByRole('dialog', { name: 'Select your tenant' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
}

module.exports = { launchBrowser, openPage, signInOnPage };
