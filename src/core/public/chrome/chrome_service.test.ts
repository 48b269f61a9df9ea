import { allowConsole } from '../../../../test/helpers/console_guard';
import { BehaviorSubject, lastValueFrom, type Observable, ReplaySubject, toArray } from 'rxjs';
import { AppNavLinkStatus, AppStatus, type PublicAppInfo } from '../application/types';
import {
  applicationServiceMock,
  docLinksServiceMock,
  httpServiceMock,
  injectedMetadataServiceMock,
  notificationServiceMock,
  themeServiceMock,
} from '../mocks';
import type { MountPoint } from '../types';
import { isInternetExplorer } from './browser_warnings';
import { ChromeService } from './chrome_service';
import { createNavLink } from './nav_links/nav_link';
import { PersistedLog } from './recently_accessed/persisted_log';
import { recentlyAccessedKey } from './recently_accessed/recently_accessed_service';
import { sha256Base64 } from './recently_accessed/sha256';
import { safeStorage } from '../utils/safe_storage';
import { hasEmbedParameter } from './visibility';

const app = (id: string, more: Partial<PublicAppInfo> = {}): PublicAppInfo => ({
  id,
  title: `Title of ${id}`,
  appRoute: `/app/${id}`,
  status: AppStatus.accessible,
  navLinkStatus: AppNavLinkStatus.visible,
  ...more,
});

const memoryStorage = (initial: Record<string, string> = {}) => {
  const entries = new Map(Object.entries(initial));
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
};

interface SetupOptions {
  readonly apps?: PublicAppInfo[];
  readonly browserSupportsCsp?: boolean;
  readonly warnLegacyBrowsers?: boolean;
  readonly hash?: string;
  readonly storage?: ReturnType<typeof memoryStorage>;
  readonly userAgent?: string;
  readonly basePath?: string;
}

function setup(options: SetupOptions = {}) {
  const { apps = [], basePath = '', storage = memoryStorage() } = options;
  const applications$ = new BehaviorSubject<ReadonlyMap<string, PublicAppInfo>>(
    new Map(apps.map((each) => [each.id, each]))
  );
  const currentAppId$ = new ReplaySubject<string | undefined>(1);
  const application = {
    ...applicationServiceMock.createInternalStartContract({ basePath }),
    applications$,
    currentAppId$,
  };
  const notifications = notificationServiceMock.createStartContract();
  const document = { title: 'Kibana' };
  const service = new ChromeService(options.browserSupportsCsp ?? true, {
    storage,
    document,
    location: { hash: options.hash ?? '' },
    userAgent: options.userAgent ?? 'a modern browser',
  });
  const chrome = service.start({
    application,
    docLinks: docLinksServiceMock.createStartContract(),
    http: httpServiceMock.createStartContract({ basePath }),
    injectedMetadata: injectedMetadataServiceMock.createSetupContract({
      csp: { warnLegacyBrowsers: options.warnLegacyBrowsers ?? true },
    }),
    notifications,
    theme: themeServiceMock.createSetupContract(),
  });
  const setApps = (...next: PublicAppInfo[]) =>
    applications$.next(new Map(next.map((each) => [each.id, each])));
  return { service, chrome, setApps, currentAppId$, notifications, document, storage };
}

const collect = <T>(source$: Observable<T>): Promise<T[]> => lastValueFrom(source$.pipe(toArray()));

describe('browser warnings', () => {
  it('warn of a missing content security policy only where the configuration wants it', () => {
    expect(
      setup({ browserSupportsCsp: true }).notifications.toasts.addWarning
    ).not.toHaveBeenCalled();
    expect(
      setup({ browserSupportsCsp: false, warnLegacyBrowsers: false }).notifications.toasts
        .addWarning
    ).not.toHaveBeenCalled();
    const { addWarning } = setup({ browserSupportsCsp: false }).notifications.toasts;
    const { title } = jest.mocked(addWarning).mock.calls[0]![0] as { title: MountPoint };
    const element = document.createElement('div');
    const unmount = title(element);
    expect(element).toHaveTextContent(
      'Your browser does not meet the security requirements for Kibana.'
    );
    unmount();
    expect(element).toBeEmptyDOMElement();
  });

  it('warn users of Internet Explorer, with a link', () => {
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko';
    const { addWarning } = setup({ userAgent }).notifications.toasts;
    const element = document.createElement('div');
    (jest.mocked(addWarning).mock.calls[0]![0] as { title: MountPoint }).title(element);
    expect(element).toHaveTextContent(
      'Support for Internet Explorer will be dropped in future versions of this software, please check the support matrix on our website.'
    );
    expect(element.querySelector('a')).toHaveTextContent('the support matrix on our website');
    expect(isInternetExplorer('Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/130.0')).toBe(false);
  });
});

