import { act, screen, within } from '@testing-library/react';
import { AppNavLinkStatus } from '../application/types';
import { coreMock } from '../mocks';
import type { MountPoint } from '../types';
import { type Options, setup, appById } from './mocks';

/** Slow machines need more time. */
jest.setTimeout(30_000);

describe('core app registration', () => {
  it('adds the error app and the status app, hidden from navigation', () => {
    const { apps, http } = setup();
    expect(appById(apps, 'error')).toMatchObject({
      title: 'App Error',
      navLinkStatus: AppNavLinkStatus.hidden,
    });
    expect(appById(apps, 'error').chromeless).toBeFalsy();
    expect(appById(apps, 'status')).toMatchObject({
      title: 'Server Status',
      appRoute: '/status',
      chromeless: true,
      navLinkStatus: AppNavLinkStatus.hidden,
    });
    expect(http.anonymousPaths.isAnonymous('/status')).toBe(false);
  });

  it.each([
    ['error', 'App Error'],
    ['status', 'Server Status'],
  ])("sets the browser tab's title for %s", async (id, title) => {
    const { apps, docTitle, start } = setup();
    start();
    const params = coreMock.createAppMountParameters('/app/x');
    document.body.append(params.element);
    await act(async () => {
      const unmount = await appById(apps, id).mount(params as never);
      unmount?.();
    });
    expect(docTitle.change).toHaveBeenCalledWith(title);
    params.element.remove();
  });

  // @spec 17/6
  it('makes /status anonymous only if the server allows it', () => {
    expect(
      setup({ anonymous: false, basePath: '/b' }).http.anonymousPaths.isAnonymous('/b/status')
    ).toBe(false);
    expect(
      setup({ anonymous: true, basePath: '/b' }).http.anonymousPaths.isAnonymous('/b/status')
    ).toBe(true);
  });
});

describe('error app', () => {
  async function mountErrorApp(search: string, options?: Options) {
    const { apps } = setup(options);
    const params = coreMock.createAppMountParameters('/app/error');
    document.body.append(params.element);
    params.history.push(search);
    let unmount!: () => void;
    await act(async () => {
      unmount = (await appById(apps, 'error').mount(params)) as () => void;
    });
    return { ...params, unmount };
  }

  it('shows a generic error, and follows the URL', async () => {
    const { history, element, unmount } = await mountErrorApp('');
    expect(screen.getByRole('heading', { name: 'Application error' })).toBeVisible();
    expect(within(element).getByRole('heading').parentElement).toHaveAttribute(
      'data-test-subj',
      'appRenderErrorPageContent'
    );
    act(() => history.push('?errorType=urlOverflow'));
    expect(
      screen.getByRole('heading', {
        name: "The URL for this object is too long, and we can't display it",
      })
    ).toBeVisible();
    await act(async () => unmount());
    expect(element).toBeEmptyDOMElement();
  });

  it('reads 1000 parameters of the query', async () => {
    const { history, unmount } = await mountErrorApp(
      `?${'a=1&'.repeat(1_000)}errorType=urlOverflow`
    );
    expect(screen.getByRole('heading', { name: 'Application error' })).toBeVisible();
    act(() => history.push(`?${'a=1&'.repeat(999)}errorType=urlOverflow`));
    expect(screen.getByRole('heading', { name: /^The URL for this object/ })).toBeVisible();
    await act(async () => unmount());
  });

  it('suggests what to do about a long URL', async () => {
    const { unmount } = await mountErrorApp('?errorType=urlOverflow', { basePath: '/base' });
    expect(screen.getByText('Things to try:')).toBeVisible();
    const [enable, simplify, more] = screen.getAllByRole('listitem');
    expect(enable).toHaveTextContent(
      'Enable the state:storeInSessionStorage option in Advanced Settings.'
    );
    expect(screen.getByRole('link', { name: 'Advanced Settings' })).toHaveAttribute(
      'href',
      '/base/app/management/kibana/settings'
    );
    expect(simplify).toHaveTextContent(
      'Simplify the object you are editing by removing content or filters.'
    );
    expect(more).toBeUndefined();
    await act(async () => unmount());
  });

  it('advises users of old browsers to upgrade', async () => {
    const { unmount } = await mountErrorApp('?errorType=urlOverflow', {
      userAgent: 'Mozilla/5.0 (Trident/7.0; rv:11.0)',
    });
    expect(screen.getByText(/Upgrade to a modern browser/)).toBeVisible();
    await act(async () => unmount());
  });
});

describe('URL length check', () => {
  const hrefOf = (length: number) => 'http://host/'.padEnd(length, 'x');

  // @spec 17/2
  it.each([
    [23_999, 'modern', undefined, 'nothing'],
    [24_000, 'modern', undefined, 'warning'],
    [25_000, 'modern', undefined, 'warning'],
    [25_001, 'modern', undefined, 'redirect'],
    [999, 'MSIE 10.0', undefined, 'nothing'],
    [1_000, 'Trident/7.0', undefined, 'warning'],
    [2_000, 'Trident/7.0', undefined, 'warning'],
    [2_001, 'Edge/18.0', undefined, 'redirect'],
    [30_000, 'modern', true, 'nothing'],
  ])(
    'for %s characters in %s, stored in the session: %s, leads to: %s',
    (length, userAgent, isStored, effect) => {
      const { start, history, location, notifications } = setup({
        href: hrefOf(length),
        userAgent,
        settings: { 'state:storeInSessionStorage': isStored },
        basePath: '/base',
      });
      start();
      history.push('/app/a');
      expect(notifications.toasts.addWarning).toHaveBeenCalledTimes(effect === 'warning' ? 1 : 0);
      expect(location.assign.mock.calls).toEqual(
        effect === 'redirect' ? [['/base/app/error?errorType=urlOverflow']] : []
      );
    }
  );

  it('ends on stop', () => {
    const { coreApp, start, history, location } = setup({ href: hrefOf(30_000) });
    start();
    coreApp.stop();
    history.push('/app/a');
    expect(location.assign).not.toHaveBeenCalled();
  });

  it('shows one warning at a time, with an explanation', async () => {
    const { start, history, notifications } = setup({ href: hrefOf(24_500), basePath: '/base' });
    start();
    history.push('/app/a');
    const [input] = jest.mocked(notifications.toasts.addWarning).mock.calls[0]!;
    expect(input).toMatchObject({
      id: 'urlOverflowWarning',
      title: 'The URL is big and Security Dashboards might stop working',
    });
    const element = document.body.appendChild(document.createElement('div'));
    let unmount!: () => void;
    await act(async () => {
      unmount = (input as { text: MountPoint }).text(element);
    });
    expect(element).toHaveTextContent(
      'Either enable the state:storeInSessionStorage option in advanced settings or simplify the onscreen visuals.'
    );
    expect(screen.getByRole('link')).toHaveAttribute(
      'href',
      '/base/app/management/kibana/settings'
    );
    await act(async () => unmount());
  });
});
