/**
 * Transferred size of the first pages, and the work that a list takes. Sizes and counts are stable
 * enough for a test, unlike times. docs/benchmarks.md has the figures over time.
 */
import type { Browser } from 'playwright-core';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import { pageWork } from '../helpers/page_work';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { recordTransfers, type TransferRecorder } from '../helpers/transfers';
import { login } from './screens/login';
import { closeTenantDialog, tenantDialog } from './screens/shell';

const KIB = 1024;
const LOGIN_BUDGET_BYTES = 130 * KIB;
const SHELL_AND_SECURITY_BUDGET_BYTES = 400 * KIB;
const SHELL_AND_HOME_BUDGET_BYTES = 285 * KIB;
/** Includes lists and forms, which home does not need and later pages reuse. */
const FIRST_LIST_BUDGET_BYTES = 98 * KIB;
const FURTHER_PAGE_BUDGET_BYTES = 60 * KIB;

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

/** Guards against a recorder that records nothing, which would let every page pass. */
const expectRecorded = ({ transfers }: TransferRecorder): void => {
  const scripts = transfers.filter(({ url, bytes }) => url.endsWith('.js') && bytes > 0);
  expect(scripts.length).toBeGreaterThan(2);
};

const withinBudget = (bytes: number, budgetBytes: number, table: string): void => {
  if (bytes <= budgetBytes) return;
  const [got, wanted] = [bytes, budgetBytes].map((size) => `${(size / KIB).toFixed(1)} KiB`);
  throw new Error(`Downloaded ${got}, the budget is ${wanted}:\n${table}`);
};

/**
 * Every element that the login page can show beside the form. The provider need not be reachable.
 */
const ALL_WAYS = [
  '--opensearch_security.auth.type=["basicauth","openid","saml"]',
  '--opensearch_security.auth.multiple_auth_enabled=true',
  '--opensearch_security.auth.anonymous_auth_enabled=true',
  '--opensearch_security.auth.passkey_login.enabled=true',
  '--opensearch_security.openid.connect_url=http://127.0.0.1:1/.well-known/openid-configuration',
  '--opensearch_security.openid.client_id=dashboards',
  '--opensearch_security.openid.client_secret=dashboards',
  '--opensearch_security.ui.login.message=Maintenance on **Sunday**.',
];

it.each([
  ['', 'en', [], 'Log In'],
  [', with every login method, a notice, and in German', 'de', ALL_WAYS, 'Anmelden'],
])('downloads at most 130 KiB for the login page%s', async (_what, locale, args, button) => {
  const own = args.length === 0 ? undefined : await startServer({ args });
  try {
    const profile = await openProfile(browser, (own ?? server).url, { locale });
    const recorder = await recordTransfers(profile.page);
    await profile.page.goto('/app/login', { waitUntil: 'networkidle' });
    await profile.page.getByRole('button', { name: button, exact: true }).waitFor();
    expectRecorded(recorder);
    withinBudget(recorder.totalBytes(), LOGIN_BUDGET_BYTES, recorder.table());
    await profile.close();
  } finally {
    await own?.stop();
  }
});

/** Opens a page as administrator with an empty cache and the tenant dialog answered. */
async function openFresh(): Promise<Profile> {
  const first = await openProfile(browser, server.url);
  await login(first.page, ADMIN);
  await closeTenantDialog(first.page);
  const cookies = await first.context.cookies();
  const answered = await first.page.evaluate(() => Object.entries(sessionStorage));
  await first.close();

  const profile = await openProfile(browser, server.url);
  await profile.context.addCookies(cookies);
  await profile.context.addInitScript((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value);
  }, answered);
  return profile;
}

it('downloads at most 285 KiB for the shell with home, 98 KiB for the first list, then 60 KiB for each further page', async () => {
  const profile = await openFresh();
  const { page } = profile;
  const recorder = await recordTransfers(page);
  const before = { bytes: 0 };
  for (const [path, heading, budget] of [
    ['/app/home', 'Home', SHELL_AND_HOME_BUDGET_BYTES],
    ['/app/security/roles', 'Roles', FIRST_LIST_BUDGET_BYTES],
    ['/app/management/kibana/settings', 'Advanced settings', FURTHER_PAGE_BUDGET_BYTES],
    ['/app/management/kibana/objects', 'Saved objects', FURTHER_PAGE_BUDGET_BYTES],
  ] as const) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
    withinBudget(recorder.totalBytes() - before.bytes, budget, recorder.table());
    before.bytes = recorder.totalBytes();
  }
  expectRecorded(recorder);
  expect(await tenantDialog(page).count()).toBe(0);
  await profile.close();
});

it('downloads at most 400 KiB for the shell and the Security app together', async () => {
  const profile = await openFresh();
  const recorder = await recordTransfers(profile.page);
  await profile.page.goto('/app/security/roles', { waitUntil: 'networkidle' });
  await profile.page.getByRole('table').waitFor();
  await profile.page.waitForLoadState('networkidle');
  expectRecorded(recorder);
  withinBudget(recorder.totalBytes(), SHELL_AND_SECURITY_BUDGET_BYTES, recorder.table());
  await profile.close();
});

/** Some 7 % above what the list of roles takes, with ten rows. */
const LIST_BUDGET = { components: 1_080, tableComponents: 100, functions: 3_600, requests: 42 };
const EXECUTED_BUDGET = 690 * KIB;

it('opens a list with few components, functions and requests, and with its rows in the page', async () => {
  const profile = await openFresh();
  const { executed, dataRequests, ...counts } = await pageWork(profile.page, '/app/security/roles');
  expect(await profile.page.getByRole('rowheader').count()).toBe(10);
  for (const [what, most] of Object.entries(LIST_BUDGET)) {
    const count = counts[what as keyof typeof LIST_BUDGET];
    expect([what, count, count > 0 && count <= most]).toEqual([what, count, true]);
  }
  withinBudget(executed, EXECUTED_BUDGET, 'Script that was executed');
  // Nothing else is needed for the rows; the session tells when it ends.
  expect(dataRequests).toEqual(['/api/v1/account/session']);
  await profile.close();
});

it('shows ten rows of a list in a window of 1280 x 800, the first one within 300 px', async () => {
  const { page, close } = await openFresh();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/app/security/roles');
  const rows = page.locator('tbody > tr');
  await rows.nth(9).waitFor();
  expect((await rows.first().boundingBox())?.y).toBeLessThanOrEqual(300);
  const last = await rows.nth(9).boundingBox();
  expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(800);
  await close();
});

it('downloads the login page again from the cache', async () => {
  const profile = await openProfile(browser, server.url);
  await profile.page.goto('/app/login', { waitUntil: 'networkidle' });
  const recorder = await recordTransfers(profile.page);
  await profile.page.goto('/app/login', { waitUntil: 'networkidle' });
  const scripts = recorder.transfers.filter(({ url, bytes }) => /\.js$/.test(url) && bytes > 0);
  expect(scripts).toEqual([]);
  await profile.close();
});
