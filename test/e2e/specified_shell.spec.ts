/**
 * Rules of the shell that the specification describes as users see them. Apps of a fake plugin have
 * the registered fields, and what plugins call is called in the page.
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium, type Profile } from '../helpers/chromium';
import { exposeCore, type ForeignApp, withCore } from '../helpers/core_access';
import type { HttpClient } from '../helpers/http_client';
import { openLoggedIn, type LoggedInOptions } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { waitForCondition } from '../helpers/wait_for';
import { openDrawer } from './screens/shell';

jest.setTimeout(120_000);

const INACCESSIBLE = 1;
const DISABLED = 2;
const HIDDEN = 3;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const LATE = { id: 'late', label: 'A late category', order: 9_000 } as const;
const EARLY = { id: 'early', label: 'An early category', order: 1 } as const;
const APPS: readonly ForeignApp[] = [
  { id: 'plain', title: 'A plain app', defaultPath: '/start', category: LATE, order: 2 },
  { id: 'first', title: 'The first app', category: LATE, order: 1 },
  { id: 'rooted', title: 'A rooted app', appRoute: '/rooted', category: EARLY },
  { id: 'bare', title: 'A bare app', chromeless: true },
  { id: 'closed', title: 'A closed app', status: INACCESSIBLE },
  { id: 'off', title: 'An unusable app', navLinkStatus: DISABLED },
  { id: 'unlisted', title: 'An unlisted app', navLinkStatus: HIDDEN },
  {
    id: 'guarded',
    title: 'A guarded app',
    asksToLeave: ['Leave this app?', 'Your changes will be lost.'],
  },
];

let server: TestServer;
let browser: Browser;
let admin: HttpClient;
let profile: Profile | undefined;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
  admin = await server.adminClient();
});
afterEach(async () => {
  await profile?.close();
  profile = undefined;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function visit(path: string, options: LoggedInOptions = {}): Promise<Page> {
  profile = await openLoggedIn(browser, server.url, ADMIN, options);
  await exposeCore(profile.context, APPS);
  await profile.page.goto(path);
  return profile.page;
}
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const saveSettings = async (changes: Record<string, unknown>) => {
  const { status, text } = await admin.post('/api/kibana/settings', { changes });
  if (status !== 200) throw new Error(`The settings answered ${status}: ${text}`);
};
/** Marks the page, so that a page load can be told from navigation inside the page. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

describe('apps', () => {
  // @spec 2.6/1, 2.6/2, 2.6/3, 2.6/4, 2.6/6, 3/1, 3/4
  it('open at their route, with their default path, inside the page', async () => {
    const page = await visit('/app/home');
    await heading(page, 'Home').waitFor();
    await mark(page);
    await withCore(page, ({ application }) => application.navigateToApp('plain'));
    await heading(page, 'A plain app').waitFor();
    expect(page.url()).toBe(`${server.url}/app/plain/start`);
    await withCore(page, ({ application }) => application.navigateToApp('rooted'));
    await heading(page, 'A rooted app').waitFor();
    expect(page.url()).toBe(`${server.url}/rooted`);
    await withCore(page, ({ application }) => application.navigateToUrl('/app/plain/else?a=1'));
    await heading(page, 'A plain app').waitFor();
    expect(page.url()).toBe(`${server.url}/app/plain/else?a=1`);
    expect(await isMarked(page)).toBe(true);
    await withCore(page, ({ application }) => void application.navigateToUrl('/api/status'));
    await page.waitForURL('**/api/status');
    expect(await isMarked(page)).toBe(false);
  });

  // @spec 2.6/11
  it('are not found at their address while they are inaccessible', async () => {
    const page = await visit('/app/closed');
    await heading(page, 'Application Not Found').waitFor();
  });

  // @spec 2.6/65, 2.6/66, 2.6/67, 2.6/70, 3/2, 3/3, 4/11, 4/12, 4/13
  it('have links by category and order; hidden and inaccessible ones have none', async () => {
    const page = await visit('/app/home');
    const drawer = await openDrawer(page);
    const titles = (await drawer.getByRole('listitem').allInnerTexts()).map((text) => text.trim());
    const own = titles.filter((title) => APPS.some((app) => app.title === title));
    expect(own).toEqual([
      'A rooted app',
      'The first app',
      'A plain app',
      'An unusable app',
      'A guarded app',
    ]);
    const groups = (await drawer.getByRole('heading').allInnerTexts()).map((text) => text.trim());
    expect(groups.filter((label) => label === EARLY.label || label === LATE.label)).toEqual([
      EARLY.label,
      LATE.label,
    ]);
    expect(
      await drawer.getByText('An unusable app').locator('xpath=ancestor::button').isDisabled()
    ).toBe(true);
  });

  // @spec 3/21, 4/9, 4/25, 5/7, 5/8, 5/9, 5/10
  it('ask before another app opens, not inside the app, and before the tab closes', async () => {
    const page = await visit('/app/guarded');
    await heading(page, 'A guarded app').waitFor();
    const question = page.getByRole('alertdialog', { name: 'Leave this app?' });
    await withCore(page, ({ application }) =>
      application.navigateToApp('guarded', { path: '/inside' })
    );
    await waitForCondition(() => page.url().endsWith('/app/guarded/inside'));
    expect(await question.count()).toBe(0);
    await withCore(page, ({ application }) => void application.navigateToApp('plain'));
    await question.getByText('Your changes will be lost.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${server.url}/app/guarded/inside`);
    // Chromium asks only on pages that the user has touched, as by the click above.
    const [native] = await Promise.all([
      page.waitForEvent('dialog'),
      page.close({ runBeforeUnload: true }),
    ]);
    expect(native.type()).toBe('beforeunload');
    await native.dismiss();
    await withCore(page, ({ application }) => void application.navigateToApp('plain'));
    await question.getByRole('button', { name: 'Confirm' }).click();
    await heading(page, 'A plain app').waitFor();
    await withCore(page, ({ application }) => application.navigateToApp('first'));
    await heading(page, 'The first app').waitFor();
  });

  // @spec 2.6/14, 4/23, 9/24
  it('start without breadcrumbs, badge, help extension and title of the previous app', async () => {
    const page = await visit('/app/plain');
    await heading(page, 'A plain app').waitFor();
    await withCore(page, ({ chrome }) => {
      chrome.docTitle.change(['A part', 'Another part']);
      chrome.setBreadcrumbs([{ text: 'A crumb' }]);
      chrome.setBadge({ text: 'A badge', tooltip: 'About the badge' });
      chrome.setHelpExtension({
        appName: 'Plain',
        links: [{ linkType: 'documentation', href: 'https://example.org/plain' }],
      });
    });
    const header = page.getByRole('banner');
    await header.getByText('A crumb').waitFor();
    await header.getByText('A badge').waitFor();
    expect(await page.title()).toBe('A part - Another part - Security Dashboards');
    const link = page.locator('a[href="https://example.org/plain"]');
    await header.getByRole('button', { name: 'Help menu' }).click();
    await link.waitFor();
    await page.keyboard.press('Escape');
    await withCore(page, ({ application }) => application.navigateToApp('first'));
    await heading(page, 'The first app').waitFor();
    await header.getByText('A crumb').waitFor({ state: 'detached' });
    expect(await header.getByText('A badge').count()).toBe(0);
    expect(await page.title()).toBe('Security Dashboards');
    await header.getByRole('button', { name: 'Help menu' }).click();
    await page.getByText('Ask the community').waitFor();
    expect(await link.count()).toBe(0);
  });
});

