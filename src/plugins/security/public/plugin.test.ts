import { act, waitFor } from '@testing-library/react';
import { firstValueFrom } from 'rxjs';
import {
  AppStatus,
  type App,
  type AppUpdater,
  onSaveDrafts,
  takeSavedDraft,
} from '@sd/core/public';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { MemoryStorage } from '@sd/ui_kit/mocks';
import { coreMock } from '../../../core/public/mocks';
import {
  type ClientConfig,
  LOG_IN,
  READ_ACCOUNT,
  READ_REST_API_INFO,
  READ_TENANT,
  type TenancyState,
} from '../common';
import {
  callsOf,
  createAccount,
  createConfig,
  createMemory,
  createPage,
  createTenancyState,
  fetchError,
  type ScreenMock,
} from './mocks';
import { SecurityPlugin } from './plugin';
import { leaveToast, takeToast } from './services/cross_page_toasts';
import { storeLogoutReason } from './services/logout_reason';
import type { BrowserLocation } from './services/page';

interface Options {
  readonly config?: Parameters<typeof createConfig>[0];
  readonly account?: ReturnType<typeof createAccount> | Error;
  readonly hasApiAccess?: boolean | Error;
  readonly page?: Partial<BrowserLocation>;
  readonly savedTenant?: string;
  readonly memory?: ReturnType<typeof createMemory>;
  readonly lastTenant?: string;
  readonly switchFailure?: Error;
  /** Start tenant in the user's preferences. */
  readonly personalTenant?: string;
  /** Tenancy settings that administrators change at runtime. */
  readonly tenancy?: Partial<TenancyState>;
}

const opened: SecurityPlugin[] = [];
afterEach(() => opened.splice(0).forEach((plugin) => plugin.stop()));

async function open(options: Options = {}) {
  const { account = createAccount(), hasApiAccess = false } = options;
  const setup = coreMock.createSetup({ basePath: '/base' });
  const start = coreMock.createStart({ basePath: '/base' });
  const valueOrThrow = (value: unknown) => {
    if (value instanceof Error) throw value;
    return value;
  };
  const config: ClientConfig = createConfig(options.config);
  const get = async (path: unknown) => {
    if (path === READ_ACCOUNT.path) return { total: 1, data: valueOrThrow(account) };
    if (path === READ_REST_API_INFO.path) return { has_api_access: valueOrThrow(hasApiAccess) };
    const current = account instanceof Error ? createAccount() : account;
    if (path === READ_TENANT.path) return current.user_requested_tenant;
    return createTenancyState(current, config, options.tenancy);
  };
  const post = async (_path: unknown, request: unknown) => {
    if (options.switchFailure) throw options.switchFailure;
    return (JSON.parse((request as { body: string }).body) as { tenant: string }).tenant;
  };
  for (const http of [setup.http, start.http]) {
    http.get.mockImplementation(get as never);
    http.post.mockImplementation(post as never);
  }
  start.uiSettings.getPersonal.mockReturnValue(options.personalTenant);
  const page = createPage({ pathname: '/base/app/home', ...options.page });
  const memory = options.memory ?? createMemory();
  if (options.savedTenant !== undefined) memory.saveTenant(options.savedTenant);
  if (options.lastTenant !== undefined) memory.recordTenant('jane', options.lastTenant);
  const plugin = new SecurityPlugin(
    coreMock.createPluginInitializerContext(config as never),
    page,
    memory
  );
  opened.push(plugin);
  await plugin.setup(setup as never);
  const contract = await plugin.start(start as never);
  const appIds = () => setup.application.register.mock.calls.map(([app]) => app.id);
  return { setup, start, plugin, contract, page, memory, appIds };
}

/** Waits until the automatic dialog would have opened. */
async function showAccountMenu({ chrome }: Awaited<ReturnType<typeof open>>['start']) {
  const [control] = jest.mocked(chrome.navControls.registerRight).mock.calls[0] ?? [];
  const container = document.body.appendChild(document.createElement('div'));
  control?.mount(container);
  await waitFor(() => expect(container.querySelector('button')).not.toBeNull());
  await import('./apps/account/dialog_content');
  await act(async () => undefined);
}

