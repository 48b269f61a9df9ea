/**
 * Failures between a real server and the shell: plugin bundles, translations, browser storage,
 * settings, versions. Each is reported to the user, and other apps still open afterwards.
 */
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from '../helpers/axe';
import { launchChromium, openProfile, type Profile } from '../helpers/chromium';
import { responseBundle, replacePlugin, restoreBundle } from '../helpers/plugin_bundles';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { login } from './screens/login';
import { row } from './screens/security';
import { openDrawer, toast } from './screens/shell';

jest.setTimeout(120_000);

const NOT_FOUND = 'Application Not Found';
const HOME_LEFT_OUT = 'The plugin "home" is not available. Everything else works.';
/** Marks the tenant dialog as answered in this tab. */
const NO_TENANT_DIALOG = { 'opendistro::security::tenant::show_popup': 'false' };

type Cookies = Awaited<ReturnType<Profile['context']['cookies']>>;

let server: TestServer;
let browser: Browser;
let cookies: Cookies;
let profile: Profile;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
  const first = await openProfile(browser, server.url);
  await login(first.page, ADMIN);
  cookies = await first.context.cookies();
  await first.close();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  profile = await openProfile(browser, server.url);
  ({ page } = profile);
  await profile.context.addCookies(cookies);
  await remember({}, NO_TENANT_DIALOG);
});
afterEach(() => profile.close());

/** Fills the storage of every page opened from now on, before its scripts run. */
async function remember(
  local: Readonly<Record<string, string>>,
  session: Readonly<Record<string, string>> = {}
): Promise<void> {
  await profile.context.addInitScript(
    ([local_, session_]) => {
      for (const [key, value] of Object.entries(local_)) localStorage.setItem(key, value);
      for (const [key, value] of Object.entries(session_)) sessionStorage.setItem(key, value);
    },
    [local, session] as const
  );
}

const heading = (name: string) => page.getByRole('heading', { name });

