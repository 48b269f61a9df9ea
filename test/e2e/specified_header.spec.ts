/**
 * Header and navigation drawer as the specification describes them to users: what is where, how
 * wide and high it is, and what the browser remembers of it. Apps and controls are those of a fake
 * plugin.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { DEFAULT_APP_CATEGORIES } from '../../src/core/common';
import { launchChromium, type Profile } from '../helpers/chromium';
import { atSetup, exposeCore, type ForeignApp, withCore } from '../helpers/core_access';
import { openLoggedIn, type LoggedInOptions } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { waitForCondition } from '../helpers/wait_for';
import { openDrawer } from './screens/shell';

jest.setTimeout(120_000);

/** With an icon that the build contains: it leaves out those that nothing names. */
const TOOLS = { id: 'tools', label: 'Tools', order: 1, euiIconType: 'managementApp' } as const;
/** One app in each category of the platform, in an order that is not theirs, and around them. */
const STANDARD: readonly ForeignApp[] = [
  ...(['management', 'observability', 'kibana', 'security', 'enterpriseSearch'] as const).map(
    (name) => ({ id: `in_${name}`, title: `In ${name}`, category: DEFAULT_APP_CATEGORIES[name] })
  ),
  ...[5_001, 999].map((order) => ({
    id: `at_${order}`,
    title: `At ${order}`,
    category: { id: `c${order}`, label: `Around ${order}`, order },
  })),
];
const APPS: readonly ForeignApp[] = [
  { id: 'plain', title: 'A plain app', category: TOOLS, tooltip: 'Look around' },
  { id: 'other', title: 'Another app', category: { ...TOOLS, label: 'Renamed', order: 9_999 } },
  { id: 'bare', title: 'A bare app', chromeless: true },
  { id: 'lone', title: 'A lone app', euiIconType: 'lock' },
];

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

/** Opens the plain app, and waits for it. */
async function visit(options: LoggedInOptions = {}): Promise<Page> {
  profile = await openLoggedIn(browser, server.url, ADMIN, options);
  await exposeCore(profile.context, APPS);
  await profile.page.goto('/app/plain');
  await heading(profile.page, 'A plain app').waitFor();
  return profile.page;
}
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const banner = (page: Page) => page.getByRole('banner');
const subject = (inside: Page | Locator, name: string) =>
  inside.locator(`[data-test-subj~="${name}"]`);
