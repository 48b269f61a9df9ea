import { type Observable } from 'rxjs';
import type { MountPoint } from '../types';
import { isInternetExplorer } from './browser_warnings';
import { app, memoryStorage, setup, collect } from './mocks';

describe('browser warnings', () => {
  // @spec 5.1/8
  it('report missing support for the content security policy only if configured', () => {
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
      'Your browser does not meet the security requirements for Security Dashboards.'
    );
    unmount();
    expect(element).toBeEmptyDOMElement();
  });

  // @spec 5.1/9
  it('warn users of Internet Explorer and include a link', () => {
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

  // @spec 5.2/1
  it('stays hidden without an app, with one emission per call', async () => {
    const { chrome, service } = setup({ apps: APPS });
    const recorded = collect(chrome.getIsVisible$());
    chrome.setIsVisible(true);
    chrome.setIsVisible(false);
    chrome.setIsVisible(true);
    service.stop();
    expect(await recorded).toEqual([false, false, false, false]);
  });

  // @spec 5.2/2
  it('starts hidden in embedded pages, until it is changed', async () => {
    const { chrome, service, currentAppId$ } = setup({ apps: APPS, hash: '#/home?embed=true' });
    const recorded = collect(chrome.getIsVisible$());
    currentAppId$.next('alpha');
    chrome.setIsVisible(true);
    chrome.setIsVisible(false);
    service.stop();
    expect(await recorded).toEqual([false, false, true, false]);
  });

  // @spec 5.2/3
  it('follows chromeless apps and shows the chrome for an unknown app', async () => {
    const { chrome, service, currentAppId$ } = setup({ apps: APPS });
    const recorded = collect(chrome.getIsVisible$());
    for (const id of ['alpha', 'beta', 'gamma', 'unknown']) currentAppId$.next(id);
    service.stop();
    expect(await recorded).toEqual([false, true, false, true, true]);
  });

  // @spec 5.2/4
  it('keeps the chrome of a chromeless app hidden', async () => {
    const { chrome, service, currentAppId$ } = setup({ apps: APPS });
    const recorded = collect(chrome.getIsVisible$());
    currentAppId$.next('beta');
    chrome.setIsVisible(true);
    service.stop();
    expect(await recorded).toEqual([false, false, false]);
  });

  it('replays only the latest value to a late subscriber', () => {
    const { chrome, currentAppId$ } = setup({ apps: APPS });
    currentAppId$.next('alpha');
    const late = jest.fn();
    chrome.getIsVisible$().subscribe(late);
    expect(late.mock.calls).toEqual([[true]]);
  });
});

describe('chrome state', () => {
  // @spec 5.1/1, 5.1/2, 5.1/3
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

  // @spec 5.1/4
  it('completes immediately without a value after stop', async () => {
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

  // @spec 5.1/5
  it('is reset for each app', async () => {
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
        'Security Dashboards',
      ]);
      chrome.setBadge({ text: id, tooltip: '' });
      chrome.setBreadcrumbs([{ text: id }]);
      chrome.setHelpExtension({ appName: id });
      chrome.docTitle.change(id);
    }
    expect(badges).toContain('one');
    expect(document.title).toBe('two - Security Dashboards');
  });

  it('restores from the last visit whether the drawer is docked', () => {
    const listener = jest.fn();
    setup({ storage: memoryStorage({ 'core.chrome.isLocked': 'true' }) })
      .chrome.getIsNavDrawerLocked$()
      .subscribe(listener);
    setup({ storage: memoryStorage({ 'core.chrome.isLocked': 'yes' }) })
      .chrome.getIsNavDrawerLocked$()
      .subscribe(listener);
    expect(listener.mock.calls).toEqual([[true], [false]]);
  });
});

describe('docTitle', () => {
  // @spec 5.6/1
  it('joins parts and base title, skips empty parts, and resets', () => {
    const { chrome, document } = setup();
    chrome.docTitle.change('one');
    expect(document.title).toBe('one - Security Dashboards');
    chrome.docTitle.change(['one', 'two']);
    expect(document.title).toBe('one - two - Security Dashboards');
    chrome.docTitle.change(['one', '', ['two', ['three']]] as never);
    expect(document.title).toBe('one - two - three - Security Dashboards');
    chrome.docTitle.reset();
    expect(document.title).toBe('Security Dashboards');
  });
});
