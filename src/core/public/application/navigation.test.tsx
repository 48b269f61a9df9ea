/** Navigation between apps, and leave confirmation. */
import { BehaviorSubject } from 'rxjs';
import fc from 'fast-check';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { AppLeaveActionType, type AppUpdater } from './types';
import { collect, app, setUp } from './mocks';
import { BasePath } from '../http/http_service';
import { appendAppPath, findAppId, getAppUrl, parseAppUrl } from './app_urls';

describe('navigation', () => {
  const started = async (
    options: Parameters<typeof setUp>[0] = {},
    apps = [app('app1'), app('app2')]
  ) => {
    const parts = setUp(options);
    apps.forEach((one) => parts.setup.register(one));
    const start = await parts.start();
    const history = parts.getHistory();
    return { ...parts, start, history, url: () => history.createHref(history.location) };
  };

  // @spec 3.3/10
  it('opens the route of an app, or the default route for an unknown app', async () => {
    const { start, url } = await started({}, [app('app1', { appRoute: '/custom/path' })]);
    await start.navigateToApp('app1');
    expect(url()).toBe('/custom/path');
    await start.navigateToApp('nobody', { path: 'deep' });
    expect(url()).toBe('/app/nobody/deep');
  });

  it('appends paths by the joining rules and passes state', async () => {
    const { start, history, url } = await started();
    await start.navigateToApp('app1', { path: 'deep/link/to/location/2', state: { my: 'state' } });
    expect(url()).toBe('/app/app1/deep/link/to/location/2');
    expect(history.location.state).toEqual({ my: 'state' });
    await start.navigateToApp('app1', { path: '#/hash/router/path' });
    expect(url()).toBe('/app/app1#/hash/router/path');
  });

  // @spec 3.3/11
  it('uses the default path as updated, unless a path is given, even an empty one', async () => {
    const updater$ = new BehaviorSubject<AppUpdater>(() => ({}));
    const { start, url } = await started({}, [
      app('app1', { defaultPath: 'registered', updater$ }),
    ]);
    await start.navigateToApp('app1');
    expect(url()).toBe('/app/app1/registered');
    updater$.next(() => ({ defaultPath: 'updated' }));
    await start.navigateToApp('app1');
    expect(url()).toBe('/app/app1/updated');
    await start.navigateToApp('app1', { path: '' });
    expect(url()).toBe('/app/app1');
    expect(start.getUrlForApp('app1')).toBe('/app/app1');
  });

  // @spec 3.3/12
  it('replaces or pushes the history entry depending on the option', async () => {
    const { start, history } = await started();
    await start.navigateToApp('app1', { replace: true });
    expect([history.action, history.length]).toEqual(['REPLACE', 1]);
    await start.navigateToApp('app2', { replace: false });
    expect([history.action, history.length]).toEqual(['PUSH', 2]);
  });

  // @spec 3.3/18
  it('navigates inside the page for URLs of apps, and loads the page for others', async () => {
    const { start, url, redirectTo } = await started({ basePath: '/base-path' });
    await start.navigateToUrl('/base-path/app/app1/some-path?a=b#c');
    expect(url()).toBe('/app/app1/some-path?a=b#c');
    await start.navigateToUrl(`${window.location.origin}/base-path/app/app2`);
    expect(url()).toBe('/app/app2');
    expect(redirectTo).not.toHaveBeenCalled();
    for (const other of [
      '/not-a-basepath/app/app1',
      'https://other.site/x',
      '/base-path/nothing',
    ]) {
      await start.navigateToUrl(other);
      expect(redirectTo).toHaveBeenLastCalledWith(other);
    }
  });

  // @spec 3.3/22
  it('returns URLs with the base path, and with the origin on request', async () => {
    const { start } = await started({ basePath: '/base-path' }, [
      app('app1'),
      app('app2', { appRoute: '/custom/path', defaultPath: 'never' }),
    ]);
    expect(start.getUrlForApp('app1')).toBe('/base-path/app/app1');
    expect(start.getUrlForApp('app2')).toBe('/base-path/custom/path');
    expect(start.getUrlForApp('app2', { path: 'deep//link/' })).toBe(
      '/base-path/custom/path/deep/link'
    );
    expect(start.getUrlForApp('nobody')).toBe('/base-path/app/nobody');
    expect(start.getUrlForApp('app1', { path: '/x', absolute: true })).toBe(
      `${window.location.origin}/base-path/app/app1/x`
    );
  });

  // @spec 3.3/8
  it('emits the current app: replayed, distinct, never undefined, completed on stop', async () => {
    const { start, service, history } = await started();
    const done = jest.fn();
    const ids: Array<string | undefined> = [];
    start.currentAppId$.subscribe({ next: (id) => ids.push(id), complete: done });
    expect(ids).toEqual([]);
    await start.navigateToApp('app1');
    await start.navigateToApp('app1', { path: 'x' });
    history.push('/app/app2');
    history.push('/somewhere');
    history.push('/app/app2');
    expect(ids).toEqual(['app1', 'app2']);
    expect(collect(start.currentAppId$)).toEqual(['app2']);
    service.stop();
    expect(done).toHaveBeenCalledTimes(1);
  });

  it("detects the app of the page's initial URL", async () => {
    const { start } = await started({ path: '/app/app2/deep' });
    expect(collect(start.currentAppId$)).toEqual(['app2']);
  });
});

