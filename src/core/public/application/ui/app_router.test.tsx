/** What mounts when, through the service's public contract. */
import { act, render, screen, within } from '@testing-library/react';
import { createMemoryHistory, type History } from 'history';
import { BehaviorSubject, type Observable } from 'rxjs';
import { allowConsole } from '../../../../../test/helpers/console_guard';
import {
  contextServiceMock,
  createCapabilitiesMock,
  httpServiceMock,
  overlayServiceMock,
} from '../../mocks';
import { ApplicationService } from '../application_service';
import { type App, type AppMountParameters, AppStatus, type AppUpdater } from '../types';
import { MAIN_REGION_ID, resetFocusTracking } from './focus_main_region';

interface TestApp {
  readonly app: App;
  readonly mount: jest.Mock;
  readonly unmount: jest.Mock;
  readonly params: () => AppMountParameters;
}

function testApp(id: string, more: Partial<App> = {}): TestApp {
  const unmount = jest.fn();
  const mount = jest.fn(({ element }: AppMountParameters): unknown => {
    element.textContent = `content of ${id}`;
    return unmount;
  });
  const app: App = { id, title: id, mount: (params) => mount(params) as never, ...more };
  return { app, mount, unmount, params: () => mount.mock.lastCall![0] as AppMountParameters };
}

function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((res, rej) => {
    resolve = res;
    reject = rej;
  });
  return { promise, resolve, reject };
}

const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));

interface RenderOptions {
  readonly path?: string;
  readonly navLinks?: Record<string, boolean>;
  readonly updater$?: Observable<AppUpdater>;
  readonly prepareShell?: () => Promise<void>;
  readonly basePath?: string;
}

async function renderApps(apps: TestApp[], options: RenderOptions = {}) {
  const { path = '/', navLinks = {}, updater$, basePath = '' } = options;
  const http = httpServiceMock.createSetupContract({ basePath });
  http.post.mockImplementation((async () => createCapabilitiesMock({ navLinks })) as never);
  const counts: number[] = [];
  http.addLoadingCountSource.mockImplementation((count$) => {
    count$.subscribe((count) => counts.push(count));
  });
  const service = new ApplicationService();
  let history!: History;
  const setup = service.setup({
    http,
    context: contextServiceMock.createSetupContract(),
    createHistory: () => (history = createMemoryHistory({ initialEntries: [path] })),
  });
  apps.forEach(({ app }) => setup.register(app));
  if (updater$ !== undefined) setup.registerAppUpdater(updater$);
  const start = await service.start({
    http,
    overlays: overlayServiceMock.createStartContract(),
    ...(options.prepareShell === undefined ? {} : { prepareShell: options.prepareShell }),
  });
  const view = render(
    <main id={MAIN_REGION_ID} tabIndex={-1}>
      {start.getComponent()}
    </main>
  );
  await settle();
  const go = async (to: string) => {
    act(() => history.push(to));
    await settle();
  };
  return { service, start, history, counts, view, go };
}

beforeEach(resetFocusTracking);

