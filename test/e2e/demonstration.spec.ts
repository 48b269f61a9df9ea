/** The tour of a start with `--demo`: each stop is one click from Home and shows what it says. */
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