describe('leave handlers', () => {
  const inApp1 = async () => {
    const parts = setUp({ path: '/app/app1' });
    parts.setup.register(app('app1'));
    parts.setup.register(app('app2'));
    const start = await parts.start();
    // Simulates the container of the mounted app.
    const onAppLeave = (handler: unknown) =>
      (
        parts.service as unknown as { current: { setLeaveHandler(id: string, h: unknown): void } }
      ).current.setLeaveHandler('app1', handler);
    const history = parts.getHistory();
    return { ...parts, start, history, onAppLeave };
  };
  type Factory = Parameters<import('./types').AppLeaveHandler>[0];
  const confirmHandler = (actions: Factory) => actions.confirm('Save first?', 'Unsaved');

  // @spec 3.6/1
  it('create both kinds of actions', async () => {
    const { onAppLeave, start } = await inApp1();
    const recorded: unknown[] = [];
    onAppLeave((actions: Factory) => {
      recorded.push(actions.confirm('text', 'title'), actions.confirm('text'), actions.default());
      return actions.default();
    });
    await start.navigateToApp('app2');
    expect(recorded).toEqual([
      { type: AppLeaveActionType.confirm, text: 'text', title: 'title' },
      { type: AppLeaveActionType.confirm, text: 'text' },
      { type: AppLeaveActionType.default },
    ]);
  });

  // @spec 3.3/15, 3.6/2
  it('ask before another app opens, and keep the URL if the user declines', async () => {
    const { onAppLeave, start, overlays, history } = await inApp1();
    onAppLeave(confirmHandler);
    overlays.openConfirm.mockResolvedValueOnce(false);
    await start.navigateToApp('app2');
    expect(overlays.openConfirm).toHaveBeenCalledWith('Save first?', {
      title: 'Unsaved',
      'data-test-subj': 'appLeaveConfirmModal',
    });
    expect(history.location.pathname).toBe('/app/app1');
    overlays.openConfirm.mockResolvedValueOnce(true);
    await start.navigateToApp('app2');
    expect(history.location.pathname).toBe('/app/app2');
    // Removed with the app.
    await start.navigateToApp('app1');
    expect(overlays.openConfirm).toHaveBeenCalledTimes(2);
  });

  // @spec 3.6/3
  it('do not ask inside the app, with the default action, or when the handler throws', async () => {
    allowConsole(/handler broke/);
    const { onAppLeave, start, overlays, history } = await inApp1();
    onAppLeave(confirmHandler);
    await start.navigateToApp('app1', { path: 'elsewhere' });
    onAppLeave((actions: Factory) => actions.default());
    await start.navigateToApp('app2');
    expect(overlays.openConfirm).not.toHaveBeenCalled();
    await start.navigateToApp('app1');
    onAppLeave(() => {
      throw new Error('handler broke');
    });
    await start.navigateToApp('app2');
    expect(history.location.pathname).toBe('/app/app2');
  });

  // @spec 3.3/13
  it('stay registered when the user navigates inside the app', async () => {
    const { onAppLeave, start, service, overlays, history } = await inApp1();
    onAppLeave(confirmHandler);
    await start.navigateToApp('app1', { path: 'elsewhere' });
    expect(history.location.pathname).toBe('/app/app1/elsewhere');
    overlays.openConfirm.mockResolvedValueOnce(false);
    await start.navigateToApp('app2');
    expect(overlays.openConfirm).toHaveBeenCalledTimes(1);
    expect(history.location.pathname).toBe('/app/app1/elsewhere');
    service.stop();
  });

  // @spec 3.6/5
  it('guard back and forward to another app', async () => {
    const { onAppLeave, start, overlays, history } = await inApp1();
    await start.navigateToApp('app2');
    history.goBack();
    expect(history.location.pathname).toBe('/app/app1');
    onAppLeave(confirmHandler);
    overlays.openConfirm.mockResolvedValueOnce(false);
    history.goForward();
    await Promise.resolve();
    await Promise.resolve();
    expect(history.location.pathname).toBe('/app/app1');
    overlays.openConfirm.mockResolvedValueOnce(true);
    history.goForward();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    expect(history.location.pathname).toBe('/app/app2');
  });

  // @spec 3.6/4
  it('make the browser ask before the tab closes, until stop', async () => {
    const { onAppLeave, service } = await inApp1();
    const unload = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(unload()).toBe(false);
    onAppLeave(confirmHandler);
    expect(unload()).toBe(true);
    const removed = jest.spyOn(window, 'removeEventListener');
    service.stop();
    expect(unload()).toBe(false);
    expect(removed).toHaveBeenCalledWith('beforeunload', expect.any(Function));
  });
});

