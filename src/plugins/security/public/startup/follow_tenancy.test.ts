import { coreMock } from '../../../../core/public/mocks';
import {
  createAccount,
  createConfig,
  createMemory,
  createPage,
  createTenancyState,
  fetchError,
} from '../mocks';
import { securityClient } from '../services/security_client';
import { LoggedInSession } from '../services/session_state';
import { Tenancy } from '../services/tenancy';
import type { TenancyState } from '../../common';
import { POLL_INTERVAL_MS, RETRY_AFTER_MS, followTenancy } from './logged_in';

const STATE = '/api/v1/multitenancy/state';

describe('tenancy polling of an open page', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    setVisibility('visible');
  });

  const setVisibility = (state: string) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  };

  async function follow(config = createConfig()) {
    const core = coreMock.createStart();
    let account = createAccount({ user_requested_tenant: 'finance' });
    let more: Partial<TenancyState> = {};
    let failure: Error | undefined;
    const get = async (path: unknown) => {
      if (path === STATE && failure) throw failure;
      if (path === STATE) return createTenancyState(account, config, more);
      return path === '/api/v1/restapiinfo' ? { has_api_access: false } : { data: account };
    };
    core.http.get.mockImplementation(get as never);
    const client = securityClient(core.http);
    const tenancy = new Tenancy(client, config);
    const session = new LoggedInSession(client, tenancy);
    await session.load();
    const [memory, page] = [createMemory(), createPage()];
    const { toasts } = core.notifications;
    const stop = followTenancy({ tenancy, session, memory, page, toasts });
    return {
      session,
      tenancy,
      memory,
      page,
      stop,
      polls: () => core.http.get.mock.calls.filter(([path]) => (path as unknown) === STATE).length,
      titles: () =>
        jest
          .mocked(toasts.addWarning)
          .mock.calls.map(([toast]) => (toast as { title: string }).title),
      become: (tenant: string | null, rules: Partial<TenancyState> = {}) => {
        account = createAccount({ user_requested_tenant: tenant });
        more = rules;
      },
      fail: (error: Error) => void (failure = error),
    };
  }
  const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('applies disabled tenants and announces the new tenant', async () => {
    const { become, tenancy, session, titles, memory } = await follow();
    become('', { enabled: false });
    await wait(POLL_INTERVAL_MS);
    expect(tenancy.rules.isEnabled).toBe(false);
    await wait(RETRY_AFTER_MS);
    await jest.advanceTimersByTimeAsync(0);
    expect(session.account?.user_requested_tenant).toBe('');
    expect(titles()).toEqual(["You're now in the Global tenant."]);
    expect(memory.lastTenant('jane')).toBe('');
    await wait(3 * POLL_INTERVAL_MS);
    expect(titles()).toHaveLength(1);
  });

  it('reports that no tenant is left', async () => {
    const { become, titles } = await follow();
    become(null);
    await wait(POLL_INTERVAL_MS + RETRY_AFTER_MS);
    expect(titles()).toEqual(['You no longer have a tenant.']);
  });

  it('ignores a tenant that differs for a moment', async () => {
    const { become, titles } = await follow();
    become('');
    await wait(POLL_INTERVAL_MS);
    become('finance');
    await wait(RETRY_AFTER_MS + 2 * POLL_INTERVAL_MS);
    expect(titles()).toEqual([]);
  });

  it('pauses while the page is hidden and polls when it becomes visible', async () => {
    const { polls } = await follow();
    setVisibility('hidden');
    const before = polls();
    await wait(10 * POLL_INTERVAL_MS);
    expect(polls()).toBe(before);
    setVisibility('visible');
    await wait(0);
    expect(polls()).toBe(before + 1);
  });

  it('continues after a failure and stops with the session or on request', async () => {
    const passing = await follow();
    passing.fail(fetchError(503));
    await wait(2 * POLL_INTERVAL_MS);
    expect(passing.polls()).toBe(3);
    passing.fail(fetchError(401));
    await wait(3 * POLL_INTERVAL_MS);
    expect(passing.polls()).toBe(4);
    const stopped = await follow();
    stopped.stop();
    await wait(3 * POLL_INTERVAL_MS);
    expect(stopped.polls()).toBe(1);
  });

  it('sends no request if the configuration has no tenants', async () => {
    const { polls } = await follow(createConfig({ multitenancy: { enabled: false } }));
    await wait(3 * POLL_INTERVAL_MS);
    expect(polls()).toBe(0);
  });
});