describe('routes', () => {
  it('mount the app whose route fits, in a fresh element, with scoped history and paths', async () => {
    const app1 = testApp('app1');
    const { start } = await renderApps([app1, testApp('app2')], {
      path: '/app/app1/deep?a=b',
      basePath: '/base',
    });
    expect(screen.getByText('content of app1')).toBe(app1.params().element);
    expect(app1.params().appBasePath).toBe('/base/app/app1');
    expect(app1.params().history.location).toMatchObject({ pathname: '/deep', search: '?a=b' });
    const navigate = start.navigateToApp('app2');
    await act(() => navigate);
    await settle();
    expect(app1.unmount).toHaveBeenCalledTimes(1);
    expect(screen.getByText('content of app2')).toBeInTheDocument();
  });

  it('are taken from the start of the address, by whole segments', async () => {
    const login = testApp('login', { appRoute: '/fake-login' });
    const spaces = testApp('spaces', { appRoute: '/spaces/fake-login' });
    const { go } = await renderApps([login, spaces], { path: '/fake-login' });
    expect(login.mount).toHaveBeenCalledTimes(1);
    await go('/spaces/fake-login');
    expect(spaces.mount).toHaveBeenCalledTimes(1);
    expect(login.mount).toHaveBeenCalledTimes(1);
  });

  it('that are exact leave deeper addresses to others', async () => {
    const exact = testApp('exact', { appRoute: '/app/exact-app', exactRoute: true });
    const nested = testApp('nested', { appRoute: '/app/exact-app/nested' });
    const { go } = await renderApps([exact, nested], { path: '/app/exact-app' });
    expect(exact.mount).toHaveBeenCalledTimes(1);
    await go('/app/exact-app/some-path');
    expect(exact.unmount).toHaveBeenCalledTimes(1);
    expect(nested.mount).not.toHaveBeenCalled();
    expect(screen.getByRole('heading', { name: 'Application Not Found' })).toBeInTheDocument();
    await go('/app/exact-app/nested/page');
    expect(nested.mount).toHaveBeenCalledTimes(1);
    expect(exact.mount).toHaveBeenCalledTimes(1);
  });

  it('that are exact show nothing below a default route either; others do', async () => {
    const exact = testApp('exact-app', { exactRoute: true });
    const open = testApp('open-app');
    const { go } = await renderApps([exact, open], { path: '/app/exact-app/deeper' });
    expect(exact.mount).not.toHaveBeenCalled();
    expect(screen.getByRole('heading', { name: 'Application Not Found' })).toBeInTheDocument();
    await go('/app/exact-app/');
    expect(exact.mount).toHaveBeenCalledTimes(1);
    await go('/app/open-app/deeper');
    expect(open.mount).toHaveBeenCalledTimes(1);
  });

  it('may share a prefix', async () => {
    const one = testApp('one', { appRoute: '/app/my-app/app1' });
    const two = testApp('two', { appRoute: '/app/my-app/app2' });
    const { go } = await renderApps([one, two], { path: '/app/my-app/app1' });
    await go('/app/my-app/app2');
    expect([one.mount.mock.calls.length, one.unmount.mock.calls.length]).toEqual([1, 1]);
    expect(two.mount).toHaveBeenCalledTimes(1);
  });

  it('keep an app mounted while the address moves inside it', async () => {
    const app1 = testApp('app1');
    const { go, history } = await renderApps([app1], { path: '/app/app1' });
    await go('/app/app1/page');
    await go('/app/app1/page#hash');
    act(() => history.goBack());
    await settle();
    act(() => app1.params().history.push('/from-inside'));
    await settle();
    expect(history.location.pathname).toBe('/app/app1/from-inside');
    expect(app1.params().history.location.pathname).toBe('/from-inside');
    expect(app1.mount).toHaveBeenCalledTimes(1);
    expect(app1.unmount).not.toHaveBeenCalled();
  });

  it('mount again on coming back', async () => {
    const app1 = testApp('app1');
    const app2 = testApp('app2');
    const { go } = await renderApps([app1, app2], { path: '/app/app1' });
    await go('/app/app2');
    await go('/app/app1');
    expect(app1.mount).toHaveBeenCalledTimes(2);
    expect(app2.unmount).toHaveBeenCalledTimes(1);
  });
});

describe('the not-found screen', () => {
  const notFound = () => document.querySelector('[data-test-subj="appNotFoundPageContent"]');

  it('says so for an unknown app', async () => {
    const { go } = await renderApps([testApp('app1')], { path: '/app/nobody' });
    expect(screen.getByRole('heading', { name: 'Application Not Found' })).toBeInTheDocument();
    expect(
      screen.getByText(
        'No application was found at this URL. Try going back or choosing an app from the menu.'
      )
    ).toBeInTheDocument();
    await go('/app/app1');
    expect(notFound()).toBeNull();
  });

  it('stands for apps that the capabilities rule out', async () => {
    const app1 = testApp('app1');
    await renderApps([app1], { path: '/app/app1', navLinks: { app1: false } });
    expect(notFound()).toBeInTheDocument();
    expect(app1.mount).not.toHaveBeenCalled();
  });

  it('comes and goes with the status of the app', async () => {
    const app1 = testApp('app1');
    const updater$ = new BehaviorSubject<AppUpdater>(() => ({ status: AppStatus.inaccessible }));
    await renderApps([app1], { path: '/app/app1', updater$ });
    expect(notFound()).toBeInTheDocument();
    expect(app1.mount).not.toHaveBeenCalled();

    app1.mount.mockImplementationOnce(() => {
      expect(notFound()).toBeNull();
      return app1.unmount;
    });
    act(() => updater$.next(() => ({})));
    await settle();
    expect(app1.mount).toHaveBeenCalledTimes(1);

    act(() => updater$.next(() => ({ status: AppStatus.inaccessible })));
    await settle();
    expect(app1.unmount).toHaveBeenCalledTimes(1);
    expect(notFound()).toBeInTheDocument();
  });
});