const routes = new Map([
  ['foo', { appRoute: '/app/foo', exactRoute: false }],
  ['bar', { appRoute: '/custom-bar', exactRoute: false }],
  ['exact', { appRoute: '/app/exact-app', exactRoute: true }],
]);

describe('appendAppPath', () => {
  // @spec 3.3/17
  it.each([
    ['/app/app1', '', '/app/app1'],
    ['/app/app1', undefined, '/app/app1'],
    ['/app/app1', '/some-path', '/app/app1/some-path'],
    ['/app/app1', 'deep/link', '/app/app1/deep/link'],
    ['/app/app1', '/deep//link/', '/app/app1/deep/link'],
    ['/app/app1', '//deep/link//', '/app/app1/deep/link'],
    ['/app/app1', '#/hash/router/path', '/app/app1#/hash/router/path'],
    ['/app/app1', '#hash/', '/app/app1#hash/'],
    ['/app/app1', '/path#/hash/', '/app/app1/path#/hash/'],
    ['/app/app1', '/path/', '/app/app1/path'],
    ['/app/app1', '?a=b', '/app/app1?a=b'],
    ['/app/app1', '/p?next=http://host//x/', '/app/app1/p?next=http://host//x/'],
    ['/app/app1#/hash', 'bang/', '/app/app1#/hash/bang/'],
    ['/', '', '/'],
  ])('%s + %s = %s', (route, path, joined) => {
    expect(appendAppPath(route, path)).toBe(joined);
  });

  it('never produces an empty segment (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '/', '//', 'b'), { maxLength: 8 }), (parts) => {
        const joined = appendAppPath('/app/x', parts.join(''));
        expect(joined).not.toMatch(/\/\//);
        expect(joined.startsWith('/app/x')).toBe(true);
        expect(joined.endsWith('/')).toBe(false);
      })
    );
  });
});

describe('getAppUrl', () => {
  it('uses the route of the app, or the default route for an unknown app', () => {
    expect(getAppUrl(routes, 'bar', 'x')).toBe('/custom-bar/x');
    expect(getAppUrl(routes, 'unknown', 'x')).toBe('/app/unknown/x');
  });
});

describe('findAppId', () => {
  it.each([
    ['/app/foo', 'foo'],
    ['/app/foo/deep', 'foo'],
    ['/app/foo-bar', 'foo-bar'],
    ['/custom-bar/x', 'bar'],
    ['/custom-bar-2', undefined],
    ['/app/exact-app', 'exact'],
    ['/app/exact-app/', 'exact'],
    ['/app/exact-app/below', 'exact-app'],
    ['/app/nobody/x', 'nobody'],
    ['/', undefined],
  ])('%s is %s', (pathname, id) => {
    expect(findAppId(routes, pathname)).toBe(id);
  });
});

describe('parseAppUrl', () => {
  const basePath = new BasePath('/base-path');
  const currentUrl = 'https://kibana.local:8080/base-path/app/current/page?x=1#h';
  const parse = (url: string) => parseAppUrl(url, basePath, routes, currentUrl);

  // @spec 3.3/19
  it.each([
    ['/base-path/app/foo', { app: 'foo', path: undefined }],
    ['/base-path/app/foo/', { app: 'foo', path: '/' }],
    ['/base-path/app/foo/some/path', { app: 'foo', path: '/some/path' }],
    ['/base-path/app/foo?a=b', { app: 'foo', path: '?a=b' }],
    ['/base-path/app/foo#hash/bang', { app: 'foo', path: '#hash/bang' }],
    ['/base-path/app/foo/path#hash?x=y', { app: 'foo', path: '/path#hash?x=y' }],
    ['/base-path/custom-bar/path', { app: 'bar', path: '/path' }],
    ['https://kibana.local:8080/base-path/app/foo/p', { app: 'foo', path: '/p' }],
    ['../foo/relative', { app: 'foo', path: '/relative' }],
    ['../../custom-bar', { app: 'bar', path: undefined }],
  ])('recognizes %s', (url, expected) => {
    expect(parse(url)).toEqual(expected);
  });

  // @spec 3.3/20
  it.each([
    'https://other.local:8080/base-path/app/foo',
    'https://kibana.local/base-path/app/foo',
    '//other.local/base-path/app/foo',
    '/app/foo',
    '/base-path-2/app/foo',
    '/base-path/app/unknown',
    '/base-path/app/foo-bar',
    './relative',
    'http://',
  ])('does not recognize %s', (url) => {
    expect(parse(url)).toBeUndefined();
  });

  it("works without a base path, and resolves relative URLs against the page's URL", () => {
    expect(parseAppUrl('/app/foo/x', new BasePath(''), routes)).toEqual({ app: 'foo', path: '/x' });
  });

  // @spec 5/13, 3.3/21
  it.each(['/base-path/app/foo', 'about:blank', ''])('rejects %s as the current URL', (url) => {
    expect(() => parseAppUrl('/base-path/app/foo', basePath, routes, url)).toThrow(
      'when manually provided, currentUrl must be valid url with an origin'
    );
  });
});