describe('visibility', () => {
  const APPS = [app('alpha'), app('beta', { chromeless: true }), app('gamma')];

  it('stays hidden without an app, one emission for each call', async () => {
    const { chrome, service } = setup({ apps: APPS });
    const seen = collect(chrome.getIsVisible$());
    chrome.setIsVisible(true);
    chrome.setIsVisible(false);
    chrome.setIsVisible(true);
    service.stop();
    expect(await seen).toEqual([false, false, false, false]);
  });

  it('is hidden at first when embedded, until told otherwise', async () => {
    const { chrome, service, currentAppId$ } = setup({ apps: APPS, hash: '#/home?embed=true' });
    const seen = collect(chrome.getIsVisible$());
    currentAppId$.next('alpha');
    chrome.setIsVisible(true);
    chrome.setIsVisible(false);
    service.stop();
    expect(await seen).toEqual([false, false, true, false]);
  });

  it('follows chromeless apps; an unknown one has chrome', async () => {
    const { chrome, service, currentAppId$ } = setup({ apps: APPS });
    const seen = collect(chrome.getIsVisible$());
    for (const id of ['alpha', 'beta', 'gamma', 'unknown']) currentAppId$.next(id);
    service.stop();
    expect(await seen).toEqual([false, true, false, true, true]);
  });

  it('cannot show the chrome of a chromeless app', async () => {
    const { chrome, service, currentAppId$ } = setup({ apps: APPS });
    const seen = collect(chrome.getIsVisible$());
    currentAppId$.next('beta');
    chrome.setIsVisible(true);
    service.stop();
    expect(await seen).toEqual([false, false, false]);
  });

  it('replays only the latest to a late subscriber', () => {
    const { chrome, currentAppId$ } = setup({ apps: APPS });
    currentAppId$.next('alpha');
    const late = jest.fn();
    chrome.getIsVisible$().subscribe(late);
    expect(late.mock.calls).toEqual([[true]]);
  });

  it.each([
    ['#/home?embed=true', true],
    ['#/home?a=1&embed', true],
    ['#?embed=', true],
    ['#/home', false],
    ['', false],
    ['#/embed?a=embed', false],
  ])('reads the query inside the hash %p', (hash, expected) => {
    expect(hasEmbedParameter(hash)).toBe(expected);
  });
});

