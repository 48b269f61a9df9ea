/** What users see when something fails or an address is too long, as specified. */
import type { Browser, Page } from 'playwright-core';
import { launchChromium, type Profile } from '../helpers/chromium';
import { atSetup, exposeCore, withCore } from '../helpers/core_access';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { waitForCondition } from '../helpers/wait_for';
import { openDrawer, toast } from './screens/shell';

jest.setTimeout(120_000);

const APPS = [{ id: 'plain', title: 'A plain app' }] as const;

let server: TestServer;
let browser: Browser;
let profile: Profile | undefined;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
});
afterEach(async () => {
  await profile?.close();
  profile = undefined;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function visit(path: string): Promise<Page> {
  profile = await openLoggedIn(browser, server.url, ADMIN);
  await exposeCore(profile.context, APPS);
  await profile.page.goto(path);
  return profile.page;
}
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
/** Lengthens the hash until the address has this length. */
const lengthen = (page: Page, length: number) =>
  page.evaluate((size) => {
    const [rest = ''] = location.href.split('#');
    location.hash = 'x'.repeat(size - rest.length - 1);
  }, length);

describe('long addresses', () => {
  const advice = 'state:storeInSessionStorage';

  // @spec 2.6/35, 2.6/36, 2.6/38, 2.6/39, 2.6/40, 8/7, 8/8, 8/9, 9/25, 9/27
  it('are warned of from 24,000 characters, and lead to the error page above 25,000', async () => {
    const page = await visit('/app/plain');
    await heading(page, 'A plain app').waitFor();
    const warning = toast(page, 'The URL is big and Security Dashboards might stop working');
    await lengthen(page, 23_999);
    await page.waitForLoadState('networkidle');
    expect(await warning.count()).toBe(0);
    await lengthen(page, 24_000);
    await warning.getByText(advice).waitFor();
    await warning.getByText(/simplify the onscreen visuals/).waitFor();
    await lengthen(page, 25_000);
    await page.waitForLoadState('networkidle');
    expect(page.url()).toHaveLength(25_000);
    await page.goto('/app/plain');
    await heading(page, 'A plain app').waitFor();
    await lengthen(page, 25_001);
    await page.waitForURL('**/app/error?errorType=urlOverflow');
    await heading(page, "The URL for this object is too long, and we can't display it").waitFor();
    await page.getByText('Things to try:').waitFor();
    expect(await page.title()).toBe('App Error - Security Dashboards');
    const link = page.getByRole('main').locator('a[href="/app/management/kibana/settings"]');
    expect(await link.count()).toBe(1);
    expect(await (await openDrawer(page)).getByText('App Error').count()).toBe(0);
  });

  // @spec 9/30
  it('are not checked on the error page', async () => {
    const page = await visit('/app/error?errorType=other');
    await heading(page, 'Application error').waitFor();
    await lengthen(page, 25_001);
    await page.waitForLoadState('networkidle');
    expect(page.url()).toHaveLength(25_001);
    expect(await toast(page, 'The URL is big').count()).toBe(0);
  });

  // @spec 9/29
  it('are not checked while the state is in the session storage', async () => {
    const page = await visit('/app/plain');
    await heading(page, 'A plain app').waitFor();
    await withCore(page, ({ uiSettings }) => uiSettings.set('state:storeInSessionStorage', true));
    await lengthen(page, 25_001);
    await page.waitForLoadState('networkidle');
    expect(page.url()).toHaveLength(25_001);
    await withCore(page, ({ uiSettings }) => uiSettings.remove('state:storeInSessionStorage'));
  });
});

// @spec 4/44, 8/10, 8/11, 8/12
it('reports that a setting could not be saved, and takes it back', async () => {
  const page = await visit('/app/plain');
  await heading(page, 'A plain app').waitFor();
  profile?.allow(/500|400/);
  const fail = (status: number) =>
    page.route('**/api/kibana/settings', (route) =>
      route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ statusCode: status, error: 'x', message: 'It is too large.' }),
      })
    );
  await fail(400);
  await withCore(page, ({ uiSettings }) => uiSettings.set('notifications:banner', 'Not saved'));
  await toast(page, 'Unable to update UI setting').getByText('It is too large.').waitFor();
  await page.unroute('**/api/kibana/settings');
  await fail(500);
  await withCore(page, ({ uiSettings }) => uiSettings.set('notifications:banner', 'Not saved'));
  await toast(page, 'Unable to update UI setting')
    .getByText('Request failed with status code: 500')
    .waitFor();
  expect(await page.getByText('Not saved').count()).toBe(0);
});

