import { act, cleanup, render, screen } from '@testing-library/react';
import { CoreContext, type MountPoint } from '@sd/core/public';
import { useEffect, useRef } from 'react';
import { coreMock } from '../../../../core/public/mocks';
import { createPage, fetchError } from '../mocks';
import { takeToast } from '../services/cross_page_toasts';
import { announceLogout } from '../services/logout_reason';
import { securityClient } from '../services/security_client';
import { POLL_INTERVAL_MS, WARN_MS, watchSession } from './session_monitor';

const takeLogoutNotice = () => takeToast('/app/login')?.title;
const MINUTE = 60_000;
const STATE = '/api/v1/account/session';

describe('session that is about to end', () => {
  let stop: () => void;
  beforeEach(() => jest.useFakeTimers());
  afterEach(async () => {
    stop();
    await act(async () => {
      cleanup();
      await jest.advanceTimersByTimeAsync(0);
    });
    jest.useRealTimers();
    takeLogoutNotice();
  });

  async function watch(isExtendable = true, redirectsOn401 = true) {
    const core = coreMock.createStart();
    const server = { endsAtMs: Date.now() + 60 * MINUTE, failure: undefined as Error | undefined };
    core.http.get.mockImplementation((async (_path: string, options: object) => {
      if (server.failure) throw server.failure;
      const isUser = !(options as { asSystemRequest?: boolean }).asSystemRequest;
      if (isUser && isExtendable) server.endsAtMs = Date.now() + 60 * MINUTE;
      return { remaining_ms: server.endsAtMs - Date.now(), is_extendable: isExtendable };
    }) as never);
    const { toasts } = core.notifications;
    const page = createPage();
    const client = securityClient(core.http);
    stop = watchSession({
      client,
      toasts,
      page,
      basePath: core.http.basePath,
      redirectsOn401,
    });
    const advance = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));
    await advance(0);
    const pollCount = () =>
      core.http.get.mock.calls.filter(([path]) => (path as unknown) === STATE).length;
    return { toasts: jest.mocked(toasts), page, server, advance, pollCount };
  }

  const show = (toast: unknown) => {
    const mount = (toast as { text: MountPoint }).text;
    const Host = () => {
      const host = useRef<HTMLDivElement>(null);
      useEffect(() => mount(host.current as HTMLDivElement), []);
      return <div ref={host} />;
    };
    return render(
      <CoreContext>
        <Host />
      </CoreContext>
    );
  };

  it('is announced once in time and can be extended in place', async () => {
    const { toasts, advance, server } = await watch();
    await advance(60 * MINUTE - WARN_MS - 1_000);
    expect(toasts.addWarning).not.toHaveBeenCalled();
    await advance(2_000);
    await advance(2 * POLL_INTERVAL_MS);
    expect(toasts.addWarning).toHaveBeenCalledTimes(1);
    const [toast] = toasts.addWarning.mock.calls[0] as [{ id: string }];
    show(toast);
    await act(async () => screen.getByRole('button', { name: 'Stay logged in' }).click());
    expect(server.endsAtMs - Date.now()).toBe(60 * MINUTE);
    expect(toasts.remove).toHaveBeenLastCalledWith(toast.id);
  });

  it('is not announced if it was used in another tab', async () => {
    const { toasts, advance, server } = await watch();
    await advance(50 * MINUTE);
    server.endsAtMs = Date.now() + 60 * MINUTE;
    await advance(30 * MINUTE);
    expect(toasts.addWarning).not.toHaveBeenCalled();
  });

  it('offers no button if it cannot be extended', async () => {
    const { toasts, advance } = await watch(false);
    await advance(60 * MINUTE - WARN_MS + 1_000);
    show(toasts.addWarning.mock.calls[0]?.[0]);
    expect(screen.getByText(/can't be extended/)).toBeInTheDocument();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is not polled after it has ended', async () => {
    const { server, advance, pollCount } = await watch();
    server.failure = fetchError(401);
    await advance(60 * MINUTE);
    const before = pollCount();
    await advance(60 * MINUTE);
    expect(pollCount()).toBe(before);
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('ends with a logout in another tab (autologout: %s)', async (redirectsOn401, reloads) => {
    const { server, page, advance } = await watch(true, redirectsOn401);
    const written = jest.spyOn(Storage.prototype, 'setItem');
    announceLogout();
    const key = written.mock.calls[0]?.[0] as string;
    written.mockRestore();
    server.failure = fetchError(401);
    window.dispatchEvent(new StorageEvent('storage', { key }));
    await advance(0);
    expect(page.reload).toHaveBeenCalledTimes(reloads);
    expect(takeLogoutNotice()).toBe('You have logged out.');
  });

  it('follows a logout that starts before the session has ended and ignores other products', async () => {
    const { server, page, advance } = await watch(true, false);
    const hear = async () => {
      const written = jest.spyOn(Storage.prototype, 'setItem');
      announceLogout();
      const key = written.mock.calls[0]?.[0] as string;
      written.mockRestore();
      window.dispatchEvent(new StorageEvent('storage', { key }));
      await advance(0);
    };
    await hear();
    await advance(MINUTE);
    expect([page.reload.mock.calls.length, takeLogoutNotice()]).toEqual([0, undefined]);
    await hear();
    server.failure = fetchError(401);
    await advance(1_000);
    expect([page.reload.mock.calls.length, takeLogoutNotice()]).toEqual([
      1,
      'You have logged out.',
    ]);
  });
});