describe('state', () => {
  it('replays a value, emits changes and completes on stop', async () => {
    const { chrome, service } = setup();
    const badge = { text: 'Read only', tooltip: 'No changes' };
    const extension = { appName: 'App' };
    const all = Promise.all([
      collect(chrome.getBrand$()),
      collect(chrome.getBadge$()),
      collect(chrome.getBreadcrumbs$()),
      collect(chrome.getHelpExtension$()),
      collect(chrome.getCustomNavLink$()),
      collect(chrome.getApplicationClasses$()),
    ]);
    chrome.setBrand({ logo: 'big', smallLogo: 'small', other: 1 } as never);
    chrome.setBadge(badge);
    chrome.setBadge(undefined);
    chrome.setBreadcrumbs([{ text: 'foo' }]);
    chrome.setHelpExtension(extension);
    chrome.setCustomNavLink({ title: 'Manage' });
    chrome.addApplicationClass('foo');
    chrome.addApplicationClass('foo');
    chrome.removeApplicationClass('unknown');
    chrome.removeApplicationClass('foo');
    service.stop();
    expect(await all).toEqual([
      [{}, { logo: 'big', smallLogo: 'small' }],
      [undefined, badge, undefined],
      [[], [{ text: 'foo' }]],
      [undefined, extension],
      [undefined, { title: 'Manage' }],
      [[], ['foo'], ['foo'], ['foo'], []],
    ]);
  });

  it('completes at once, without a value, when asked after stop', async () => {
    const { chrome, service } = setup({ apps: [app('a')] });
    service.stop();
    for (const source$ of [
      chrome.getBadge$(),
      chrome.getBrand$(),
      chrome.getBreadcrumbs$(),
      chrome.getHelpExtension$(),
      chrome.getIsVisible$(),
      chrome.getCustomNavLink$(),
      chrome.getApplicationClasses$(),
      chrome.getIsNavDrawerLocked$(),
      chrome.navLinks.getNavLinks$(),
      chrome.navLinks.getForceAppSwitcherNavigation$(),
      chrome.navControls.getLeft$(),
      chrome.navControls.getRight$(),
    ] as Array<Observable<unknown>>) {
      const observer = { next: jest.fn(), complete: jest.fn() };
      source$.subscribe(observer);
      expect([observer.next.mock.calls.length, observer.complete.mock.calls.length]).toEqual([
        0, 1,
      ]);
    }
  });

  it('starts each app with a clean frame', async () => {
    const { chrome, currentAppId$, document } = setup();
    const badges: unknown[] = [];
    chrome.getBadge$().subscribe((badge) => badges.push(badge?.text));
    const latest = { crumbs: [] as unknown[], help: undefined as unknown };
    chrome.getBreadcrumbs$().subscribe((crumbs) => (latest.crumbs = crumbs));
    chrome.getHelpExtension$().subscribe((help) => (latest.help = help));
    for (const id of ['one', 'two']) {
      currentAppId$.next(id);
      expect([badges.at(-1), latest.crumbs, latest.help, document.title]).toEqual([
        undefined,
        [],
        undefined,
        'Kibana',
      ]);
      chrome.setBadge({ text: id, tooltip: '' });
      chrome.setBreadcrumbs([{ text: id }]);
      chrome.setHelpExtension({ appName: id });
      chrome.docTitle.change(id);
    }
    expect(badges).toContain('one');
    expect(document.title).toBe('two - Kibana');
  });

  it('knows from the last visit whether the drawer is docked', () => {
    const seen = jest.fn();
    setup({ storage: memoryStorage({ 'core.chrome.isLocked': 'true' }) })
      .chrome.getIsNavDrawerLocked$()
      .subscribe(seen);
    setup({ storage: memoryStorage({ 'core.chrome.isLocked': 'yes' }) })
      .chrome.getIsNavDrawerLocked$()
      .subscribe(seen);
    expect(seen.mock.calls).toEqual([[true], [false]]);
  });
});

describe('docTitle', () => {
  it('joins parts and base title, drops what is empty, and resets', () => {
    const { chrome, document } = setup();
    chrome.docTitle.change('one');
    expect(document.title).toBe('one - Kibana');
    chrome.docTitle.change(['one', 'two']);
    expect(document.title).toBe('one - two - Kibana');
    chrome.docTitle.change(['one', '', ['two', ['three']]] as never);
    expect(document.title).toBe('one - two - three - Kibana');
    chrome.docTitle.reset();
    expect(document.title).toBe('Kibana');
  });
});

