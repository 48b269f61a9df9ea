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