describe('the status page', () => {
  // @spec 2.6/15, 2.6/17, 2.6/33, 4/2, 8/4, 8/5, 8/6
  it('has a title, no header and no link, and reports a failed request', async () => {
    const page = await visit('/status');
    await page.getByText('Plugin status').waitFor();
    expect(await page.title()).toBe('Server Status - Security Dashboards');
    expect(await page.getByRole('banner').count()).toBe(0);
    profile?.allow(/503|ERR_FAILED|Failed to fetch/);
    await page.route('**/api/status', (route) => route.fulfill({ status: 503, body: '' }));
    await page.reload();
    await toast(page, 'Failed to request server status with status code 503').waitFor();
    await page.getByText('An error occurred loading the status').waitFor();
    await page.unroute('**/api/status');
    await page.route('**/api/status', (route) => route.abort());
    await page.reload();
    await toast(page, 'Failed to request server status. Perhaps your server is down?').waitFor();
    await page.unroute('**/api/status');
    await page.goto('/app/home');
    const drawer = await openDrawer(page);
    expect(await drawer.getByText('Server Status').count()).toBe(0);
  });
});

describe('the status page with figures', () => {
  const STATUS = {
    name: 'my computer',
    version: { number: '8.0.0', build_hash: 'abcdef0123', build_number: 12 },
    status: {
      overall: { id: 'overall', state: 'yellow', title: 'Yellow', uiColor: 'warning' },
      statuses: [
        { id: 'plugin:a', state: 'green', title: 'Green', message: 'Ready', uiColor: 'secondary' },
        { id: 'plugin:b', state: 'red', title: 'Red', message: 'Broken', uiColor: 'danger' },
      ],
    },
    metrics: {
      collection_interval_in_millis: 5_000,
      os: { load: { '1m': 4.1, '5m': 2.126, '15m': 0.1 } },
      process: { memory: { heap: { size_limit: 1_000_000_000, used_in_bytes: 512 } } },
      response_times: { avg_in_millis: 0.1333, max_in_millis: 8_000.126 },
      requests: { total: 30 },
    },
  };

  // @spec 2.6/24, 2.6/25, 2.6/26, 2.6/27, 2.6/28, 2.6/29, 2.6/30, 2.6/31, 2.6/32
  // @spec 7/15, 9/31, 9/32, 9/34, 9/35, 9/36, 17/3
  it('has a spinner, then state, name, metrics in 3 columns, build, and a table of plugins', async () => {
    profile = await openLoggedIn(browser, server.url, ADMIN);
    const { page } = profile;
    let answer = () => undefined as void;
    const isAsked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/status', async (route) => {
      await isAsked;
      await route.fulfill({ json: STATUS });
    });
    await Promise.all([page.waitForRequest('**/api/status'), page.goto('/status')]);
    await page.getByRole('main').getByRole('progressbar').waitFor();
    expect(await page.getByText('Plugin status').count()).toBe(0);
    answer();
    await page.getByRole('heading', { name: 'Security Dashboards status is Yellow' }).waitFor();
    await page.getByText('my computer', { exact: true }).waitFor();
    const tiles = page.locator('[data-test-subj="serverMetric"]');
    expect((await tiles.allInnerTexts()).map((text) => text.split(/\n+/).sort())).toEqual(
      [
        ['Heap total', '953.67 MB'],
        ['Heap used', '512.00 B'],
        ['Load', '4.10, 2.13, 0.10'],
        ['Response time avg', '0.13 ms'],
        ['Response time max', '8000.13 ms'],
        ['Requests per second', '6.00'],
      ].map((texts) => texts.sort())
    );
    const boxes = await Promise.all((await tiles.all()).map((tile) => tile.boundingBox()));
    expect(new Set(boxes.map((box) => box?.x)).size).toBe(3);
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(2);
    await page.getByRole('heading', { name: 'Plugin status' }).waitFor();
    await page.getByText('BUILD 12', { exact: true }).waitFor();
    await page.getByText('COMMIT abcdef0123', { exact: true }).waitFor();
    const headers = await page.getByRole('columnheader').allInnerTexts();
    // With marks of the design system for screen readers.
    expect(headers.map((text) => text.split('\n')[0])).toEqual(['ID', 'Status']);
    const colors: string[] = [];
    for (const [id, message] of [
      ['plugin:a', 'Ready'],
      ['plugin:b', 'Broken'],
    ] as const) {
      const row = page.getByRole('row').filter({ hasText: id });
      await row.getByText(message).waitFor();
      const dot = row.locator('svg').first();
      colors.push(await dot.evaluate((one) => getComputedStyle(one).color));
    }
    expect(new Set(colors).size).toBe(2);
  });
});