describe('navLinks', () => {
  const APPS = [
    app('late', { order: 20 }),
    app('none'),
    app('early', { order: 10, defaultPath: '/deep', euiIconType: 'logo' }),
    app('bare', { chromeless: true }),
    app('off', { order: 30, navLinkStatus: AppNavLinkStatus.disabled }),
    app('away', { order: 40, navLinkStatus: AppNavLinkStatus.hidden }),
  ];

  it('come from the apps with chrome, sorted, with addresses and states', () => {
    const { navLinks } = setup({ apps: APPS, basePath: '/base' }).chrome;
    expect(navLinks.getAll().map(({ id }) => id)).toEqual(['early', 'late', 'off', 'away', 'none']);
    expect(navLinks.get('early')).toMatchObject({
      title: 'Title of early',
      baseUrl: 'http://localhost/base/app/early',
      href: 'http://localhost/base/app/early/deep',
      url: 'http://localhost/base/app/early/deep',
      euiIconType: 'logo',
      disabled: false,
      hidden: false,
    });
    expect(navLinks.get('off')).toMatchObject({ disabled: true, hidden: false });
    expect(navLinks.get('away')).toMatchObject({ disabled: false, hidden: true });
    expect([navLinks.has('bare'), navLinks.has('none'), navLinks.get('bare')]).toEqual([
      false,
      true,
      undefined,
    ]);
    expect(Object.isFrozen(navLinks.get('early'))).toBe(true);
  });

  it('take title, order, category, tooltip and icons from the app', () => {
    const looks = {
      title: 'Title',
      order: 7,
      category: { id: 'c', label: 'C' },
      tooltip: 'Tip',
      euiIconType: 'star',
      icon: '/icon.svg',
    };
    const { navLinks } = setup({ apps: [app('a', looks)] }).chrome;
    expect(navLinks.get('a')).toMatchObject(looks);
  });

  it('follow the status of the app where the link has none of its own', () => {
    const byStatus = { navLinkStatus: AppNavLinkStatus.default };
    const { navLinks } = setup({
      apps: [app('a', byStatus), app('b', { ...byStatus, status: AppStatus.inaccessible })],
    }).chrome;
    expect([navLinks.get('a')!.hidden, navLinks.get('b')!.hidden]).toEqual([false, true]);
  });

  it('can be updated in four fields only, and keep it when the apps change', () => {
    const { chrome, setApps } = setup({ apps: APPS });
    const updated = chrome.navLinks.update('none', { hidden: true, title: 'hacked' } as never);
    expect(updated).toMatchObject({ hidden: true, title: 'Title of none' });
    expect(chrome.navLinks.update('unknown', { hidden: true })).toBeUndefined();
    setApps(app('none', { title: 'renamed' }));
    expect(chrome.navLinks.get('none')).toMatchObject({ hidden: true, title: 'renamed' });
  });

  it('can be updated in disabled, hidden, url and href', () => {
    const { navLinks } = setup({ apps: APPS }).chrome;
    const before = navLinks.get('early')!;
    const values = { disabled: true, hidden: true, url: '/u', href: '/h' };
    const refused = {
      id: 'x',
      title: 'x',
      order: 1,
      baseUrl: '/x',
      category: { id: 'x', label: 'x' },
    };
    const updated = navLinks.update('early', { ...values, ...refused } as never);
    expect(updated).toEqual({ ...before, ...values });
    expect(navLinks.get('early')).toEqual(updated);
  });

  it('can be narrowed to one, for later apps too; not to one that is not there', () => {
    const { chrome, setApps } = setup({ apps: APPS });
    const { navLinks } = chrome;
    navLinks.showOnly('bare');
    navLinks.showOnly('unknown');
    expect(navLinks.getAll()).toHaveLength(5);
    navLinks.showOnly('late');
    setApps(...APPS, app('newer'));
    expect(navLinks.getAll().map(({ id }) => id)).toEqual(['late']);
  });

  it('replay, and complete on stop', async () => {
    const { chrome, service, setApps } = setup({ apps: [app('a')] });
    const seen = collect(chrome.navLinks.getNavLinks$());
    setApps(app('a'), app('b'));
    service.stop();
    expect((await seen).map((links) => links.map(({ id }) => id))).toEqual([['a'], ['a', 'b']]);
  });

  it('need an id', () => {
    expect(() => createNavLink({ title: 'x', baseUrl: '/', href: '/' } as never)).toThrow(
      '`id` is required.'
    );
  });

  it('can force navigation, one way', async () => {
    const { chrome, service } = setup();
    const seen = collect(chrome.navLinks.getForceAppSwitcherNavigation$());
    chrome.navLinks.enableForcedAppSwitcherNavigation();
    service.stop();
    expect(await seen).toEqual([false, true]);
  });
});

describe('navControls', () => {
  it.each([
    ['registerLeft', 'getLeft$'],
    ['registerCenter', 'getCenter$'],
    ['registerRight', 'getRight$'],
  ] as const)('%s is seen by %s in order', (register, get$) => {
    const { navControls } = setup().chrome;
    const mount = () => () => undefined;
    const [none, ten, five] = [{ mount }, { mount, order: 10 }, { mount, order: 5 }];
    [none, ten, five].forEach(navControls[register]);
    const seen = jest.fn();
    navControls[get$]().subscribe(seen);
    expect(seen).toHaveBeenCalledWith([five, ten, none]);
  });
});