const requestedPaths = ({ get }: ScreenMock['core']['http']) => callsOf(get).map(([path]) => path);

describe('app registration', () => {
  it('registers the login, error and missing-role pages for all users without links', async () => {
    const { setup } = await open();
    const apps = setup.application.register.mock.calls.map(([app]) => app);
    expect(apps.map(({ id, appRoute, chromeless }) => [id, appRoute, chromeless])).toEqual([
      ['login', '/app/login', true],
      ['customerror', '/app/customerror', true],
      ['missing-role', '/missing-role', true],
    ]);
  });

  it('registers the admin app only with API access', async () => {
    const { setup, appIds } = await open({ hasApiAccess: true });
    expect(appIds()).toContain('security');
    const admin = setup.application.register.mock.calls
      .map(([app]) => app)
      .find(({ id }) => id === 'security');
    expect(admin).toMatchObject({
      title: 'Security',
      order: 8000,
      appRoute: '/app/security',
      category: { label: 'Security', order: 2000 },
    });
    expect((await open({ hasApiAccess: false })).appIds()).not.toContain('security');
  });

  // @feature all/2
  it.each([
    ['security-dashboards-plugin', '/#/roles/view/a%20b', '/roles/view/a%20b'],
    ['security-dashboards-plugin', '/?security_tenant=x#/users', '/users?security_tenant=x'],
    ['security-dashboards-plugin', '/', ''],
    ['opendistro_security', '/#/', ''],
    ['opensearch_security_dashboards', '/tenants/edit/y', '/tenants/edit/y'],
    ['security-dashboards-plugin_auditlog', '/', '/auditLogging'],
    ['security-dashboards-plugin_roles', '/#/roles?search=x', '/roles?search=x'],
    ['resource_access_management', '/', '/resources'],
  ])('redirects the legacy address /app/%s%s', async (id, address, path) => {
    const { setup, start } = await open({ hasApiAccess: true });
    jest.mocked(setup.getStartServices).mockResolvedValue([start as never, {}, {} as never]);
    const app = setup.application.register.mock.calls.map(([one]) => one).find((o) => o.id === id);
    const params = coreMock.createAppMountParameters(`/app/${id}`);
    params.history.push(address);
    await (app as App).mount(params as never);
    expect(start.application.navigateToApp).toHaveBeenCalledWith('security', {
      path,
      replace: true,
    });
  });

  it('treats a failed permission request as no access and logs it', async () => {
    allowConsole(/Permission information could not be loaded/);
    const { appIds, contract } = await open({ hasApiAccess: fetchError(500) });
    expect(appIds()).not.toContain('security');
    expect(await firstValueFrom(contract.hasApiAccess$)).toBe(false);
  });

  it.each(['/base/app/login', '/base/app/customerror', '/base/missing-role'])(
    'sends no request on %s',
    async (pathname) => {
      const { setup, start, contract } = await open({ page: { pathname } });
      expect([...requestedPaths(setup.http), ...requestedPaths(start.http)]).toEqual([]);
      expect(await firstValueFrom(contract.account$)).toBeUndefined();
      expect(start.chrome.navControls.registerRight).not.toHaveBeenCalled();
    }
  );

  it('requests the account once', async () => {
    const { setup, start } = await open();
    const all = [...requestedPaths(setup.http), ...requestedPaths(start.http)];
    expect(all.filter((path) => path === READ_ACCOUNT.path)).toHaveLength(1);
  });
});

describe('account menu registration', () => {
  it('registers a control of order 2000 for logged-in users only', async () => {
    const { start } = await open();
    expect(start.chrome.navControls.registerRight).toHaveBeenCalledWith(
      expect.objectContaining({ order: 2000 })
    );
    allowConsole(/Account information could not be loaded/);
    const anonymous = await open({ account: fetchError(401) });
    expect(anonymous.start.chrome.navControls.registerRight).not.toHaveBeenCalled();
  });

  it('redirects a user without roles to the missing role page', async () => {
    const { page } = await open({ account: createAccount({ roles: [] }) });
    expect(page.assign).toHaveBeenCalledWith('/base/missing-role');
  });
});

