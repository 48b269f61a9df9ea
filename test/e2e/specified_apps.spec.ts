/**
 * Apps as plugins register and open them, their links and their histories, as the specification
 * describes them: called in the page, below a base path.
 */
import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import type { AppMountParameters, AppUpdater, CoreSetup, CoreStart } from '../../src/core/public';
import { launchChromium, type Profile } from '../helpers/chromium';
import { atSetup, exposeCore, withCore, type ForeignApp } from '../helpers/core_access';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { openDrawer } from './screens/shell';

jest.setTimeout(120_000);

const BASE = '/base';
const APPS: readonly ForeignApp[] = [
  { id: 'one', title: 'App one' },
  { id: 'own', title: 'App own', appRoute: '/own-route', defaultPath: '/start' },
  { id: 'exact', title: 'App exact', appRoute: '/app/exact-app', exactRoute: true },
  { id: 'nested', title: 'App nested', appRoute: '/app/exact-app/nested' },
  { id: 'bounded', title: 'App bounded', exactRoute: true },
];
const NOT_FOUND = 'Application Not Found';

let server: TestServer;
let browser: Browser;
let profile: Profile;
let page: Page;

/** What the functions at setup leave in the page. */
interface Noted {
  readonly errors: readonly string[];
  readonly order: readonly string[];
  readonly apps: CoreSetup['application'];
  readonly params: AppMountParameters;
  /** Sends an updater to the app `updated`, and to all apps. */
  update(own: AppUpdater, all?: AppUpdater): void;
}
declare global {
  interface Window {
    noted: Noted;
  }
}

beforeAll(async () => {
  const args = [`--server.basePath=${BASE}`, '--server.rewriteBasePath=true'];
  [server, browser] = await Promise.all([startServer({ args }), launchChromium()]);
});
beforeEach(async () => {
  profile = await openLoggedIn(browser, server.url, ADMIN);
  ({ page } = profile);
  await exposeCore(profile.context, APPS);
});
afterEach(() => profile?.close());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
async function open(path: string, name: string): Promise<void> {
  await page.goto(BASE + path);
  await heading(name).waitFor();
}