describe('mounting', () => {
  const spinner = () => screen.queryByRole('progressbar', { name: 'Loading application' });

  it('shows a spinner and counts as loading: 0, 1, 0, 1, 0 over two apps', async () => {
    const app1 = testApp('app1');
    const app2 = testApp('app2');
    const pending = deferred<() => void>();
    app1.mount.mockReturnValueOnce(pending.promise);
    const { counts, go } = await renderApps([app1, app2], { path: '/app/app1' });
    expect(spinner()?.parentElement).toHaveClass('appContainer__loading');
    expect(counts).toEqual([0, 1]);
    await act(async () => pending.resolve(app1.unmount));
    expect(spinner()).toBeNull();
    await go('/app/app2');
    expect(counts).toEqual([0, 1, 0, 1, 0]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('mount broke');
      },
    ],
    ['rejects', () => Promise.reject(new Error('mount broke'))],
  ])(
    'logs a mount that %s, stops spinning and offers to load the page again',
    async (_how, mount) => {
      allowConsole(/mount broke/);
      const app1 = testApp('app1');
      app1.mount.mockImplementationOnce(mount);
      const { counts, go } = await renderApps([app1, testApp('app2')], { path: '/app/app1' });
      expect(spinner()).toBeNull();
      expect(counts).toEqual([0, 1, 0]);
      const failure = screen.getByRole('alert');
      expect(failure).toHaveTextContent('The application could not be loaded');
      expect(within(failure).getByRole('link', { name: 'Reload the page' })).toBeVisible();
      await go('/app/app2');
      expect(screen.getByText('content of app2')).toBeInTheDocument();
      expect(screen.queryByRole('alert')).toBeNull();
    }
  );

  it('calls an unmount function that arrives after the user has left', async () => {
    const slow = testApp('slow');
    const pending = deferred<() => void>();
    slow.mount.mockReturnValueOnce(pending.promise);
    const { go, counts } = await renderApps([slow, testApp('app2')], { path: '/app/slow' });
    await go('/app/app2');
    expect(slow.unmount).not.toHaveBeenCalled();
    await act(async () => pending.resolve(slow.unmount));
    await settle();
    expect(slow.unmount).toHaveBeenCalledTimes(1);
    expect(counts[counts.length - 1]).toBe(0);
    expect(screen.getByText('content of app2')).toBeInTheDocument();
  });

  it('does not report an app that fails to load because the user has left', async () => {
    const slow = testApp('slow');
    const pending = deferred<() => void>();
    slow.mount.mockImplementationOnce(async ({ history }) => {
      await pending.promise;
      history.createHref({ pathname: '/' });
      return slow.unmount;
    });
    const { go } = await renderApps([slow, testApp('app2')], { path: '/app/slow' });
    await go('/app/app2');
    await act(async () => pending.resolve(slow.unmount));
    await settle();
    expect(screen.getByText('content of app2')).toBeInTheDocument();
  });

  it('unmounts the old app before the new one mounts, after the new id is known', async () => {
    const order: string[] = [];
    const app1 = testApp('app1');
    const app2 = testApp('app2');
    app1.unmount.mockImplementation(() => order.push('unmount app1'));
    app2.mount.mockImplementation(() => {
      order.push('mount app2');
      return app2.unmount;
    });
    const { start, go } = await renderApps([app1, app2], { path: '/app/app1' });
    start.currentAppId$.subscribe((id) => order.push(`current ${id}`));
    await go('/app/app2');
    expect(order).toEqual(['current app1', 'current app2', 'unmount app1', 'mount app2']);
  });

  it('mounts after the new id is known, when an app navigates to another as well', async () => {
    const order: string[] = [];
    const app2 = testApp('app2');
    app2.mount.mockImplementation(() => {
      order.push('mount app2');
      return app2.unmount;
    });
    const { start } = await renderApps([testApp('app1'), app2], { path: '/app/app1' });
    start.currentAppId$.subscribe((id) => order.push(`current ${id}`));
    await act(() => start.navigateToApp('app2'));
    await settle();
    expect(order).toEqual(['current app1', 'current app2', 'mount app2']);
  });

  it('awaits the shell, except for chromeless apps; a failure there is logged', async () => {
    allowConsole(/shell is not there/);
    const shell = deferred<void>();
    const inside = testApp('inside');
    const login = testApp('login', { chromeless: true });
    const { go } = await renderApps([inside, login], {
      path: '/app/login',
      prepareShell: () => shell.promise,
    });
    expect(login.mount).toHaveBeenCalledTimes(1);
    await go('/app/inside');
    expect(inside.mount).not.toHaveBeenCalled();
    await act(async () => shell.reject(new Error('shell is not there')));
    await settle();
    expect(inside.mount).toHaveBeenCalledTimes(1);
  });

  it('survives an unmount that throws', async () => {
    allowConsole(/unmount broke/);
    const app1 = testApp('app1');
    app1.unmount.mockImplementation(() => {
      throw new Error('unmount broke');
    });
    const { go } = await renderApps([app1, testApp('app2')], { path: '/app/app1' });
    await go('/app/app2');
    expect(screen.getByText('content of app2')).toBeInTheDocument();
  });

  it('leaves nothing listening behind over 200 visits', async () => {
    const app1 = testApp('app1');
    const app2 = testApp('app2');
    const { history, view, service } = await renderApps([app1, app2], { path: '/app/app1' });
    for (let visit = 0; visit < 100; visit++) {
      act(() => history.push('/app/app2'));
      await act(async () => undefined);
      act(() => history.push('/app/app1'));
      await act(async () => undefined);
    }
    await settle();
    expect(app1.mount.mock.calls.length - app1.unmount.mock.calls.length).toBe(1);
    expect(app2.mount.mock.calls.length - app2.unmount.mock.calls.length).toBe(0);
    view.unmount();
    await settle();
    expect(app1.mount.mock.calls.length).toBe(app1.unmount.mock.calls.length);
    service.stop();
  });
});

