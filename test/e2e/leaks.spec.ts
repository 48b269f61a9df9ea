/**
 * Opening and closing every app repeatedly must not increase the number of subscriptions,
 * listeners, timers and DOM nodes.
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import { exposeCore, withCore } from '../helpers/core_access';
import { layoutToSettle } from '../helpers/layout';
import { countFromTheStart, leakCounts, leaksBetween } from '../helpers/leak_counters';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { login } from './screens/login';
import { closeTenantDialog } from './screens/shell';

jest.setTimeout(300_000);

/** Enough rounds that one leak per round after the warm-up exceeds every tolerance by half. */
const ROUNDS = 110;
/** The first rounds fill caches and load chunks. */
const WARM_UP_ROUNDS = 20;

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ['--demo'] }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function openCounted(): Promise<Profile> {
  const profile = await openProfile(browser, server.url);
  await countFromTheStart(profile.context);
  await exposeCore(profile.context);
  return profile;
}

async function openLoggedIn(): Promise<Profile> {
  const profile = await openCounted();
  await login(profile.page, ADMIN);
  await closeTenantDialog(profile.page);
  await profile.page.goto('/app/home');
  return profile;
}

/**
 * Returns the counts that grew between the warm-up and the last round. Fails if the page was
 * reloaded meanwhile.
 */
async function leaksOfVisits(
  page: Page,
  apps: ReadonlyArray<readonly [id: string, path: string]>
): Promise<string[]> {
  // The load event fires before the plugins have started.
  await page.waitForFunction(() => 'coreUnderTest' in window);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.evaluate(visitApps, { apps, rounds: WARM_UP_ROUNDS });
  await page.waitForLoadState('networkidle');
  const before = await leakCounts(page);
  await page.evaluate(visitApps, { apps, rounds: ROUNDS - WARM_UP_ROUNDS });
  await page.waitForLoadState('networkidle');
  const after = await leakCounts(page);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  return leaksBetween(before, after);
}

/**
 * Runs in the page. Leaves each app as soon as it shows something; every tenth time it waits until
 * the app has loaded completely.
 */
async function visitApps({
  apps,
  rounds,
}: {
  readonly apps: ReadonlyArray<readonly [id: string, path: string]>;
  readonly rounds: number;
}): Promise<void> {
  const { application, http } = (
    window as unknown as {
      coreUnderTest: {
        application: { navigateToApp(id: string, options: { path: string }): Promise<void> };
        http: { getLoadingCount$(): { subscribe(next: (count: number) => void): unknown } };
      };
    }
  ).coreUnderTest;
  let loadingCount = 0;
  const loading = http.getLoadingCount$().subscribe((count) => (loadingCount = count)) as {
    unsubscribe(): void;
  };
  const until = async (isDone: () => boolean, what: string): Promise<void> => {
    const end = performance.now() + 20_000;
    while (!isDone()) {
      if (performance.now() > end) throw new Error(`Waited in vain for ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  };
  const isShown = (): boolean =>
    document.querySelector('.appContainer__loading') === null &&
    (document.querySelector('.appContainer__app')?.childElementCount ?? 0) > 0;
  for (let round = 1; round <= rounds; round++) {
    for (const [id, path] of apps) {
      await application.navigateToApp(id, { path });
      // React unmounts one app and mounts the other in the next frame.
      await new Promise((resolve) => setTimeout(resolve, 0));
      await until(isShown, `${id} ${path} to open`);
      if (round % 10 === 0) await until(() => loadingCount === 0, `${id} ${path} to load`);
    }
  }
  await until(() => loadingCount === 0, 'the last app to load');
  loading.unsubscribe();
}

it('leaks nothing when every app is opened and closed repeatedly', async () => {
  const profile = await openLoggedIn();
  const { page } = profile;
  const ids = await withCore(page, ({ application }) => {
    const all: string[] = [];
    application.applications$.subscribe((apps) => all.push(...apps.keys())).unsubscribe();
    return all;
  });
  expect(ids).toEqual(expect.arrayContaining(['security', 'management', 'status', 'customerror']));
  // Two of these apps redirect users with roles by a page load; the login page has its own test.
  const left = ['login', 'missing-role', 'home'];
  const apps = ids.filter((id) => !left.includes(id)).map((id) => [id, ''] as const);
  const leaks = await leaksOfVisits(page, [
    ...apps,
    ['security', '/roles/create'],
    ['management', '/kibana/settings'],
    ['management', '/kibana/objects'],
    ['home', ''],
  ]);
  expect(leaks).toEqual([]);
  profile.expectClean();
  await profile.close();
});

it('leaks nothing when the login page is opened and closed repeatedly', async () => {
  const profile = await openCounted();
  await profile.page.goto('/app/customerror');
  const leaks = await leaksOfVisits(profile.page, [
    ['login', ''],
    ['customerror', ''],
  ]);
  expect(leaks).toEqual([]);
  profile.expectClean();
  await profile.close();
});

/** One leak for each round after the warm-up. */
it('detects leaks that a test plants', async () => {
  const profile = await openLoggedIn();
  const { page } = profile;
  // Otherwise objects that the page is still releasing would offset the leaked ones.
  await layoutToSettle(page);
  const before = await leakCounts(page);
  await withCore(page, ({ chrome }) => {
    const kept: unknown[] = [];
    Object.assign(window, { kept });
    for (let round = 0; round < 90; round++) {
      window.addEventListener('resize', () => kept.length);
      setInterval(() => kept.length, 3_600_000);
      const element = document.createElement('div');
      element.addEventListener('click', () => kept.length);
      const observer = new MutationObserver(() => undefined);
      observer.observe(element, { attributes: true });
      kept.push(element, observer, chrome.getBreadcrumbs$().subscribe());
    }
  });
  const grown = leaksBetween(before, await leakCounts(page)).join('\n');
  for (const name of [
    'listeners: window resize',
    'intervals',
    'observers: MutationObserver',
    'subscriptions: chrome.getBreadcrumbs$',
    'nodes',
    'listeners altogether',
  ])
    expect(grown).toContain(`${name}: `);
  await profile.close();
});