const crumbs = (page: Page) => subject(page, 'breadcrumb');
const texts = async (all: Locator) => (await all.allInnerTexts()).map((text) => text.trim());
const box = async (one: Locator) => {
  await one.waitFor();
  const found = await one.boundingBox();
  if (found === null) throw new Error('It is not on the page.');
  return found;
};
const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);
/** Marks the page, so that a page load can be told from navigation inside the page. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

describe('the header', () => {
  // @spec 1/3, 2.6/48, 2.6/50, 2.6/51, 5.4/1, 5.4/2
  it('has the logo and controls at left, center and right, each side by order; removed ones go', async () => {
    const page = await visit();
    await withCore(page, ({ chrome }) => {
      for (const [side, register] of [
        ['left', chrome.navControls.registerLeft],
        ['center', chrome.navControls.registerCenter],
        ['right', chrome.navControls.registerRight],
      ] as const)
        for (const order of [30, 10, 20])
          register({
            order,
            mount: (element) => {
              element.textContent = `${side} ${order}`;
              return () => element.replaceChildren();
            },
          });
    });
    const logo = banner(page).getByRole('link', { name: 'Security Dashboards home' });
    const lefts = [(await box(logo)).x];
    for (const side of ['left', 'center', 'right'])
      for (const order of [10, 20, 30])
        lefts.push((await box(page.getByText(`${side} ${order}`, { exact: true }))).x);
    lefts.push((await box(page.getByRole('button', { name: 'Help menu' }))).x);
    const inBar = lefts.slice(1, -1);
    expect(inBar).toEqual([...inBar].sort((a, b) => a - b));
    expect(Math.min(...inBar)).toBeGreaterThan(lefts[0] as number);
    expect(await banner(page).count()).toBe(1);
    profile?.expectClean();
  });

  // @spec 1/4, 2.6/53, 2.6/54, 2.6/55, 3/16, 9/20
  it('has the product name, the title of the app, or at most 10 breadcrumbs, which open in the page', async () => {
    const page = await visit();
    await crumbs(page).getByText('Security Dashboards', { exact: true }).waitFor();
    await withCore(page, ({ chrome }) => chrome.setAppTitle('Our app'));
    await crumbs(page).getByText('Our app', { exact: true }).waitFor();
    expect(await crumbs(page).count()).toBe(1);
    await withCore(page, ({ chrome }) =>
      chrome.setBreadcrumbs(Array.from({ length: 15 }, (_, at) => ({ text: `Crumb ${at}` })))
    );
    await crumbs(page).getByText('Crumb 14', { exact: true }).waitFor();
    expect(await crumbs(page).count()).toBe(10);
    expect(await banner(page).getByText('Our app').count()).toBe(0);
    await withCore(page, ({ chrome }) =>
      chrome.setBreadcrumbs([
        { text: 'To the other', href: '/app/other', 'data-test-subj': 'toOther' },
        { text: 'Here' },
      ])
    );
    await mark(page);
    await subject(page, 'toOther').click();
    await heading(page, 'Another app').waitFor();
    expect(await isMarked(page)).toBe(true);
  });

  // @spec 2.6/56, 3/17
  it('has a badge with text and icon, explained when pointed at', async () => {
    const page = await visit();
    await withCore(page, ({ chrome }) =>
      chrome.setBadge({ text: 'Read only', tooltip: 'You may not save', iconType: 'lock' })
    );
    const badge = banner(page).getByText('Read only');
    await badge.hover();
    await page.getByRole('tooltip').getByText('You may not save').waitFor();
    expect(await subject(page, 'headerBadge').locator('svg').count()).toBe(1);
    await withCore(page, ({ chrome }) => chrome.setBadge(undefined));
    await badge.waitFor({ state: 'detached' });
  });

  // @spec 2.6/57, 4/24, 3.7/2, 3.4/2
  it('has the menu of the current app until another app opens', async () => {
    profile = await openLoggedIn(browser, server.url, ADMIN);
    await exposeCore(profile.context, APPS);
    await atSetup(profile.context, ({ application }) => {
      application.register({
        id: 'menu',
        title: 'With a menu',
        mount: ({ element, setHeaderActionMenu }) => {
          element.innerHTML = '<h1>With a menu</h1><button>Change it</button>';
          const menu = (text: string) => (target: HTMLElement) => {
            target.textContent = text;
            return () => target.replaceChildren();
          };
          setHeaderActionMenu(menu('The first menu'));
          element
            .querySelector('button')
            ?.addEventListener('click', () => setHeaderActionMenu(menu('The second menu')));
          return () => element.replaceChildren();
        },
      });
    });
    const { page } = profile;
    await page.goto('/app/menu');
    await banner(page).getByText('The first menu').waitFor();
    await page.getByRole('button', { name: 'Change it' }).click();
    await banner(page).getByText('The second menu').waitFor();
    expect(await page.getByText('The first menu').count()).toBe(0);
    await withCore(page, ({ application }) => application.navigateToApp('plain'));
    await heading(page, 'A plain app').waitFor();
    await page.getByText('The second menu').waitFor({ state: 'detached' });
    profile.expectClean();
  });

  // @spec 2.6/47, 2.6/49, 9/21, 5.8/1
  it('shows that something loads; while it is hidden, a thin bar does', async () => {
    const page = await visit();
    await subject(page, 'globalLoadingIndicator-hidden').waitFor({ state: 'attached' });
    let answer = () => undefined as void;
    await page.route('**/api/slow', async (route) => {
      await new Promise<void>((resolve) => (answer = resolve));
      await route.fulfill({ json: {} });
    });
    const request = () =>
      withCore(page, ({ http }) => {
        void http.get('/api/slow');
      });
    const indicator = page.getByLabel('Loading content');
    await request();
    await banner(page).getByLabel('Loading content').waitFor();
    answer();
    await indicator.waitFor({ state: 'detached' });
    await withCore(page, ({ application }) => application.navigateToApp('bare'));
    await heading(page, 'A bare app').waitFor();
    await banner(page).waitFor({ state: 'detached' });
    expect(await indicator.count()).toBe(0);
    await request();
    const bar = await box(page.getByRole('progressbar', { name: 'Loading content' }));
    expect([bar.y, bar.height]).toEqual([0, 2]);
    answer();
    await indicator.waitFor({ state: 'detached' });
  });
});