describe('the action menu', () => {
  it('follows the current app: set, replaced, kept inside the app, gone with it', async () => {
    const app1 = testApp('app1');
    const app2 = testApp('app2');
    const { start, go } = await renderApps([app1, app2], { path: '/app/app1' });
    const menus: unknown[] = [];
    start.currentActionMenu$.subscribe((menu) => menus.push(menu));
    const first = () => () => undefined;
    const second = () => () => undefined;
    app1.params().setHeaderActionMenu(first);
    app1.params().setHeaderActionMenu(first);
    app1.params().setHeaderActionMenu(second);
    await go('/app/app1/page');
    expect(menus).toEqual([undefined, first, second]);
    const late = app1.params();
    await go('/app/app2');
    late.setHeaderActionMenu(first);
    expect(menus).toEqual([undefined, first, second, undefined]);
    app2.params().setHeaderActionMenu(second);
    app2.params().setHeaderActionMenu(undefined);
    expect(menus).toEqual([undefined, first, second, undefined, second, undefined]);
  });
});

describe('focus', () => {
  it('goes to the main region when another app opens, not for the first', async () => {
    const { go } = await renderApps([testApp('app1'), testApp('app2')], { path: '/app/app1' });
    const main = document.getElementById(MAIN_REGION_ID);
    expect(document.body).toHaveFocus();
    await go('/app/app2');
    expect(main).toHaveFocus();
    act(() => main!.blur());
    await go('/app/nobody');
    expect(main).toHaveFocus();
  });

  it('stays where the app put it', async () => {
    const app2 = testApp('app2');
    app2.mount.mockImplementation(({ element }: AppMountParameters) => {
      element.innerHTML = '<input aria-label="name">';
      element.querySelector('input')!.focus();
      return app2.unmount;
    });
    const { go } = await renderApps([testApp('app1'), app2], { path: '/app/app1' });
    await go('/app/app2');
    expect(screen.getByRole('textbox', { name: 'name' })).toHaveFocus();
  });
});