describe('toast for the next page', () => {
  const TOAST = { title: 'Done', color: 'success' } as const;

  it.each(['/base/app/home', '/base/app/login'])(
    'is shown once when %s opens',
    async (pathname) => {
      leaveToast(pathname, TOAST);
      const first = await open({ page: { pathname } });
      expect(first.start.notifications.toasts.add).toHaveBeenCalledWith(TOAST);
      const again = await open({ page: { pathname } });
      expect(again.start.notifications.toasts.add).not.toHaveBeenCalled();
    }
  );

  it('is kept while another page opens', async () => {
    leaveToast('/base/app/management', TOAST);
    const { start } = await open({ page: { pathname: '/base/app/home' } });
    expect(start.notifications.toasts.add).not.toHaveBeenCalled();
    expect(takeToast('/base/app/management')).toEqual(TOAST);
  });

  it('about an ended session is dropped by a page with a session', async () => {
    storeLogoutReason('session_ended', { serverBasePath: '/base' });
    await open();
    expect(takeToast('/base/app/login')).toBeUndefined();
  });
});

describe('tenant at startup', () => {
  it('switches silently to the remembered tenant', async () => {
    const { setup, start, contract } = await open({ savedTenant: 'finance' });
    const http = setup.http.post.mock.calls.length > 0 ? setup.http : start.http;
    expect(http.post).toHaveBeenCalledWith(
      READ_TENANT.path,
      expect.objectContaining({ body: JSON.stringify({ tenant: 'finance', username: 'jane' }) })
    );
    expect(await firstValueFrom(contract.currentTenant$)).toEqual({
      name: 'finance',
      label: 'finance',
      canWrite: true,
    });
  });

  it("reloads the page for the tenant's settings and never in a loop", async () => {
    const first = await open({ savedTenant: 'finance' });
    expect(first.page.reload).toHaveBeenCalledTimes(1);
    const again = await open({ savedTenant: 'finance', memory: first.memory });
    expect(again.page.reload).not.toHaveBeenCalled();
    const arrived = createAccount({ user_requested_tenant: 'finance' });
    const then = await open({ account: arrived, savedTenant: 'finance', memory: first.memory });
    expect(then.page.reload).not.toHaveBeenCalled();
    const later = await open({ savedTenant: 'finance', memory: first.memory });
    expect(later.page.reload).toHaveBeenCalledTimes(1);
  });

  it('does not switch if the address names a tenant', async () => {
    const { setup, start } = await open({
      savedTenant: 'finance',
      page: { search: '?security_tenant=global' },
    });
    expect(setup.http.post).not.toHaveBeenCalled();
    expect(start.http.post).not.toHaveBeenCalled();
  });

  it('reports that the remembered tenant was rejected', async () => {
    const { start } = await open({
      savedTenant: '__user__',
      switchFailure: fetchError(403, { message: 'No access.' }),
    });
    expect(start.notifications.toasts.addDanger).toHaveBeenCalledWith({
      title: 'Failed to switch to Private tenant.',
      text: 'No access.',
    });
  });

  it('opens no dialog after a failed silent switch and tries only once', async () => {
    const failed = { savedTenant: 'finance', switchFailure: fetchError(403, { message: 'No.' }) };
    const { start, memory } = await open(failed);
    await showAccountMenu(start);
    expect(start.overlays.openModal).not.toHaveBeenCalled();
    const prompted = await open();
    await showAccountMenu(prompted.start);
    expect(prompted.start.overlays.openModal).toHaveBeenCalledTimes(1);
    const { start: next } = await open({ ...failed, memory });
    expect(next.notifications.toasts.addDanger).not.toHaveBeenCalled();
  });

  describe('unexpected tenant', () => {
    const inFinance = createAccount({ user_requested_tenant: 'finance' });
    const link = { search: '?security_tenant=finance' };
    const infos = ({ start }: Awaited<ReturnType<typeof open>>) =>
      jest
        .mocked(start.notifications.toasts.addInfo)
        .mock.calls.map(([toast]) => (toast as { title: string }).title);

    it('is announced once by name when a link changed it', async () => {
      const first = await open({ account: inFinance, page: link, lastTenant: '' });
      expect(infos(first)).toEqual(["You're now in the finance tenant."]);
      expect(first.memory.lastTenant('jane')).toBe('finance');
      expect(infos(await open({ account: inFinance, page: link, lastTenant: 'finance' }))).toEqual(
        []
      );
    });

    it('is announced even if the link redirected to an address without it', async () => {
      const opened = await open({ account: inFinance, lastTenant: '__user__' });
      expect(infos(opened)).toEqual(["You're now in the finance tenant."]);
    });

    it('is announced on the first page on a device unless it is remembered', async () => {
      expect(infos(await open({ account: inFinance, page: link }))).toHaveLength(1);
      const own = await open({ account: inFinance, page: link, savedTenant: 'finance' });
      expect(infos(own)).toEqual([]);
      expect(infos(await open({ account: inFinance }))).toEqual([]);
    });

    it('is not announced after a switch to the remembered one', async () => {
      const opened = await open({ savedTenant: 'finance', lastTenant: '' });
      expect(infos(opened)).toEqual([]);
      expect(opened.memory.lastTenant('jane')).toBe('finance');
    });

    it('is not announced without multitenancy', async () => {
      const config = { multitenancy: { enabled: false } };
      expect(infos(await open({ config, account: inFinance, lastTenant: '' }))).toEqual([]);
    });
  });

  it('has no tenant without multitenancy', async () => {
    const { contract } = await open({ config: { multitenancy: { enabled: false } } });
    expect(await firstValueFrom(contract.currentTenant$)).toBeUndefined();
  });

  it('has no tenant and opens no dialog after administrators disabled multitenancy', async () => {
    const { contract, start } = await open({ tenancy: { enabled: false }, savedTenant: 'finance' });
    expect(await firstValueFrom(contract.currentTenant$)).toBeUndefined();
    expect(contract.isTenantOffered('finance')).toBe(false);
    await showAccountMenu(start);
    expect(start.overlays.openModal).not.toHaveBeenCalled();
    expect(start.http.post).not.toHaveBeenCalled();
  });

  it('does not offer private tenants after administrators disabled them', async () => {
    const { contract } = await open({ tenancy: { private_enabled: false } });
    expect(contract.isTenantOffered('__user__')).toBe(false);
    expect(contract.isTenantOffered('finance')).toBe(true);
  });

  it.each([
    ['once', 1],
    ['never', 0],
  ] as const)('opens with popup setting %s the dialog %d times', async (popup, times) => {
    const account = createAccount({ tenants: { global_tenant: true } });
    const { start } = await open({ account, config: { multitenancy: { popup } } });
    await showAccountMenu(start);
    expect(start.overlays.openModal).toHaveBeenCalledTimes(times);
  });

  it('asks once per session, also in new tabs, and again in the next session', async () => {
    const device = new MemoryStorage();
    const account = createAccount({ tenants: { global_tenant: true } });
    const openTab = async (session_created_at: number) => {
      const { start, memory } = await open({
        account,
        memory: createMemory(device),
        tenancy: { session_created_at },
      });
      await showAccountMenu(start);
      return { asked: start.overlays.openModal.mock.calls.length, mayAsk: memory.mayShowPopup };
    };
    expect(await openTab(1_000)).toEqual({ asked: 1, mayAsk: false });
    // Its flag is explicitly false (specification section 4).
    expect(await openTab(1_000)).toEqual({ asked: 0, mayAsk: false });
    expect(await openTab(2_000)).toEqual({ asked: 1, mayAsk: false });
  });

  it('opens no dialog for users with a personal start tenant and keeps their tenant', async () => {
    const account = createAccount({ user_requested_tenant: 'Archive' });
    const { start } = await open({ account, personalTenant: 'finance' });
    await showAccountMenu(start);
    expect(start.overlays.openModal).not.toHaveBeenCalled();
    expect(start.http.post).not.toHaveBeenCalled();
  });

  it('tells other plugins whether the tenant is writable', async () => {
    const { contract } = await open({
      account: createAccount({ user_requested_tenant: 'Archive' }),
    });
    expect(await firstValueFrom(contract.currentTenant$)).toMatchObject({
      label: 'Archive',
      canWrite: false,
    });
  });
});