describe('the header', () => {
  // @spec 2.6/43, 2.6/44, 2.6/46, 3/5
  it('is hidden by chromeless apps and by embed in the query of the hash', async () => {
    const page = await visit('/app/plain');
    const header = page.getByRole('banner');
    const logo = header.getByRole('link', { name: /home/i }).first();
    await logo.waitFor();
    await withCore(page, ({ application }) => application.navigateToApp('bare'));
    await heading(page, 'A bare app').waitFor();
    await header.waitFor({ state: 'detached' });
    await page.goto('/app/first#/view/1?embed=true');
    await heading(page, 'The first app').waitFor();
    expect(await header.count()).toBe(0);
    await page.goto('/app/plain#/view/embed?a=1');
    await logo.waitFor();
  });

  // @spec 2.6/58, 3/20
  it('has the logos of a plugin, and leads home from the logo', async () => {
    const page = await visit('/app/plain');
    await heading(page, 'A plain app').waitFor();
    await withCore(page, ({ chrome }) =>
      chrome.setBrand({ logo: '/logo.test', smallLogo: '/small.test' })
    );
    const logo = page.getByRole('banner').locator('img[src*=".test"], [style*=".test"]').first();
    await logo.waitFor({ state: 'attached' });
    await mark(page);
    await page.getByRole('banner').locator('a[href="/app/home"]').first().click();
    await heading(page, 'Home').waitFor();
    expect(await isMarked(page)).toBe(true);
  });
});