describe('recentlyAccessed', () => {
  it('is newest first, without duplicates, 20 at most, and handed out as copies', () => {
    const storage = memoryStorage();
    const { recentlyAccessed } = setup({ storage }).chrome;
    for (let i = 0; i < 25; i++) recentlyAccessed.add(`/app/${i}`, `Item ${i}`, `id${i}`);
    recentlyAccessed.add('/app/20b', 'Again', 'id20');
    const items = recentlyAccessed.get();
    expect(items).toHaveLength(20);
    expect(items.slice(0, 2)).toEqual([
      { link: '/app/20b', label: 'Again', id: 'id20' },
      { link: '/app/24', label: 'Item 24', id: 'id24' },
    ]);
    (items[0] as { label: string }).label = 'changed';
    expect(recentlyAccessed.get()[0]!.label).toBe('Again');
    const seen = jest.fn();
    recentlyAccessed.get$().subscribe(seen);
    expect(seen.mock.calls[0]![0]).toHaveLength(20);
    expect(JSON.parse(storage.getItem('kibana.history.recentlyAccessed')!)).toHaveLength(20);
    expect(setup({ storage }).chrome.recentlyAccessed.get()[0]!.label).toBe('Again');
  });

  it('has a key for each base path, made of its SHA-256', () => {
    expect(recentlyAccessedKey('')).toBe('kibana.history.recentlyAccessed');
    expect(recentlyAccessedKey('bar')).toBe(
      'kibana.history.recentlyAccessed-/N4rLtula/QIYB+3If6bXDONEO5CnqBPrlURto+/j7k='
    );
  });

  it('begins anew where the stored list is malformed, and drops what is no item', () => {
    const read = (stored: string) =>
      setup({
        storage: memoryStorage({ 'kibana.history.recentlyAccessed': stored }),
      }).chrome.recentlyAccessed.get();
    expect(read('{')).toEqual([]);
    expect(read('{}')).toEqual([]);
    expect(read('[null, 3, {"id":"a"}, {"link":"/l","label":"L","id":"i"}]')).toEqual([
      { link: '/l', label: 'L', id: 'i' },
    ]);
  });

  it.each(['http://[', 'javascript:alert(1)', 'https://elsewhere.example/app'])(
    'keeps no link to %s, neither stored nor added',
    (link) => {
      allowConsole(/What was accessed cannot be remembered/);
      const stored = JSON.stringify([{ link, label: 'L', id: 'i' }]);
      const { recentlyAccessed } = setup({
        storage: memoryStorage({ 'kibana.history.recentlyAccessed': stored }),
      }).chrome;
      recentlyAccessed.add(link, 'L', 'j');
      expect(recentlyAccessed.get()).toEqual([]);
    }
  );
});

describe('sha256Base64', () => {
  // FIPS 180-4 example vectors and lengths around the block size, the latter against Node's own.
  it.each([
    '',
    'abc',
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    'ü€😀',
    ...[55, 56, 63, 64, 65, 119, 120].map((n) => 'x'.repeat(n)),
  ])('agrees with the platform on %p', (text) => {
    const { createHash } = jest.requireActual<typeof import('node:crypto')>('node:crypto');
    expect(sha256Base64(text)).toBe(createHash('sha256').update(text).digest('base64'));
  });
});

describe('PersistedLog', () => {
  const log = (maxLength: number, storage = memoryStorage()) =>
    new PersistedLog<{ id: number }>({
      storage,
      maxLength,
      storageKey: 'k',
      isEqual: (a, b) => a.id === b.id,
      isValid: (_entry): _entry is { id: number } => true,
    });

  it('cuts a list that is too long when it loads, and may keep nothing', () => {
    const stored = { k: '[{"id":1},{"id":2},{"id":3}]' };
    expect(log(2, memoryStorage(stored)).get()).toEqual([{ id: 1 }, { id: 2 }]);
    const none = log(0, memoryStorage(stored));
    expect(none.add({ id: 4 })).toEqual([]);
  });

  it('ignores nothing at all', () => {
    const two = log(2);
    two.add({ id: 1 });
    expect([two.add(undefined), two.add(null)]).toEqual([[{ id: 1 }], [{ id: 1 }]]);
  });
});

describe('safeStorage', () => {
  it('lives without storage', () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const storage = safeStorage(() => {
      throw new Error('SecurityError');
    });
    expect(storage.getItem('a')).toBeNull();
    expect(() => storage.setItem('a', 'b')).not.toThrow();
    expect(warned).toHaveBeenCalledTimes(1);
  });
});
