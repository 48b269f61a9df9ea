/** Mounting and unmounting of apps. */
import { act, screen, within } from '@testing-library/react';
import { allowConsole } from '../../../../../test/helpers/console_guard';
import { resetFocusTracking } from './focus_main_region';
import { testApp, settle, renderApps } from './mocks';

function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((res, rej) => {
    resolve = res;
    reject = rej;
  });
  return { promise, resolve, reject };
}

beforeEach(resetFocusTracking);

describe('mounting', () => {
  const spinner = () => screen.queryByRole('progressbar', { name: 'Loading application' });

  // @spec 3.3/16
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

  // @spec 3.5/8
  it.each([
    [
      'throws',
      () => {
        throw new Error('mount broke');
      },
    ],
    ['rejects', () => Promise.reject(new Error('mount broke'))],
  ])(
    'logs a mount that %s, stops the spinner and offers to reload the page',
    async (_how, mount) => {
      allowConsole(/mount broke/);
      const app1 = testApp('app1');
      app1.mount.mockImplementationOnce(mount);
      const { counts, go } = await renderApps([app1, testApp('app2')], { path: '/app/app1' });
      expect(spinner()).toBeNull();
      expect(counts).toEqual([0, 1, 0]);
      const failure = screen.getByRole('alert');
      expect(failure).toHaveTextContent("Couldn't load the application");
      expect(within(failure).getByRole('link', { name: 'Reload page' })).toBeVisible();
      await go('/app/app2');
      expect(screen.getByText('content of app2')).toBeInTheDocument();
      expect(screen.queryByRole('alert')).toBeNull();
    }
  );

  // @spec 3.5/9
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

  // @spec 3.3/7
  it('mounts after the new id is emitted, also if an app navigates to another one', async () => {
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

  it('awaits the shell, except for chromeless apps, and logs its failure', async () => {
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

  it('continues after an unmount that throws', async () => {
    allowConsole(/unmount broke/);
    const app1 = testApp('app1');
    app1.unmount.mockImplementation(() => {
      throw new Error('unmount broke');
    });
    const { go } = await renderApps([app1, testApp('app2')], { path: '/app/app1' });
    await go('/app/app2');
    expect(screen.getByText('content of app2')).toBeInTheDocument();
  });

  it('leaves no listeners behind after 200 visits', async () => {
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