describe('read-only users', () => {
  const statusOf = async (options: Options, id: string) => {
    const { setup } = await open(options);
    const updater = await firstValueFrom(setup.application.registerAppUpdater.mock.calls[0]![0]);
    return (updater as AppUpdater)({ id } as App)?.status;
  };
  const account = createAccount({ roles: ['kibana_read_only'] });

  it('can open the start page and dashboards only', async () => {
    expect(await statusOf({ account }, 'management')).toBe(AppStatus.inaccessible);
    expect(await statusOf({ account }, 'home')).toBeUndefined();
    expect(await statusOf({ account }, 'dashboards')).toBeUndefined();
  });

  it('are not limited with API access', async () => {
    expect(await statusOf({ account, hasApiAccess: true }, 'management')).toBeUndefined();
  });
});

describe('autologout', () => {
  const failing = (status: number, path = '/api/any') => ({
    response: { status } as Response,
    fetchOptions: { path },
    error: new Error(),
    request: {} as Request,
  });
  const interceptorOf = ({ setup }: Awaited<ReturnType<typeof open>>) =>
    setup.http.intercept.mock.calls[0]![0];

  it('reloads the page on 401, once', async () => {
    const opened = await open();
    const { responseError } = interceptorOf(opened);
    responseError!(failing(401), {} as never);
    responseError!(failing(401), {} as never);
    expect(opened.page.reload).toHaveBeenCalledTimes(1);
    expect(takeToast('/base/app/login')?.title).toBe('Your session has ended. Log in to continue.');
  });

  it('keeps unsaved input for the same user, and not after a logout', async () => {
    const stop = onSaveDrafts(() => [{ href: '/base/app/x/form', label: 'Form', value: 1 }]);
    const end = async (before: () => void, next: string) => {
      const opened = await open();
      before();
      interceptorOf(opened).responseError!(failing(401), {} as never);
      await open({ account: createAccount({ user_name: next }) });
      return takeSavedDraft('/base/app/x').length;
    };
    expect(await end(() => undefined, 'jane')).toBe(1);
    expect(await end(() => undefined, 'john')).toBe(0);
    expect(
      await end(() => storeLogoutReason('signed_out', { serverBasePath: '/base' }), 'jane')
    ).toBe(0);
    stop();
  });

  // @feature autologout/2
  it('opens the configured address instead', async () => {
    const opened = await open({ config: { auth: { logout_url: 'https://sso.example/out' } } });
    interceptorOf(opened).responseError!(failing(401), {} as never);
    expect(opened.page.assign).toHaveBeenCalledWith('https://sso.example/out');
    expect(opened.page.reload).not.toHaveBeenCalled();
  });

  it('ignores other errors and the password verification', async () => {
    const opened = await open();
    const { responseError } = interceptorOf(opened);
    responseError!(failing(403), {} as never);
    responseError!(failing(401, LOG_IN.path), {} as never);
    expect(opened.page.reload).not.toHaveBeenCalled();
  });

  it.each(['/base/app/login', '/base/app/customerror', '/base/missing-role'])(
    'does not leave %s',
    async (pathname) => {
      const opened = await open({ page: { pathname } });
      expect(opened.setup.http.intercept).not.toHaveBeenCalled();
      const entered = await open();
      Object.assign(entered.page, { pathname });
      interceptorOf(entered).responseError!(failing(401), {} as never);
      expect(entered.page.reload).not.toHaveBeenCalled();
    }
  );

  it('is off if the configuration disables it', async () => {
    const { setup } = await open({ config: { ui: { autologout: false } } });
    expect(setup.http.intercept).not.toHaveBeenCalled();
  });
});