describe('the error page', () => {
  // @spec 2.6/37, 2.6/41, 17/1
  it('says "Application error", and what to do about an address that is too long', async () => {
    const page = await visit('/app/error');
    await heading(page, 'Application error').waitFor();
    expect(await page.getByText('Things to try:').count()).toBe(0);
    await page.goto('/app/error?errorType=urlOverflow');
    const tips = page.getByRole('main').getByRole('listitem');
    await tips.first().waitFor();
    expect((await tips.allInnerTexts()).map((text) => text.trim())).toEqual([
      'Enable the state:storeInSessionStorage option in Advanced Settings.',
      'Simplify the object you are editing by removing content or filters.',
    ]);
  });

  // @spec 9/37
  it('reads the first 1000 parameters of the address', async () => {
    const page = await visit(`/app/error?${'a=1&'.repeat(1_000)}errorType=urlOverflow`);
    await heading(page, 'Application error').waitFor();
    await page.goto(`/app/error?${'a=1&'.repeat(999)}errorType=urlOverflow`);
    await heading(page, "The URL for this object is too long, and we can't display it").waitFor();
  });
});

// @spec 2.6/8, 2.6/9, 4/4
it('says that there is no app at an address, and what to do', async () => {
  const page = await visit('/app/nowhere');
  await heading(page, 'Application Not Found').waitFor();
  await page
    .getByText(
      'No application was found at this URL. Try going back or choosing an app from the menu.'
    )
    .waitFor();
});

describe('an app that mounts', () => {
  // @spec 2.6/12, 2.6/13, 4/3, 4/6, 9/23
  it('slowly shows a spinner, which fades in over 2 seconds from halfway', async () => {
    profile = await openLoggedIn(browser, server.url, ADMIN);
    await exposeCore(profile.context, APPS);
    await atSetup(profile.context, ({ application }) => {
      application.register({
        id: 'slow',
        title: 'A slow app',
        mount: async ({ element }) => {
          await new Promise((resolve) => Object.assign(window, { endMount: resolve }));
          element.innerHTML = '<h1>A slow app</h1>';
          return () => element.replaceChildren();
        },
      });
    });
    const { page } = profile;
    await page.goto('/app/slow');
    const spinner = page.getByRole('progressbar', { name: 'Loading application' });
    await spinner.waitFor({ state: 'attached' });
    // The opacity at some times of its animation, which is stopped for that.
    const opacities = await spinner.evaluate((one) => {
      const box = one.parentElement as HTMLElement;
      const [fade] = box.getAnimations();
      if (!fade) return [];
      fade.pause();
      return [0, 999, 1_500, 2_000].map((timeMs) => {
        fade.currentTime = timeMs;
        return Number(getComputedStyle(box).opacity);
      });
    });
    expect(opacities.slice(0, 2)).toEqual([0, 0]);
    expect(opacities[2]).toBeGreaterThan(0);
    expect(opacities[2]).toBeLessThan(1);
    expect(opacities[3]).toBe(1);
    await page.evaluate(() => (window as unknown as { endMount(): void }).endMount());
    await heading(page, 'A slow app').waitFor();
    expect(await spinner.count()).toBe(0);
  });

  // @spec 4/7, 8/46
  it('badly loses the spinner, is logged, and offers to reload the page', async () => {
    profile = await openLoggedIn(browser, server.url, ADMIN);
    await exposeCore(profile.context, APPS);
    await atSetup(profile.context, ({ application }) => {
      application.register({
        id: 'bad',
        title: 'A bad app',
        mount: () => Promise.reject(new Error('It does not mount')),
      });
    });
    const { page, problems } = profile;
    await page.goto('/app/bad');
    const failure = page.getByRole('alert');
    await failure.getByRole('heading', { name: "Couldn't load the application" }).waitFor();
    await failure.getByRole('link', { name: 'Reload page' }).waitFor();
    expect(await page.getByRole('progressbar', { name: 'Loading application' }).count()).toBe(0);
    expect(problems.filter((line) => line.includes('It does not mount'))).toHaveLength(1);
    await withCore(page, ({ application }) => application.navigateToApp('plain'));
    await heading(page, 'A plain app').waitFor();
  });
});

