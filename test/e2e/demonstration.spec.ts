/**
 * What a start with `--demo` shows on Home: to administrators a tour, each stop one click away, and
 * to others their own access.
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../helpers/chromium';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';

jest.setTimeout(120_000);

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const row = (page: Page, name: RegExp) => page.getByRole('row', { name });
/** What each stop shows, by the name of its link. */
const STOPS: Readonly<Record<string, (page: Page) => ReturnType<Page['getByText']>>> = {
  "Find what's wrong": (page) => row(page, /log_pipeline can change documents/),
  'Ask why access is denied': (page) => page.getByText('Denied', { exact: true }).first(),
  'See who can do what': (page) => row(page, /^amara\.okafor/),
  'Make a role smaller': (page) => page.getByRole('heading', { name: 'A smaller role' }),
  'Protect the payroll data': (page) => row(page, /payroll-stays-with-hr/),
  'Approve a change': (page) => row(page, /Support reads refunds/),
  'Compare with files': (page) => row(page, /log_pipeline Role Differs/),
  'Promote from staging': (page) => row(page, /forecast_preview Role Only in Staging/),
};

it('leads to eight pages with something to see, and can be closed for good', async () => {
  const profile = await openLoggedIn(browser, server.url, ADMIN);
  const { page } = profile;
  await page.goto('/app/home');
  const tour = page.getByRole('region', { name: 'Tour of the demonstration' });
  await tour.waitFor();
  expect(await tour.getByRole('link').allTextContents()).toEqual(Object.keys(STOPS));
  for (const [name, shown] of Object.entries(STOPS)) {
    await tour.getByRole('link', { name }).click();
    await shown(page).waitFor();
    await page.reload();
    await shown(page).waitFor();
    await page.goto('/app/home');
  }
  await tour.getByRole('button', { name: 'Close the tour' }).click();
  await tour.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Saved objects in Global' }).waitFor();
  expect(await tour.count()).toBe(0);
  profile.expectClean();
  await profile.close();
});

// @feature home/3
it('shows people without administration what they can read, and why, without a click', async () => {
  const mia = { username: 'mia', password: 'Marble-ferry-16-Anchor' };
  const admin = await openLoggedIn(browser, server.url, ADMIN);
  const created = await admin.page.request.put('/_plugins/_security/api/internalusers/mia', {
    headers: { 'kbn-xsrf': 'true' },
    data: { password: mia.password, backend_roles: ['hr'] },
  });
  expect(created.status()).toBe(201);
  await admin.close();
  const profile = await openLoggedIn(browser, server.url, mia);
  const { page } = profile;
  await page.goto('/app/home');
  for (const step of ['at first', 'after a reload']) {
    if (step === 'after a reload') await page.reload();
    const indices = row(page, /^hr-\* read, write, and delete Part of the data/);
    await indices.filter({ hasText: 'hr_records' }).waitFor();
    await row(page, /^hr read and write/).waitFor();
  }
  await page.getByRole('button', { name: 'Part of the data in hr-*' }).click();
  await page.getByText('All fields except bonus, salary').waitFor();
  await page.getByRole('button', { name: 'Your roles' }).click();
  await row(page, /^hr_records.* Backend role hr/).waitFor();
  profile.expectClean();
  await profile.close();
});
