/** Mounting apps by URL, through the service's public contract. */
import { act, screen } from '@testing-library/react';
import type { AppMountParameters } from '../types';
import { MAIN_REGION_ID, resetFocusTracking } from './focus_main_region';
import { testApp, settle, renderApps } from './mocks';

beforeEach(resetFocusTracking);

describe('routing', () => {
  // @spec 3.4/1
  it('mounts the app whose route matches, in a new element, with scoped history and paths', async () => {
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

  // @spec 3.5/2
  it('matches routes from the start of the path, by whole segments', async () => {
    const login = testApp('login', { appRoute: '/fake-login' });
    const spaces = testApp('spaces', { appRoute: '/spaces/fake-login' });
    const { go } = await renderApps([login, spaces], { path: '/fake-login' });
    expect(login.mount).toHaveBeenCalledTimes(1);
    await go('/spaces/fake-login');
    expect(spaces.mount).toHaveBeenCalledTimes(1);
    expect(login.mount).toHaveBeenCalledTimes(1);
  });

  it('leads from /app/{id} to the own route of an app', async () => {
    const own = testApp('own', { appRoute: '/own-route' });
    await renderApps([own, testApp('other')], { path: '/app/own/deep?a=b#c' });
    expect(own.params().history.location).toMatchObject({
      pathname: '/deep',
      search: '?a=b',
      hash: '#c',
    });
    expect(screen.queryByRole('heading', { name: 'Application Not Found' })).toBeNull();
  });

  // @spec 3.5/4
  it('supports apps with a common prefix', async () => {
    const one = testApp('one', { appRoute: '/app/my-app/app1' });
    const two = testApp('two', { appRoute: '/app/my-app/app2' });
    const { go } = await renderApps([one, two], { path: '/app/my-app/app1' });
    await go('/app/my-app/app2');
    expect([one.mount.mock.calls.length, one.unmount.mock.calls.length]).toEqual([1, 1]);
    expect(two.mount).toHaveBeenCalledTimes(1);
  });

  // @spec 3.5/5
  it('keeps an app mounted while the URL changes inside it', async () => {
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

  // @spec 3.5/6
  it('mounts an app again when the user returns', async () => {
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

  // @spec 3.5/1
  it('appears for an unknown app', async () => {
    const { go } = await renderApps([testApp('app1')], { path: '/app/nobody' });
    expect(screen.getByRole('heading', { name: 'Application Not Found' })).toBeInTheDocument();
    expect(
      screen.getByText(
        'No application was found at this URL. Try going back or choosing an app from the menu.'
      )
    ).toBeInTheDocument();
    expect(notFound()).toHaveTextContent('ask an administrator for a role');
    await go('/app/app1');
    expect(notFound()).toBeNull();
  });
});

describe('the action menu', () => {
  // @spec 3.3/14, 3.7/1
  it('follows the current app: set, replaced, kept inside the app, removed with it', async () => {
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

describe('focus after a change of app', () => {
  it('moves to the main region when another app opens, but not for the first one', async () => {
    const { go } = await renderApps([testApp('app1'), testApp('app2')], { path: '/app/app1' });
    const main = document.getElementById(MAIN_REGION_ID);
    expect(document.body).toHaveFocus();
    await go('/app/app2');
    expect(main).toHaveFocus();
    act(() => main!.blur());
    await go('/app/nobody');
    expect(main).toHaveFocus();
  });

  it('moves to the heading of the new app, at the top of the page', async () => {
    const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const app2 = testApp('app2');
    app2.mount.mockImplementation(({ element }: AppMountParameters) => {
      element.innerHTML = '<h1 tabindex="-1">Users</h1>';
      return app2.unmount;
    });
    const { go } = await renderApps([testApp('app1'), app2], { path: '/app/app1' });
    expect(scrollTo).not.toHaveBeenCalled();
    await go('/app/app2');
    expect(screen.getByRole('heading', { name: 'Users' })).toHaveFocus();
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    scrollTo.mockRestore();
  });

  it('stays where the app has set it', async () => {
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