// @spec 8/55
it('reports a script that fails to load as a ChunkLoadError, and goes on without it', async () => {
  const page = await visit('/app/plain');
  await heading(page, 'A plain app').waitFor();
  await page.route('**/*.js', (route) => route.abort());
  await withCore(page, ({ application }) => application.navigateToApp('security'));
  await page.getByRole('heading', { name: "Couldn't load the application" }).waitFor();
  expect(profile?.problems.join('\n')).toContain('ChunkLoadError');
});

describe('the fatal error screen', () => {
  // @spec 2.6/75, 3/34, 3/36, 4/27, 8/15, 8/16, 8/17, 8/18, 8/19, 8/20
  it('has advice, and the message of each kind of error, with its source', async () => {
    const page = await visit('/app/plain');
    await heading(page, 'A plain app').waitFor();
    await withCore(page, ({ fatalErrors }) => {
      const body = Object.assign(new Error('Bad'), { body: { message: 'Said by the server' } });
      const causes = { resp: { error: { root_cause: [{ reason: 'one' }, { reason: 'two' }] } } };
      const add = (error: unknown, source?: string) => {
        try {
          fatalErrors.add(error as Error, source);
        } catch {
          // Always thrown again.
        }
      };
      add('Just a text');
      add(causes);
      add(body);
      add(new Error('Wrong'), 'the source');
      add({ a: 1 });
    });
    await page
      .getByText(
        "Try refreshing the page. If that doesn't work, go back to the previous page or clear your session data."
      )
      .waitFor();
    const details = page.getByRole('alert');
    expect(await details.getByRole('heading').allTextContents()).toEqual([
      'Just a text',
      'one\ntwo',
      'Said by the server',
      'the source: Wrong',
      '{\n  "a": 1\n}',
    ]);
    expect(await details.locator('pre').nth(3).textContent()).toMatch(/Error: Wrong\n\s+at /);
  });

  // @spec 2.6/77, 8/25
  it('leads back to the previous page', async () => {
    const page = await visit('/app/home');
    await heading(page, 'Home').waitFor();
    await page.goto('/app/plain');
    await heading(page, 'A plain app').waitFor();
    await withCore(page, ({ fatalErrors }) => {
      try {
        fatalErrors.add('It broke');
      } catch {
        // Always thrown again.
      }
    });
    await page.getByRole('button', { name: 'Go back' }).click();
    await heading(page, 'Home').waitFor();
  });

  // @spec 8/50
  it('appears for a negative loading count', async () => {
    const page = await visit('/app/plain');
    await heading(page, 'A plain app').waitFor();
    profile?.allow(/must only emit positive numbers/);
    await withCore(page, ({ http, uiSettings }) => {
      // Plugins have their own Observable; this one belongs to the page.
      const Observable = uiSettings.get$('dateFormat')
        .constructor as typeof import('rxjs').Observable;
      http.addLoadingCountSource(new Observable<number>((subscriber) => subscriber.next(-1)));
    });
    const message = 'Observables passed to loadingCount.add() must only emit positive numbers';
    await page.getByRole('alert').getByText(message).first().waitFor();
  });

  // @spec 8/21
  it('does not appear for an unhandled rejection, which is logged', async () => {
    const page = await visit('/app/plain');
    await heading(page, 'A plain app').waitFor();
    await page.evaluate(() => void Promise.reject(new Error('Nobody waits')));
    await waitForCondition(
      () =>
        profile?.problems.some((line) => line.includes('Detected an unhandled Promise')) === true
    );
    expect(await heading(page, 'A plain app').count()).toBe(1);
  });

  // @spec 8/37
  it('appears if the translations cannot be loaded', async () => {
    profile = await openLoggedIn(browser, server.url, ADMIN, { locale: 'de-DE' });
    const { page } = profile;
    await page.route('**/translations/**', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/app/home');
    await page.getByText('Translations request failed with status code: 503').first().waitFor();
  });
});

// @spec 1/11, 2.6/74, 2.6/76, 2.6/78, 2.6/79, 2.6/80, 4/26, 4/28, 8/22, 8/23, 8/24
it('replaces the page at the first fatal error, lists later ones, and offers ways out', async () => {
  const page = await visit('/app/plain');
  profile?.allow(/./);
  await heading(page, 'A plain app').waitFor();
  const fail = () =>
    withCore(page, ({ fatalErrors }) => {
      for (const reason of ['It broke', 'It broke again'])
        try {
          fatalErrors.add(new Error(reason), 'plain');
        } catch {
          // Always thrown again.
        }
    });
  await fail();
  await heading(page, 'Something went wrong').waitFor();
  expect(await page.getByRole('alert').getByRole('heading').allInnerTexts()).toEqual([
    'plain: It broke',
    'plain: It broke again',
  ]);
  expect(await page.getByRole('alert').first().innerText()).toMatch(
    /Version: .+\nBuild: \d+\n.*It broke/s
  );
  expect(await page.getByRole('banner').count()).toBe(0);
  await page.evaluate(() => void (location.hash = '#elsewhere'));
  await heading(page, 'A plain app').waitFor();
  await fail();
  await page.evaluate(() => localStorage.setItem('kept', 'x'));
  await page.getByRole('button', { name: 'Clear your session' }).click();
  await heading(page, 'A plain app').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('kept'))).toBeNull();
  expect(new URL(page.url()).hash).toBe('');
});

