import { createMemoryHistory, type MemoryHistory } from 'history';
import { BehaviorSubject, type Observable, of, Subject, throwError } from 'rxjs';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { ContextService } from '../context';
import { createCapabilitiesMock, httpServiceMock, overlayServiceMock } from '../mocks';
import { ApplicationService } from './application_service';
import {
  type App,
  AppLeaveActionType,
  AppNavLinkStatus,
  AppStatus,
  type AppUpdater,
  type PublicAppInfo,
} from './types';

const coreId = Symbol('core');
const pluginId = Symbol('plugin1');

function collect<T>(source$: Observable<T>): T[] {
  const values: T[] = [];
  source$.subscribe((value) => values.push(value));
  return values;
}

const app = (id: string, more: Partial<App> = {}): App => ({
  id,
  title: id,
  mount: () => () => undefined,
  ...more,
});

function setUp({ basePath = '', path = '/', navLinks = {} } = {}) {
  const http = httpServiceMock.createSetupContract({ basePath });
  http.post.mockImplementation((async () => createCapabilitiesMock({ navLinks })) as never);
  const overlays = overlayServiceMock.createStartContract();
  const redirectTo = jest.fn();
  const context = new ContextService(coreId).setup({
    pluginDependencies: new Map([[pluginId, []]]),
  });
  const service = new ApplicationService(coreId);
  let history!: MemoryHistory;
  const setup = service.setup({
    http,
    context,
    redirectTo,
    createHistory: (options) => {
      history = createMemoryHistory({
        getUserConfirmation: options.getUserConfirmation,
        initialEntries: [path],
      });
      return history;
    },
  });
  const start = () => service.start({ http, overlays });
  return { service, setup, start, http, overlays, redirectTo, getHistory: () => history };
}

const latest = (apps$: Observable<ReadonlyMap<string, PublicAppInfo>>) => collect(apps$).pop()!;

describe('registration', () => {
  it('refuses a second app of the same id', () => {
    const { setup } = setUp();
    setup.register(app('app1'));
    expect(() => setup.register(app('app1', { appRoute: '/other' }))).toThrow(
      'An application is already registered with the id "app1"'
    );
  });

  it('refuses a second app at the same route, given or by default', () => {
    const { setup } = setUp();
    setup.register(app('app1'));
    expect(() => setup.register(app('app2', { appRoute: '/app/app1' }))).toThrow(
      'An application is already registered with the appRoute "/app/app1"'
    );
    setup.register(app('app3', { appRoute: '/app/app4' }));
    expect(() => setup.register(app('app4'))).toThrow(
      'An application is already registered with the appRoute "/app/app4"'
    );
  });

  it('refuses a route below the base path, by whole segments', () => {
    const { setup } = setUp({ basePath: '/base-path' });
    expect(() => setup.register(app('app2', { appRoute: '/base-path/app2' }))).toThrow(
      'Cannot register an application route that includes HTTP base path'
    );
    expect(() => setup.register(app('app3', { appRoute: '/base-path-i-am-not' }))).not.toThrow();
  });

  it('is closed once start has begun, before any other check', async () => {
    const { setup, start } = setUp();
    setup.register(app('app1'));
    const starting = start();
    expect(() => setup.register(app('app1'))).toThrow(
      'Applications cannot be registered after "setup"'
    );
    await starting;
  });

  it('ends for an owner that failed: its apps close, whatever their updaters say, and it adds no more', async () => {
    const { setup, start } = setUp();
    const [failed, other] = [Symbol('failed'), Symbol('other')];
    const open = of(() => ({ status: AppStatus.accessible }));
    setup.register(app('app1', { updater$: open }), failed);
    setup.register(app('app2'), other);
    setup.withdraw(failed);
    expect(() => setup.register(app('app3'), failed)).toThrow(
      'Applications cannot be registered after "setup"'
    );
    const infos = latest((await start()).applications$);
    expect(infos.get('app1')).toMatchObject({
      status: AppStatus.inaccessible,
      navLinkStatus: AppNavLinkStatus.hidden,
    });
    expect(infos.get('app2')).toMatchObject({ status: AppStatus.accessible });
  });

  it('must come before start', async () => {
    await expect(
      new ApplicationService().start({
        http: httpServiceMock.createStartContract(),
        overlays: overlayServiceMock.createStartContract(),
      })
    ).rejects.toThrow('ApplicationService#setup() must be invoked before start.');
  });
});

