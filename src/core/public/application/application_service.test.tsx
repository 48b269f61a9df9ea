import { BehaviorSubject, type Observable, of, Subject, throwError } from 'rxjs';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { ContextService } from '../context';
import { createCapabilitiesMock, httpServiceMock, overlayServiceMock } from '../mocks';
import { ApplicationService } from './application_service';
import {
  type App,
  AppNavLinkStatus,
  AppStatus,
  type AppUpdater,
  type PublicAppInfo,
} from './types';
import { coreId, pluginId, collect, app, setUp } from './mocks';

const latest = (apps$: Observable<ReadonlyMap<string, PublicAppInfo>>) => collect(apps$).pop()!;

describe('app registration', () => {
  // @spec 1/1, 5/2, 3.1/2
  it('rejects a second app with the same id', () => {
    const { setup } = setUp();
    setup.register(app('app1'));
    expect(() => setup.register(app('app1', { appRoute: '/other' }))).toThrow(
      'An application is already registered with the id "app1"'
    );
  });

  // @spec 5/3, 3.1/3
  it('rejects a second app at the same explicit or default route', () => {
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

  // @spec 5/4, 3.1/4
  it('rejects a route below the base path, comparing whole segments', () => {
    const { setup } = setUp({ basePath: '/base-path' });
    expect(() => setup.register(app('app2', { appRoute: '/base-path/app2' }))).toThrow(
      'Cannot register an application route that includes HTTP base path'
    );
    expect(() => setup.register(app('app3', { appRoute: '/base-path-i-am-not' }))).not.toThrow();
  });

  // @spec 4/17, 5/1, 3.1/1
  it('throws after start has begun, before any other check', async () => {
    const { setup, start } = setUp();
    setup.register(app('app1'));
    const starting = start();
    expect(() => setup.register(app('app1'))).toThrow(
      'Applications cannot be registered after "setup"'
    );
    await starting;
  });

  it('makes the apps of a failed owner inaccessible regardless of updaters, and rejects new ones', async () => {
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

  // @spec 5/5, 3.3/9
  it('throws if start runs before setup', async () => {
    await expect(
      new ApplicationService().start({
        http: httpServiceMock.createStartContract(),
        overlays: overlayServiceMock.createStartContract(),
      })
    ).rejects.toThrow('ApplicationService#setup() must be invoked before start.');
  });
});

describe('app updaters', () => {
  const appsWith = async (
    apps: App[],
    updaters$: Array<Observable<AppUpdater>> = []
  ): Promise<Observable<ReadonlyMap<string, PublicAppInfo>>> => {
    const { setup, start } = setUp();
    apps.forEach((one) => setup.register(one));
    updaters$.forEach((updater$) => setup.registerAppUpdater(updater$));
    return (await start()).applications$;
  };

  // @spec 3.3/5
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

  it('change nothing when they throw, and keep their last result when their source fails', async () => {
    allowConsole(/updater broke|source broke/);
    const broken = of<AppUpdater>(() => {
      throw new Error('updater broke');
    });
    const failing = throwError(() => new Error('source broke'));
    const close = new BehaviorSubject<AppUpdater>(() => ({ status: AppStatus.inaccessible }));
    const apps = latest(await appsWith([app('app1', { updater$: failing })], [broken, close]));
    expect(apps.get('app1')?.status).toBe(AppStatus.inaccessible);
  });

  // @spec 4/15, 3.2/2, 3.2/3
  it('combine updaters of one app and of all apps: most restrictive status, last value of other fields', async () => {
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

  // @spec 4/14, 3.2/1
  it('start from the registered values each time, so that an empty result reverts an earlier one', async () => {
    const updater$ = new BehaviorSubject<AppUpdater>(() => ({
      status: AppStatus.inaccessible,
      defaultPath: '/x',
    }));
    const recorded = collect(await appsWith([app('app1', { updater$ })]));
    updater$.next(() => ({}));
    expect(recorded[0]!.get('app1')).toMatchObject({ status: AppStatus.inaccessible });
    const last = recorded[recorded.length - 1]!.get('app1')!;
    expect(last.status).toBe(AppStatus.accessible);
    expect(last.defaultPath).toBeUndefined();
  });

  // @spec 3.2/5
  it('keep registered statuses that they do not return', async () => {
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

  // @spec 3.2/4
  it('cannot change other fields', async () => {
    const updater$ = new BehaviorSubject(() => ({ title: 'nope', appRoute: '/nope' }));
    const apps = latest(await appsWith([app('app1')], [updater$ as never]));
    expect(apps.get('app1')).toMatchObject({ title: 'app1', appRoute: '/app/app1' });
  });
});

describe('capabilities', () => {
  // @spec 7/12, 7/13, 3.3/1, 3.3/2
  it('are requested once with the ids of all apps, and are frozen', async () => {
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

  it('are not requested if the page includes them for all apps', async () => {
    const firstCapabilities = createCapabilitiesMock({ navLinks: { app1: true, app2: false } });
    const { setup, start, http } = setUp({ firstCapabilities });
    setup.register(app('app1'));
    setup.register(app('app2'));
    const { capabilities, applications$ } = await start();
    expect(http.post).not.toHaveBeenCalled();
    expect([...latest(applications$).keys()]).toEqual(['app1']);
    expect(() => Object.assign(capabilities.navLinks, { app1: false })).toThrow(TypeError);
  });

  it("are requested if the page's capabilities lack an app", async () => {
    const firstCapabilities = createCapabilitiesMock({ navLinks: { app1: true } });
    const { setup, start, http } = setUp({ firstCapabilities, navLinks: { app2: false } });
    setup.register(app('app1'));
    setup.register(app('app2'));
    expect((await start()).capabilities.navLinks).toEqual({ app2: false });
    expect(http.post).toHaveBeenCalledTimes(1);
  });

  // @spec 3/23, 4/16, 3.3/3, 3.3/4, 6/12
  it('remove apps with a false flag, and keep apps without a flag or made inaccessible by an updater', async () => {
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

describe('deprecated mount context', () => {
  // @spec 3.1/5
  it('is passed to mount functions with two parameters', async () => {
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