// @spec 8/13
it('shows the message of an error, and the full error on request', async () => {
  const page = await visit('/app/plain');
  await heading(page, 'A plain app').waitFor();
  await withCore(page, ({ notifications }) => {
    notifications.toasts.addError(new Error('The reason'), { title: 'It failed' });
  });
  await page.getByText('The reason').first().waitFor();
  await page.getByRole('button', { name: 'See the full error' }).click();
  const dialog = page.getByRole('dialog', { name: 'It failed' });
  await dialog.getByText('The reason').first().waitFor();
  await dialog.locator('code, pre').first().waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
});

// @spec 2.6/42, 8/41, 9/26, 9/28
it('warns users of Internet Explorer, and of addresses that are long for it', async () => {
  profile = await openLoggedIn(browser, server.url, ADMIN);
  const { page, context } = profile;
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', {
      get: () => 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko',
    })
  );
  await exposeCore(context, APPS);
  await page.goto('/app/plain');
  const warning = toast(page, 'Support for Internet Explorer will be dropped');
  const link = warning.getByRole('link', { name: 'the support matrix on our website' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toMatch(/^https:/);
  const tooLong = toast(page, 'The URL is big and');
  await lengthen(page, 999);
  await page.waitForLoadState('networkidle');
  expect(await tooLong.count()).toBe(0);
  await lengthen(page, 1_000);
  await tooLong.waitFor();
  await lengthen(page, 2_000);
  await page.waitForLoadState('networkidle');
  expect(page.url()).toHaveLength(2_000);
  await lengthen(page, 2_001);
  await page.waitForURL('**/app/error?errorType=urlOverflow');
  await page
    .getByText(/upgrade/i)
    .first()
    .waitFor();
});