describe('updaters', () => {
  const appsWith = async (
    apps: App[],
    updaters$: Array<Observable<AppUpdater>> = []
  ): Promise<Observable<ReadonlyMap<string, PublicAppInfo>>> => {
    const { setup, start } = setUp();
    apps.forEach((one) => setup.register(one));
    updaters$.forEach((updater$) => setup.registerAppUpdater(updater$));
    return (await start()).applications$;
  };

  it('fill in status, nav link status and route, and hide mount and updater', async () => {
    const apps = latest(
      await appsWith([
        app('app1', { updater$: new Subject() }),
        app('app2', { status: AppStatus.inaccessible, appRoute: '/two' }),
        app('app3', { navLinkStatus: AppNavLinkStatus.disabled }),
      ])
    );
    expect(apps.get('app1')).toEqual({
      id: 'app1',
      title: 'app1',
      appRoute: '/app/app1',
      status: AppStatus.accessible,
      navLinkStatus: AppNavLinkStatus.visible,
    });
    expect(apps.get('app2')).toMatchObject({
      appRoute: '/two',
      status: AppStatus.inaccessible,
      navLinkStatus: AppNavLinkStatus.hidden,
    });
    expect(apps.get('app3')?.navLinkStatus).toBe(AppNavLinkStatus.disabled);
  });

  it('that throw change nothing, and sources that fail keep their last', async () => {
    allowConsole(/updater broke|source broke/);
    const broken = of<AppUpdater>(() => {
      throw new Error('updater broke');
    });
    const failing = throwError(() => new Error('source broke'));
    const close = new BehaviorSubject<AppUpdater>(() => ({ status: AppStatus.inaccessible }));
    const apps = latest(await appsWith([app('app1', { updater$: failing })], [broken, close]));
    expect(apps.get('app1')?.status).toBe(AppStatus.inaccessible);
  });

  it('of an app and of all apps combine: most restrictive status, last of the other fields', async () => {
    const own$ = new BehaviorSubject<AppUpdater>(() => ({
      status: AppStatus.inaccessible,
      navLinkStatus: AppNavLinkStatus.disabled,
      tooltip: 'own',
    }));
    const first$ = new BehaviorSubject<AppUpdater>(({ id }) =>
      id === 'app2'
        ? { status: AppStatus.inaccessible, navLinkStatus: AppNavLinkStatus.hidden, tooltip: 'one' }
        : { status: AppStatus.accessible, tooltip: 'global' }
    );
    const second$ = new BehaviorSubject<AppUpdater>(({ id }) =>
      id === 'app2' ? { navLinkStatus: AppNavLinkStatus.visible, tooltip: 'two' } : undefined
    );
    const apps = latest(
      await appsWith([app('app1', { updater$: own$ }), app('app2')], [first$, second$])
    );
    expect(apps.get('app1')).toMatchObject({
      status: AppStatus.inaccessible,
      navLinkStatus: AppNavLinkStatus.disabled,
      tooltip: 'global',
    });
    expect(apps.get('app2')).toMatchObject({
      status: AppStatus.inaccessible,
      navLinkStatus: AppNavLinkStatus.hidden,
      tooltip: 'two',
    });
  });

  it('start from the registered values each time, so an empty answer undoes an earlier one', async () => {
    const updater$ = new BehaviorSubject<AppUpdater>(() => ({
      status: AppStatus.inaccessible,
      defaultPath: '/x',
    }));
    const seen = collect(await appsWith([app('app1', { updater$ })]));
    updater$.next(() => ({}));
    expect(seen[0]!.get('app1')).toMatchObject({ status: AppStatus.inaccessible });
    const last = seen[seen.length - 1]!.get('app1')!;
    expect(last.status).toBe(AppStatus.accessible);
    expect(last.defaultPath).toBeUndefined();
  });

  it('keep registered statuses that they do not name', async () => {
    const updater$ = new BehaviorSubject<AppUpdater>(() => ({ tooltip: 'only this' }));
    const apps = latest(
      await appsWith(
        [app('app1', { status: AppStatus.inaccessible, navLinkStatus: AppNavLinkStatus.disabled })],
        [updater$]
      )
    );
    expect(apps.get('app1')).toMatchObject({
      status: AppStatus.inaccessible,
      navLinkStatus: AppNavLinkStatus.disabled,
      tooltip: 'only this',
    });
  });

  it('cannot change other fields', async () => {
    const updater$ = new BehaviorSubject(() => ({ title: 'nope', appRoute: '/nope' }));
    const apps = latest(await appsWith([app('app1')], [updater$ as never]));
    expect(apps.get('app1')).toMatchObject({ title: 'app1', appRoute: '/app/app1' });
  });
});