// @spec 3/15, 8/26, 9/16
it('lists the last 20 viewed items in the drawer, newest first and once; a malformed list is empty', async () => {
  const page = await visit('/app/plain');
  await heading(page, 'A plain app').waitFor();
  await withCore(page, ({ chrome }) => {
    for (let index = 0; index < 22; index++)
      chrome.recentlyAccessed.add(`/app/plain/${index}`, `Item ${index}`, `item-${index}`);
    chrome.recentlyAccessed.add('/app/plain/5', 'Item 5 again', 'item-5');
  });
  await page.reload();
  const items = () => page.locator('[data-test-subj="recentlyViewedList"] li');
  await openDrawer(page);
  await items().first().waitFor();
  const labels = (await items().allInnerTexts()).map((text) => text.trim());
  expect(labels).toHaveLength(20);
  expect(labels.slice(0, 2)).toEqual(['Item 5 again', 'Item 21']);
  expect(labels.filter((label) => label.startsWith('Item 5'))).toHaveLength(1);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.includes('recentlyAccessed')) localStorage.setItem(key, '{nope');
  });
  await page.reload();
  await openDrawer(page);
  await page.getByText('No recently viewed items').waitFor();
});

describe('the settings', () => {
  afterEach(() =>
    saveSettings({
      'notifications:banner': null,
      'notifications:lifetime:banner': null,
      'accessibility:disableAnimations': null,
      dateFormat: null,
      'dateFormat:tz': null,
      'dateFormat:dow': null,
    })
  );

  // @spec 1/7, 2.6/87, 2.6/88, 4/31, 4/32
  it('show a banner on every page until Close, and none without content', async () => {
    await saveSettings({ 'notifications:banner': 'Maintenance at **noon**' });
    const page = await visit('/app/plain');
    await page.getByText('Attention', { exact: true }).waitFor();
    await page.locator('strong', { hasText: 'noon' }).waitFor();
    await withCore(page, ({ uiSettings }) => uiSettings.set('notifications:banner', 'Another one'));
    await page.getByText('Another one').waitFor();
    expect(await page.getByText('noon').count()).toBe(0);
    await page.locator('[data-test-subj="userBannerClose"]').click();
    await page.getByText('Another one').waitFor({ state: 'detached' });
    await withCore(page, ({ uiSettings }) => uiSettings.set('notifications:banner', 'A third one'));
    await page.getByText('A third one').waitFor();
    await withCore(page, ({ uiSettings }) => uiSettings.set('notifications:banner', ''));
    await page.getByText('A third one').waitFor({ state: 'detached' });
    profile?.expectClean();
  });

  // @spec 4/33
  it('remove a banner at the end of its lifetime', async () => {
    await saveSettings({
      'notifications:banner': 'A short one',
      'notifications:lifetime:banner': 1_500,
    });
    const page = await visit('/app/plain');
    await page.getByText('A short one').waitFor();
    await page.getByText('A short one').waitFor({ state: 'detached' });
  });

  // @spec 4/49, 4/50
  it('show dates in another time zone, counted from another day of the week, without a reload', async () => {
    await saveSettings({ dateFormat: 'dddd HH:mm, e' });
    await admin.post('/api/saved_objects/dashboard/dated', {
      attributes: { title: 'A dated one' },
    });
    const page = await visit('/app/management/kibana/objects');
    const time = page.getByRole('row', { name: /A dated one/ }).locator('time');
    const readDate = async () => {
      await time.hover();
      const date = await page.getByRole('tooltip').filter({ hasText: /day/ }).innerText();
      await page.mouse.move(0, 0);
      await page.getByRole('tooltip').waitFor({ state: 'detached' });
      return date;
    };
    const dateIn = async (timeZone: string, weekStart: number) => {
      const changedAt = new Date((await time.getAttribute('datetime')) ?? '');
      const show = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(changedAt);
      const weekday = show({ weekday: 'long' });
      const day = (WEEKDAYS.indexOf(weekday) - weekStart + 7) % 7;
      return `${weekday} ${show({ hour: '2-digit', minute: '2-digit' })}, ${day}`;
    };
    expect(await readDate()).toBe(await dateIn('UTC', 0));
    await mark(page);
    await page.getByRole('link', { name: 'Advanced settings' }).first().click();
    const choose = (key: string, value: string) =>
      page.locator(`[data-test-subj="setting-${key}"]`).getByRole('combobox').selectOption(value);
    await choose('dateFormat:tz', 'Asia/Tokyo');
    await choose('dateFormat:dow', 'Monday');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await save.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Saved objects' }).first().click();
    expect(await readDate()).toBe(await dateIn('Asia/Tokyo', 1));
    expect(await isMarked(page)).toBe(true);
  });

  // @spec 4/51
  it('end animations at once', async () => {
    const page = await visit('/app/plain');
    await heading(page, 'A plain app').waitFor();
    const duration = () =>
      page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement('div'));
        probe.style.transitionDuration = '7s';
        const value = getComputedStyle(probe).transitionDuration;
        probe.remove();
        return value;
      });
    expect(await duration()).toBe('7s');
    await withCore(page, ({ uiSettings }) =>
      uiSettings.set('accessibility:disableAnimations', true)
    );
    expect(await duration()).toBe('0s');
    profile?.expectClean();
  });
});