/** Opens the Security app from the drawer, without a page load. */
async function openSecurity(): Promise<void> {
  const drawer = await openDrawer(page);
  await drawer.getByRole('link', { name: 'Security', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Get started' }).waitFor();
  await page.getByRole('link', { name: 'Explore existing roles' }).click();
  await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
  await row(page, 'all_access').waitFor();
}

describe('faulty plugin bundle', () => {
  beforeEach(() => profile.allow(/Plugin "(home|security)" is left out/));

  // @asvs V10.3/1
  it('shows an error with its stack when the bundle is missing, and starts the other apps', async () => {
    profile.allow(/404|Script of a plugin failed to load/);
    await responseBundle(page, 'home', (route) => route.fulfill({ status: 404 }));
    await page.goto('/app/home');
    await heading(NOT_FOUND).waitFor();
    const message = toast(page, HOME_LEFT_OUT);
    await message
      .getByText('Definition of plugin "home" not found and may have failed to load.')
      .waitFor();
    await expectAccessible(page);
    await message.getByRole('button', { name: 'See the full error' }).click();
    const dialog = page.getByRole('dialog', { name: HOME_LEFT_OUT });
    await dialog.getByText(/Error: Definition of plugin "home".*\n\s+at /).waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await openSecurity();
    profile.expectClean();

    await restoreBundle(page, 'home');
    await page.goto('/app/home');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  it('starts the other apps when the plugin throws in setup after registering its app', async () => {
    await replacePlugin(
      page,
      'home',
      `{
        setup({ application }) {
          application.register({ id: 'home', title: 'Half a home', mount: () => () => {} });
          throw new Error('home broke in setup');
        },
        start() {},
      }`
    );
    await page.goto('/app/home');
    await heading(NOT_FOUND).waitFor();
    await toast(page, HOME_LEFT_OUT).getByText('home broke in setup').waitFor();
    const drawer = await openDrawer(page);
    expect(await drawer.getByText('Half a home').count()).toBe(0);
    await page.keyboard.press('Escape');
    await openSecurity();
    profile.expectClean();
  });

  it.each([
    ['in setup', 'Setup', 'setup() { globalThis.hangs = true; return new Promise(() => {}); }'],
    ['in start', 'Start', 'start() { globalThis.hangs = true; return new Promise(() => {}); }'],
  ])(
    'starts the other apps when the plugin hangs %s for 30 seconds',
    async (_where, step, code) => {
      await replacePlugin(page, 'home', `{ setup() {}, start() {}, ${code} }`);
      await page.clock.install();
      await page.goto('/app/home');
      await page.waitForFunction(() => 'hangs' in globalThis);
      await page.clock.fastForward(30_000);
      await heading(NOT_FOUND).waitFor();
      await toast(page, HOME_LEFT_OUT)
        .getByText(
          `${step} lifecycle of "home" plugin wasn't completed in 30sec. Consider disabling the plugin and re-start.`
        )
        .waitFor();
      await openSecurity();
      profile.expectClean();
    }
  );

  it('starts the other apps when the bundle does not arrive within 30 seconds', async () => {
    await responseBundle(page, 'home', () => new Promise(() => undefined));
    await page.clock.install();
    // The clock must not advance before the other plugins are set up: they would time out as well.
    // Each script has a timeout, then each setup: at last, only that of this script is left.
    await page.addInitScript(() => {
      const { setTimeout, clearTimeout } = globalThis;
      const timeouts = Object.assign(globalThis, { started: 0, left: new Set<unknown>() });
      globalThis.setTimeout = ((...args: Parameters<typeof setTimeout>) => {
        const id = setTimeout(...args);
        if (args[1] !== 30_000) return id;
        timeouts.started++;
        timeouts.left.add(id);
        return id;
      }) as typeof setTimeout;
      globalThis.clearTimeout = (id) => {
        timeouts.left.delete(id);
        clearTimeout(id);
      };
    });
    const [home] = await Promise.all([
      page.waitForRequest(/plugin-home\./),
      page.goto('/app/security/roles', { waitUntil: 'commit' }),
    ]);
    expect(home.resourceType()).toBe('script');
    await page.waitForFunction(() => {
      const { started, left } = globalThis as unknown as { started: number; left: Set<unknown> };
      return (
        left.size === 1 && started > document.querySelectorAll('script[src*="/plugin-"]').length
      );
    });
    await page.clock.fastForward(30_000);
    await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
    await toast(page, HOME_LEFT_OUT)
      .getByText(/^Setup lifecycle of "home" plugin wasn't completed in 30sec\./)
      .waitFor();
    profile.expectClean();
  });

  it('starts the other apps when the app throws in mount', async () => {
    profile.allow(/home broke in mount/);
    await replacePlugin(
      page,
      'home',
      `{
        setup({ application }) {
          const mount = () => { throw new Error('home broke in mount'); };
          application.register({ id: 'home', title: 'Home', mount });
        },
        start() {},
      }`
    );
    await Promise.all([
      page.waitForEvent('console', (message) => /home broke in mount/.test(message.text())),
      page.goto('/app/home'),
    ]);
    await page
      .getByRole('progressbar', { name: 'Loading application' })
      .waitFor({ state: 'detached' });
    await openSecurity();
    profile.expectClean();
  });

  it('reports a missing bundle on the login page too', async () => {
    profile.allow(/404|Script of a plugin failed to load|Plugin "(alarms|requests)" is left out/);
    await profile.context.clearCookies();
    await responseBundle(page, 'security', (route) => route.fulfill({ status: 404 }));
    await page.goto('/app/login');
    await heading(NOT_FOUND).waitFor();
    await toast(page, 'The plugin "security" is not available. Everything else works.')
      .getByText('Definition of plugin "security" not found and may have failed to load.')
      .waitFor();
    await expectAccessible(page);
    profile.expectClean();
    await restoreBundle(page, 'security');
    await page.reload();
    await page.getByLabel('Username').waitFor();
  });

  it('keeps the shell working when every header control and page part of the plugin throws', async () => {
    profile.allow(/broken part/);
    await replacePlugin(
      page,
      'home',
      `{
        setup({ application }) {
          application.registerAppUpdater({ subscribe: ({ next }) => {
            next(() => { throw new Error('broken part: updater'); });
            return { unsubscribe() {} };
          } });
          application.register({ id: 'home', title: 'Home', mount: ({ element }) => {
            element.textContent = 'home is there';
            return () => { throw new Error('broken part: unmount'); };
          } });
        },
        start({ chrome, overlays, notifications }) {
          const mount = () => { throw new Error('broken part: mount'); };
          chrome.navControls.registerLeft({ mount });
          chrome.navControls.registerCenter({ mount: () => mount });
          chrome.navControls.registerRight({ mount, order: 1 });
          overlays.banners.add(mount);
          notifications.toasts.addDanger({ title: mount, text: mount });
          chrome.recentlyAccessed.add('http://[', 'nowhere', '1');
          chrome.setHelpExtension({ appName: 'x', content: mount });
          chrome.setBreadcrumbs([{ text: { not: 'a text, broken part' } }]);
        },
      }`
    );
    profile.allow(/Objects are not valid as a React child|Minified React error #31/);
    await page.goto('/app/home');
    await page.getByText('home is there').waitFor();
    await page.getByRole('button', { name: 'Help menu' }).click();
    await page.getByRole('link', { name: 'Ask the community' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Account menu/ }).waitFor();
    await openSecurity();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Roles').waitFor();
    expect(profile.problems.join()).toMatch(/broken part: updater/);
  });
});

it('reports translations that do not arrive as a fatal error, and recovers after a reload', async () => {
  profile.allow(/500|Translations request failed/);
  const translations = /\/translations\/[^/]+\.json/;
  await page.route(translations, (route) => route.fulfill({ status: 500 }));
  await page.goto('/app/home');
  await heading('Something went wrong').waitFor();
  await page
    .getByText(
      "Try refreshing the page. If that doesn't work, go back to the previous page or clear your session data."
    )
    .waitFor();
  await page.getByText('Translations request failed with status code: 500').first().waitFor();
  await page.getByRole('button', { name: 'Clear your session' }).waitFor();
  await page.getByRole('button', { name: 'Go back' }).waitFor();
  await expectAccessible(page);
  profile.expectClean();
  await page.unroute(translations);
  await page.reload();
  await openSecurity();
});

it.each([
  ['invalid JSON', '{"'],
  ['null', 'null'],
  ['a list of invalid entries', '[null,1,{"link":{}}]'],
  [
    'links that are broken or run scripts',
    JSON.stringify([
      { link: 'http://[', label: 'bad', id: '1' },
      { link: 'javascript:alert(1)', label: 'worse', id: '2' },
    ]),
  ],
  ['an object', '{"a":{"b":[]}}'],
])('treats storage that holds %s as empty', async (_what, rubbish) => {
  const keys = [
    'kibana.history.recentlyAccessed',
    'core.chrome.isLocked',
    'core.theme.darkMode',
    'core.navGroup.recentlyViewed',
    'core.navGroup.management',
    'opendistro::security::tenant::saved',
    'opendistro::security::admin::rows_per_page',
  ];
  const all = Object.fromEntries(keys.map((key) => [key, rubbish]));
  await remember(all, { 'opendistro::security::tenant::show_popup': rubbish, ...all });
  await page.goto('/app/home');
  // The flag of the tenant dialog was unreadable, so the dialog opens.
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const drawer = await openDrawer(page);
  await drawer.getByText('No recently viewed items').waitFor();
  await page.keyboard.press('Escape');
  await openSecurity();
  profile.expectClean();
});

it('reverts a setting that the server rejects, and shows why', async () => {
  profile.allow(/500/);
  let calls = 0;
  await page.route('**/api/kibana/settings', (route) => {
    const isChange = route.request().method() === 'POST';
    return isChange && ++calls > 1 ? route.fulfill({ status: 500 }) : route.continue();
  });
  await page.goto('/app/management/kibana/settings');
  const format = page.getByRole('textbox', { name: 'Date format', exact: true });
  const save = async (value: string): Promise<void> => {
    await format.fill(value);
    await page.getByRole('button', { name: 'Save' }).click();
  };
  await save('YYYY');
  await save('MMMM');
  await toast(page, 'Unable to update UI setting')
    .getByText('Request failed with status code: 500')
    .waitFor();
  expect(calls).toBe(2);
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(await format.inputValue()).toBe('YYYY');
  await openSecurity();
  profile.expectClean();
  await page.goto('/app/management/kibana/settings');
  expect(await format.inputValue()).toBe('YYYY');
});

it('rejects saving an outdated version of a saved object, and keeps the newer one', async () => {
  profile.allow(/409/);
  await replacePlugin(
    page,
    'home',
    `{
      setup({ application, getStartServices }) {
        application.register({ id: 'home', title: 'Home', mount: async ({ element }) => {
          const [{ savedObjects: { client } }] = await getStartServices();
          const { id, _version: version } = await client.create('dashboard', { title: 'first' });
          await client.update('dashboard', id, { title: 'second' }, { version });
          const outcome = await client.update('dashboard', id, { title: 'third' }, { version }).then(
            () => 'accepted',
            ({ message, response, body }) => [message, response.status, body.message].join(' | ')
          );
          const { attributes } = await client.get('dashboard', id);
          element.textContent = outcome + ' | ' + attributes.title;
          return () => {};
        } });
      },
      start() {},
    }`
  );
  await page.goto('/app/home');
  await page.getByText(/^Conflict \| 409 \| .* \| second$/).waitFor();
  await openSecurity();
  profile.expectClean();
});