describe('capabilities', () => {
  it('are asked for once with the ids of all apps, and cannot be written', async () => {
    const { setup, start, http } = setUp({ navLinks: { app1: true, app2: false } });
    setup.register(app('app1'));
    setup.register(app('app2'));
    const { capabilities } = await start();
    expect(http.post).toHaveBeenCalledTimes(1);
    expect(http.post).toHaveBeenCalledWith('/api/core/capabilities', {
      body: JSON.stringify({ applications: ['app1', 'app2'] }),
    });
    expect(capabilities.navLinks).toEqual({ app1: true, app2: false });
    expect(() => Object.assign(capabilities.navLinks, { app1: false })).toThrow(TypeError);
    expect(() => Object.assign(capabilities, { more: {} })).toThrow(TypeError);
  });

  it('drop apps whose flag is false, keep those without flag and those an updater made inaccessible', async () => {
    const { setup, start } = setUp({ navLinks: { app1: true, app2: false } });
    for (const id of ['app1', 'app2', 'app3']) setup.register(app(id));
    setup.registerAppUpdater(
      new BehaviorSubject<AppUpdater>(({ id }) =>
        id === 'app3' ? { status: AppStatus.inaccessible } : undefined
      )
    );
    const apps = latest((await start()).applications$);
    expect([...apps.keys()]).toEqual(['app1', 'app3']);
    expect(apps.get('app3')?.status).toBe(AppStatus.inaccessible);
  });
});

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

  it('goes to the route of an app, or to the default one of an unknown app', async () => {
    const { start, url } = await started({}, [app('app1', { appRoute: '/custom/path' })]);
    await start.navigateToApp('app1');
    expect(url()).toBe('/custom/path');
    await start.navigateToApp('nobody', { path: 'deep' });
    expect(url()).toBe('/app/nobody/deep');
  });

  it('appends paths by the joining rules and carries state', async () => {
    const { start, history, url } = await started();
    await start.navigateToApp('app1', { path: 'deep/link/to/location/2', state: { my: 'state' } });
    expect(url()).toBe('/app/app1/deep/link/to/location/2');
    expect(history.location.state).toEqual({ my: 'state' });
    await start.navigateToApp('app1', { path: '#/hash/router/path' });
    expect(url()).toBe('/app/app1#/hash/router/path');
  });

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

  it('replaces or pushes as told', async () => {
    const { start, history } = await started();
    await start.navigateToApp('app1', { replace: true });
    expect([history.action, history.length]).toEqual(['REPLACE', 1]);
    await start.navigateToApp('app2', { replace: false });
    expect([history.action, history.length]).toEqual(['PUSH', 2]);
  });

  it('turns URLs of apps into navigation and others into page loads', async () => {
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

  it('gives URLs with base path, and with origin on request', async () => {
    const { start } = await started({ basePath: '/base-path' }, [
      app('app1'),
      app('app2', { appRoute: '/custom/path', defaultPath: 'never' }),
    ]);
    expect(start.getUrlForApp('app1')).toBe('/base-path/app/app1');
    expect(start.getUrlForApp('app2', { path: 'deep//link/' })).toBe(
      '/base-path/custom/path/deep/link'
    );
    expect(start.getUrlForApp('nobody')).toBe('/base-path/app/nobody');
    expect(start.getUrlForApp('app1', { path: '/x', absolute: true })).toBe(
      `${window.location.origin}/base-path/app/app1/x`
    );
  });

  it('reports the current app: replayed, distinct, never undefined, completed on stop', async () => {
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

  it('knows the app of the address that the page was opened with', async () => {
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
    // What the container does for the mounted app.
    const onAppLeave = (handler: unknown) =>
      (
        parts.service as unknown as { current: { setLeaveHandler(id: string, h: unknown): void } }
      ).current.setLeaveHandler('app1', handler);
    const history = parts.getHistory();
    return { ...parts, start, history, onAppLeave };
  };
  type Factory = Parameters<import('./types').AppLeaveHandler>[0];
  const confirmHandler = (actions: Factory) => actions.confirm('Save first?', 'Unsaved');

  it('make actions of both types', async () => {
    const { onAppLeave, start } = await inApp1();
    const seen: unknown[] = [];
    onAppLeave((actions: Factory) => {
      seen.push(actions.confirm('text', 'title'), actions.confirm('text'), actions.default());
      return actions.default();
    });
    await start.navigateToApp('app2');
    expect(seen).toEqual([
      { type: AppLeaveActionType.confirm, text: 'text', title: 'title' },
      { type: AppLeaveActionType.confirm, text: 'text' },
      { type: AppLeaveActionType.default },
    ]);
  });

  it('ask before another app; a refusal keeps the address', async () => {
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
    // Gone with the app.
    await start.navigateToApp('app1');
    expect(overlays.openConfirm).toHaveBeenCalledTimes(2);
  });

  it('are not asked inside the app, by default actions, or when they throw', async () => {
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

  it('stay when the user moves inside the app', async () => {
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
    service.stop();
    expect(unload()).toBe(false);
  });
});

describe('deprecated mount context', () => {
  it('reaches mount functions with two parameters', async () => {
    allowConsole(/App \[old\] is using deprecated mount context/);
    const { setup } = setUp();
    const mount = jest.fn((_context: unknown, _params: unknown) => () => undefined);
    const oldMount = (context: unknown, params: unknown) => mount(context, params);
    const registered: App[] = [];
    const { withMountContext } = await import('./mount_context');
    const container = new ContextService(coreId)
      .setup({ pluginDependencies: new Map([[pluginId, []]]) })
      .createContextContainer();
    container.registerContext(coreId, 'core', () => 'the core');
    registered.push(
      withMountContext(app('old', { mount: oldMount as never }), container, pluginId)
    );
    await registered[0]!.mount({ element: 'params' } as never);
    expect(mount).toHaveBeenCalledWith({ core: 'the core' }, { element: 'params' });
    const modern = app('new');
    expect(withMountContext(modern, container, pluginId)).toBe(modern);
    setup.registerMountContext('mine', () => 1);
    expect(() => setup.registerMountContext('mine', () => 2)).toThrow(
      'Context provider for mine has already been registered.'
    );
  });
});