describe('the help menu', () => {
  // @spec 1/5, 2.6/52, 4/21, 9/22, 5.7/2
  it('opens and closes, is at most 240 px wide, has the version, and leads out in new tabs', async () => {
    const page = await visit();
    const button = page.getByRole('button', { name: 'Help menu' });
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await button.click();
    const menu = page.getByRole('dialog', { name: 'Help' });
    const links = menu.getByRole('link');
    await links.first().waitFor();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    expect((await box(subject(menu, 'helpMenuContent'))).width).toBeLessThanOrEqual(240);
    expect(await subject(menu, 'helpMenuVersion').innerText()).toMatch(/^v \d+\.\d+\.\d+/);
    expect((await texts(links)).map((text) => text.split(/[(\n]/)[0]?.trim())).toEqual([
      'Security Dashboards documentation',
      'Guides',
      'Ask the community',
      'Give feedback',
      'Open an issue in GitHub',
    ]);
    for (const link of await links.all()) {
      expect(await link.getAttribute('target')).toBe('_blank');
      expect(await link.getAttribute('rel')).toContain('noopener');
    }
    await button.click();
    await menu.waitFor({ state: 'detached' });
    expect(await button.getAttribute('aria-expanded')).toBe('false');
  });

  // @spec 3/18, 3/19, 5.7/1
  it('has every kind of link of the current app, and its own content', async () => {
    const page = await visit();
    await withCore(page, ({ chrome }) =>
      chrome.setHelpExtension({
        appName: 'Plain',
        links: [
          { linkType: 'documentation', href: 'https://docs.test/' },
          { linkType: 'github', labels: ['a', 'b'], title: 'A title' },
          { linkType: 'discuss', href: 'https://discuss.test/' },
          {
            linkType: 'custom',
            content: 'Take the tour',
            onClick: () => void (document.title = 'On tour'),
          },
        ],
        content: (element) => {
          element.textContent = 'Content of the app';
          return () => element.replaceChildren();
        },
      })
    );
    await page.getByRole('button', { name: 'Help menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Help' });
    await menu.getByRole('heading', { name: 'Plain' }).waitFor();
    await menu.getByText('Content of the app').waitFor();
    const address = (name: RegExp, at = 0) =>
      menu.getByRole('link', { name }).nth(at).getAttribute('href');
    expect(await address(/^Documentation/)).toBe('https://docs.test/');
    const issue = new URL((await address(/^Give feedback on Plain/)) ?? '');
    expect([...issue.searchParams]).toEqual([
      ['labels', 'a,b'],
      ['title', 'A title'],
    ]);
    expect(await address(/^Give feedback on Plain/, 1)).toBe('https://discuss.test/');
    await menu.getByRole('button', { name: 'Take the tour' }).click();
    await menu.waitFor({ state: 'detached' });
    expect(await page.title()).toBe('On tour');
  });
});

describe('the drawer', () => {
  // @spec 1/2, 2.6/60, 2.6/61, 2.6/62, 2.6/64, 3/9, 3/10, 3/11, 5.8/4
  it('has a custom link, home, recently viewed items and apps, from top to bottom', async () => {
    const page = await visit();
    await withCore(page, ({ chrome }) =>
      chrome.setCustomNavLink({ title: 'The deployment', href: '/elsewhere' })
    );
    const drawer = await openDrawer(page);
    const tops: number[] = [];
    for (const one of [
      drawer.getByRole('link', { name: 'The deployment' }),
      drawer.getByRole('list', { name: 'Pinned links' }).getByRole('link', { name: 'Home' }),
      drawer.getByRole('button', { name: 'Recently viewed' }),
      drawer.getByText('No recently viewed items'),
      drawer.getByRole('button', { name: 'Tools' }),
      drawer.getByRole('link', { name: 'Look around' }),
      drawer.getByRole('link', { name: 'Another app' }),
      drawer.getByRole('link', { name: 'A lone app' }),
    ])
      tops.push((await box(one)).y);
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(new Set(tops).size).toBe(tops.length);
    expect(await drawer.getByText('A plain app').count()).toBe(0);
    expect(await drawer.getByText('Renamed').count()).toBe(0);
    const icons = (group: string) =>
      subject(drawer, `collapsibleNavGroup-${group}`).locator('svg').count();
    // Besides the arrow, the icon of the category.
    expect([await icons('recentlyViewed'), await icons('tools')]).toEqual([1, 2]);
    expect(await drawer.getByRole('link', { name: 'A lone app' }).locator('svg').count()).toBe(1);
  });

  // @spec 2.6/73
  it('has the categories of the platform in their order', async () => {
    profile = await openLoggedIn(browser, server.url, ADMIN);
    await exposeCore(profile.context, STANDARD);
    await profile.page.goto('/app/home');
    const drawer = await openDrawer(profile.page);
    await drawer.getByRole('link', { name: 'In kibana' }).waitFor();
    const groups = drawer.locator('[data-test-subj^="collapsibleNavGroup-"]').filter({
      has: profile.page.getByRole('link', { name: /^(In|At) / }),
    });
    expect(await texts(groups.getByRole('heading'))).toEqual([
      'Around 999',
      'Security Dashboards',
      'Enterprise Search',
      'Observability',
      'Security',
      'Management',
      'Around 5001',
    ]);
  });

  // @spec 2.6/59, 4/18, 5.8/3
  it('leads home inside the page, closes, and gives the focus back', async () => {
    const page = await visit();
    const toggle = page.getByRole('button', { name: 'Toggle primary navigation' });
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    const drawer = await openDrawer(page);
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    const home = drawer.getByRole('link', { name: 'Home' }).first();
    expect(await home.getAttribute('href')).toMatch(/\/app\/home$/);
    await mark(page);
    await home.click();
    await heading(page, 'Home').waitFor();
    await drawer.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/app/home');
    expect(await isMarked(page)).toBe(true);
    await openDrawer(page);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await waitForCondition(() => toggle.evaluate((one) => one === document.activeElement));
  });

  // @spec 4/22, 9/19, 5.8/2
  it('has open groups, and remembers on the device which ones were closed', async () => {
    const page = await visit();
    const group = (name: string) =>
      page.getByRole('navigation', { name: 'Primary' }).getByRole('button', { name, exact: true });
    await openDrawer(page);
    for (const name of ['Recently viewed', 'Tools'])
      expect(await group(name).getAttribute('aria-expanded')).toBe('true');
    await group('Tools').click();
    await group('Recently viewed').click();
    await waitForCondition(
      async () => (await stored(page, 'core.navGroup.recentlyViewed')) === 'false'
    );
    expect(await stored(page, 'core.navGroup.tools')).toBe('false');
    await page.reload();
    await openDrawer(page);
    expect(await group('Tools').getAttribute('aria-expanded')).toBe('false');
    expect(await group('Recently viewed').getAttribute('aria-expanded')).toBe('false');
    await group('Tools').click();
    await waitForCondition(async () => (await stored(page, 'core.navGroup.tools')) === 'true');
  });

  // @spec 2.6/68, 2.6/69, 4/19, 4/20, 9/18, 5.1/6, 5.1/7
  it('docks on wide screens only, and stays docked at the next visit', async () => {
    const page = await visit();
    const drawer = await openDrawer(page);
    await drawer.getByRole('button', { name: 'Dock navigation' }).click();
    const undock = drawer.getByRole('button', { name: 'Undock navigation' });
    await undock.waitFor();
    expect(await stored(page, 'core.chrome.isLocked')).toBe('true');
    await drawer.getByRole('link', { name: 'Another app' }).click();
    await heading(page, 'Another app').waitFor();
    const edge = (await box(drawer)).width;
    expect((await box(page.getByRole('main'))).x).toBeGreaterThanOrEqual(Math.floor(edge));
    await page.reload();
    await undock.click();
    await drawer.getByRole('button', { name: 'Dock navigation' }).waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(await stored(page, 'core.chrome.isLocked')).toBe('false');
    for (const [width, count] of [
      [992, 1],
      [991, 0],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await openDrawer(page);
      await drawer.getByRole('link', { name: 'Another app' }).waitFor();
      expect(await drawer.getByRole('button', { name: 'Dock navigation' }).count()).toBe(count);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
    }
  });

  // @spec 2.6/71, 2.6/72, 5.8/5
  it('lets long lists scroll: recent items from 160 px, the pinned groups from 40% of the window', async () => {
    const page = await visit();
    await withCore(page, ({ chrome }) => {
      for (let at = 0; at < 12; at++)
        chrome.recentlyAccessed.add(`/app/other/${at}`, `Item ${at}`, `item-${at}`);
      chrome.setCustomNavLink({ title: 'The deployment', href: '/elsewhere' });
    });
    const drawer = await openDrawer(page);
    const isScrolled = (one: Locator) =>
      one.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
    const recent = subject(drawer, 'recentlyViewedList');
    expect((await box(recent)).height).toBe(160);
    expect(await isScrolled(recent)).toBe(true);
    const pinned = subject(drawer, 'collapsibleNavGroup-pinned');
    const custom = subject(drawer, 'collapsibleNavGroup-custom');
    for (const group of [pinned, custom]) expect(await isScrolled(group)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 100 });
    for (const group of [pinned, custom]) {
      expect((await box(group)).height).toBe(40);
      expect(await isScrolled(group)).toBe(true);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await mark(page);
    await drawer.getByRole('link', { name: 'Item 3, type: Another app' }).click();
    await page.waitForURL('**/app/other/3');
    expect(await isMarked(page)).toBe(true);
  });
});