// @spec 1/1, 4/17, 5/1, 5/2, 5/3, 5/4, 5/26, 3.1/1, 3.1/2, 3.1/3, 3.1/4
it('registers apps until start, each with its own id and route outside the base path', async () => {
  await atSetup(profile.context, ({ application }) => {
    const errors: string[] = [];
    const register = (app: { id: string; appRoute?: string }) => {
      try {
        application.register({ title: app.id, mount: () => () => undefined, ...app });
      } catch (error) {
        errors.push((error as Error).message);
      }
    };
    register({ id: 'first' });
    register({ id: 'first', appRoute: '/other' });
    register({ id: 'second', appRoute: '/app/first' });
    register({ id: 'third', appRoute: '/app/fourth' });
    register({ id: 'fourth' });
    register({ id: 'fifth', appRoute: '/base/fifth' });
    register({ id: 'sixth', appRoute: '/base-i-am-not' });
    const provide = () => application.registerMountContext('mine', () => 1);
    provide();
    try {
      provide();
    } catch (error) {
      errors.push((error as Error).message);
    }
    Object.assign(window, { noted: { errors, apps: application } });
  });
  await open('/app/one', 'App one');
  expect(await page.evaluate(() => window.noted.errors)).toEqual([
    'An application is already registered with the id "first"',
    'An application is already registered with the appRoute "/app/first"',
    'An application is already registered with the appRoute "/app/fourth"',
    'Cannot register an application route that includes HTTP base path',
    'Context provider for mine has already been registered.',
  ]);
  const late = await page.evaluate(() => {
    try {
      return window.noted.apps.register({ id: 'first', title: 'x', mount: () => () => undefined });
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(late).toBe('Applications cannot be registered after "setup"');
});

// @spec 9/17, 5.5/2
it('keeps the recently viewed items of each base path under its own key', async () => {
  await open('/app/one', 'App one');
  await withCore(page, ({ chrome }) => chrome.recentlyAccessed.add('/app/one', 'One', 'one'));
  const digest = createHash('sha256').update(BASE).digest('base64');
  const stored = await page.evaluate(
    (key) => localStorage.getItem(key),
    `kibana.history.recentlyAccessed-${digest}`
  );
  expect(JSON.parse(stored ?? '[]')).toMatchObject([{ id: 'one' }]);
});

describe('routes', () => {
  const navigateToUrl = (url: string) =>
    page.evaluate((to) => {
      const { coreUnderTest } = window as unknown as { coreUnderTest: CoreStart };
      void coreUnderTest.application.navigateToUrl(to);
    }, url);

  // @spec 3/6, 3.5/3
  it('that are exact leave the addresses below them to other apps', async () => {
    await open('/app/exact-app', 'App exact');
    await open('/app/exact-app/some-path', NOT_FOUND);
    await open('/app/exact-app/nested/page', 'App nested');
  });

  // @spec 3/7
  it('are not exact by default', async () => {
    await open('/app/one/deeper', 'App one');
    await open('/app/bounded/', 'App bounded');
    await open('/app/bounded/deeper', NOT_FOUND);
  });

  // @spec 2.6/5
  it.each([
    ['/base/app/one', 'App one', '/base/app/one'],
    ['/base/app/one/some/path?a=b#c', 'App one', '/base/app/one/some/path?a=b#c'],
    ['/base/own-route/path', 'App own', '/base/own-route/path'],
    ['../../one/relative', 'App one', '/base/app/one/relative'],
    ['../../../own-route', 'App own', '/base/own-route'],
  ])('match %s, which opens inside the page', async (url, name, address) => {
    await open('/app/exact-app/nested/page', 'App nested');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await navigateToUrl(url);
    await heading(name).waitFor();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(page.url()).toBe(new URL(address, server.url).href);
  });

  // @spec 2.6/7, 5/14
  it.each([
    '/app/one',
    '/base-2/app/one',
    '/base/app/unknown',
    '/base/app/one-more',
    'http://other.test:8080/base/app/one',
    '//other.test/base/app/one',
  ])('do not match %s, which the browser loads', async (url) => {
    await open('/app/exact-app', 'App exact');
    const loaded: string[] = [];
    await page.route('**', (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback();
      loaded.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<h1>Loaded</h1>' });
    });
    await navigateToUrl(url);
    await heading('Loaded').waitFor();
    expect(loaded).toEqual([new URL(url, server.url).href]);
  });

  // @spec 2.6/45
  it.each([
    ['#/home?embed=true', false],
    ['#/home?a=1&embed', false],
    ['#?embed=', false],
    ['#/home', true],
    ['#/embed?a=embed', true],
  ])('with the hash %s have a header: %s', async (hash, hasHeader) => {
    await open(`/app/one${hash}`, 'App one');
    expect(await page.getByRole('banner').count()).toBe(hasHeader ? 1 : 0);
  });
});

describe('an app with an updater', () => {
  beforeEach(() =>
    atSetup(profile.context, ({ application, uiSettings }) => {
      // Plugins have their own Observable; this one belongs to the page.
      const { constructor } = uiSettings.get$('dateFormat');
      const Observable = constructor as typeof import('rxjs').Observable;
      let send: Noted['update'] = () => undefined;
      const senders: Array<(updater: AppUpdater) => void> = [];
      const updates = () =>
        new Observable<AppUpdater>((subscriber) => {
          subscriber.next(() => ({}));
          senders.push((updater) => subscriber.next(updater));
        });
      application.register({
        id: 'updated',
        title: 'App updated',
        updater$: updates(),
        mount: ({ element }) => {
          element.innerHTML = '<h1>App updated</h1>';
          return () => element.replaceChildren();
        },
      });
      application.registerAppUpdater(updates());
      send = (own, all = () => ({})) => {
        senders[0]?.(own);
        senders[1]?.(all);
      };
      Object.assign(window, { noted: { update: send } });
    })
  );
  const link = () =>
    withCore(page, ({ chrome }) => {
      const { disabled, hidden, tooltip } = chrome.navLinks.get('updated') ?? {};
      return { disabled, hidden, tooltip };
    });

  // @spec 4/5, 4/14, 3.2/1, 3.5/7
  it('is replaced by the page for unknown apps while it is inaccessible, and comes back', async () => {
    await open('/app/updated', 'App updated');
    await page.evaluate(() => window.noted.update(() => ({ status: 1, tooltip: 'Closed' })));
    await heading(NOT_FOUND).waitFor();
    expect(await link()).toMatchObject({ hidden: true, tooltip: 'Closed' });
    await page.evaluate(() => window.noted.update(() => ({})));
    await heading('App updated').waitFor();
    expect(await link()).toMatchObject({ hidden: false, tooltip: undefined });
  });

  // @spec 4/15, 3.2/2, 3.2/3
  it('has the most restrictive status of several updaters, and the last of other values', async () => {
    await open('/app/one', 'App one');
    await page.evaluate(() =>
      window.noted.update(
        () => ({ navLinkStatus: 2, tooltip: 'own' }),
        ({ id }) => (id === 'updated' ? { navLinkStatus: 1, tooltip: 'for all' } : undefined)
      )
    );
    expect(await link()).toEqual({ disabled: true, hidden: false, tooltip: 'for all' });
    await page.evaluate(() =>
      window.noted.update(
        () => ({ status: 1 }),
        () => ({ status: 0 })
      )
    );
    expect(await link()).toMatchObject({ hidden: true });
  });
});

describe('capabilities', () => {
  // @spec 3/23, 4/16, 6/1, 6/12, 7/12, 7/13, 3.3/1, 3.3/2, 3.3/3, 3.3/4
  it('are requested for all apps once, are frozen, and remove apps with a false flag', async () => {
    const bodies: Array<{ applications: string[] }> = [];
    await page.route('**/api/core/capabilities*', async (route) => {
      expect(route.request().method()).toBe('POST');
      bodies.push(route.request().postDataJSON());
      const response = await route.fetch();
      const capabilities = await response.json();
      Object.assign(capabilities.navLinks, { one: false, own: true });
      await route.fulfill({ response, json: capabilities });
    });
    await open('/app/one', NOT_FOUND);
    expect(bodies).toHaveLength(1);
    expect(bodies[0]?.applications).toEqual(
      expect.arrayContaining([...APPS.map(({ id }) => id), 'home', 'security'])
    );
    const found = await withCore(page, ({ application: { capabilities }, chrome }) => {
      const isFrozen = (change: () => unknown) => {
        try {
          return change() === undefined;
        } catch (error) {
          return error instanceof TypeError;
        }
      };
      return {
        flags: [capabilities.navLinks['one'], capabilities.navLinks['own']],
        isFrozen: [
          isFrozen(() => Object.assign(capabilities.navLinks, { one: true })),
          isFrozen(() => Object.assign(capabilities, { more: {} })),
        ],
        links: ['one', 'own', 'exact'].filter((id) => chrome.navLinks.has(id)),
      };
    });
    expect(found).toEqual({
      flags: [false, true],
      isFrozen: [true, true],
      links: ['own', 'exact'],
    });
    const drawer = await openDrawer(page);
    await drawer.getByText('App own').waitFor();
    expect(await drawer.getByText('App one').count()).toBe(0);
  });
});

// @spec 4/8, 3.3/6
it('unmounts an app before the next one mounts, after the id of that one is known', async () => {
  await atSetup(profile.context, ({ application }) => {
    const order: string[] = [];
    for (const id of ['before', 'after'])
      application.register({
        id,
        title: id,
        mount: ({ element }) => {
          order.push(`mount ${id}`);
          element.innerHTML = `<h1>${id}</h1>`;
          return () => void order.push(`unmount ${id}`);
        },
      });
    Object.assign(window, { noted: { order } });
  });
  await open('/app/before', 'before');
  await withCore(page, ({ application }) => {
    application.currentAppId$.subscribe((id) =>
      (window.noted.order as string[]).push(`current ${id}`)
    );
    return application.navigateToApp('after');
  });
  await heading('after').waitFor();
  expect(await page.evaluate(() => window.noted.order)).toEqual([
    'mount before',
    'current before',
    'current after',
    'unmount before',
    'mount after',
  ]);
});

describe('links of apps', () => {
  beforeEach(() =>
    atSetup(profile.context, ({ application }) => {
      const mount = () => () => undefined;
      application.register({
        id: 'shown',
        title: 'Shown',
        order: 7,
        category: { id: 'c', label: 'C' },
        tooltip: 'Tip',
        euiIconType: 'star',
        icon: '/icon.svg',
        defaultPath: '/deep',
        mount,
      });
      application.register({ id: 'bare', title: 'Bare', chromeless: true, mount });
      application.register({ id: 'off', title: 'Off', navLinkStatus: 2, mount });
      application.register({ id: 'away', title: 'Away', navLinkStatus: 3, mount });
    })
  );

  // @spec 3/8, 3/14, 5.3/1, 5.3/3
  it('have the values of the app, addresses and states; chromeless apps have none', async () => {
    await open('/app/one', 'App one');
    const links = await withCore(page, ({ chrome: { navLinks } }) => ({
      shown: navLinks.get('shown'),
      states: ['off', 'away'].map((id) => {
        const { disabled, hidden } = navLinks.get(id)!;
        return { disabled, hidden };
      }),
      hasBare: navLinks.has('bare'),
      isFrozen: Object.isFrozen(navLinks.get('shown')),
      orders: navLinks.getAll().map(({ order }) => order ?? Infinity),
    }));
    expect(links.shown).toMatchObject({
      id: 'shown',
      title: 'Shown',
      order: 7,
      category: { id: 'c', label: 'C' },
      tooltip: 'Tip',
      euiIconType: 'star',
      icon: '/icon.svg',
      baseUrl: `${server.url}/app/shown`,
      href: `${server.url}/app/shown/deep`,
      url: `${server.url}/app/shown/deep`,
      disabled: false,
      hidden: false,
    });
    expect(links).toMatchObject({ hasBare: false, isFrozen: true });
    expect(links.states).toEqual([
      { disabled: true, hidden: false },
      { disabled: false, hidden: true },
    ]);
    expect(links.orders).toEqual([...links.orders].sort((a, b) => a - b));
  });

  // @spec 3/13
  it('can be updated in disabled, hidden, url and href only', async () => {
    await open('/app/one', 'App one');
    const { before, updated, kept } = await withCore(page, ({ chrome: { navLinks } }) => ({
      before: navLinks.get('shown'),
      updated: navLinks.update('shown', {
        disabled: true,
        hidden: true,
        url: '/u',
        href: '/h',
        id: 'x',
        title: 'x',
        order: 1,
        baseUrl: '/x',
        category: { id: 'x', label: 'x' },
      } as object),
      kept: navLinks.get('shown'),
    }));
    expect(updated).toEqual({ ...before, disabled: true, hidden: true, url: '/u', href: '/h' });
    expect(kept).toEqual(updated);
  });
});

describe('the history of an app', () => {
  beforeEach(async () => {
    await atSetup(profile.context, ({ application }) =>
      application.register({
        id: 'scoped',
        title: 'Scoped',
        mount: (params) => {
          Object.assign(window, { noted: { params } });
          params.element.innerHTML = '<h1>Scoped</h1>';
          return () => params.element.replaceChildren();
        },
      })
    );
    await open('/app/scoped/here?a=b', 'Scoped');
  });

  // @spec 5/11, 5/12, 8/42, 8/44, 4/55
  it('has sub histories below the current address only, and cannot block', async () => {
    const messages = await page.evaluate(() => {
      const { history } = window.noted.params;
      const failure = (work: () => unknown) => {
        try {
          return String(work());
        } catch (error) {
          return (error as Error).message;
        }
      };
      return [
        failure(() => history.createSubHistory('/elsewhere')),
        failure(() => history.createSubHistory('/here').location.pathname),
        failure(() => history.block()),
      ];
    });
    expect(messages).toEqual([
      'Browser location [/here] is not currently in expected basePath [/elsewhere]',
      '',
      'history.block is not supported. Please use the AppMountParameters.onAppLeave API.',
    ]);
  });

  // @spec 4/10, 8/43, 4/69
  it('throws in every member after the app was left', async () => {
    await withCore(page, ({ application }) => application.navigateToApp('one'));
    await heading('App one').waitFor();
    const messages = await page.evaluate(() => {
      const { history } = window.noted.params;
      const uses = [
        () => history.location,
        () => history.action,
        () => history.length,
        () => history.push('/x'),
        () => history.replace('/x'),
        () => history.go(-1),
        () => history.goBack(),
        () => history.goForward(),
        () => history.listen(() => undefined),
        () => history.createHref({ pathname: '/x' }),
      ];
      return uses.map((use) => {
        try {
          return String(use());
        } catch (error) {
          return (error as Error).message;
        }
      });
    });
    expect(new Set(messages)).toEqual(
      new Set(['ScopedHistory instance has fell out of navigation scope for basePath: /app/scoped'])
    );
  });
});
