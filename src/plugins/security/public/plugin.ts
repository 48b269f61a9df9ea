/**
 * Entry class of the browser part: registers the apps, runs the page startup and provides the
 * contract for other plugins.
 */
import { BehaviorSubject } from 'rxjs';
import type {
  AppUpdater,
  CoreSetup,
  CoreStart,
  NoPluginDeps,
  Plugin,
  PluginInitializerContext,
} from '@sd/core/public';
import type { ClientConfig } from '../common';
import { isOwnAnonymousPath, MISSING_ROLE_ROUTE } from './services/paths';
import { registerAnonymousApps } from './startup/register_apps';
import { takeToast } from './services/cross_page_toasts';
import { browserPage, type BrowserLocation } from './services/page';
import { type SecurityClient, securityClient } from './services/security_client';
import { LoggedInSession } from './services/session_state';
import { Tenancy } from './services/tenancy';
import { TenantMemory } from './services/tenant_memory';
import type { AdminPage, SecurityPluginSetup, SecurityPluginStart } from './types';

type LoggedIn = Awaited<ReturnType<(typeof import('./startup/logged_in'))['startLoggedIn']>>;
const loadLoggedIn = () => import('./startup/logged_in');

export class SecurityPlugin implements Plugin<SecurityPluginSetup, SecurityPluginStart> {
  private readonly config: ClientConfig;
  private readonly appUpdater$ = new BehaviorSubject<AppUpdater>(() => undefined);
  private readonly addedPages: AdminPage[] = [];
  private client!: SecurityClient;
  private session!: LoggedInSession;
  private tenancy!: Tenancy;
  private loggedIn?: LoggedIn;
  private stopIntercepting?: () => void;

  constructor(
    context: PluginInitializerContext,
    private readonly page: BrowserLocation = browserPage,
    private readonly memory: TenantMemory = new TenantMemory()
  ) {
    this.config = context.config.get<ClientConfig>();
  }

  /** Waits for the account, because apps can be registered only during setup. */
  async setup(core: CoreSetup<NoPluginDeps, SecurityPluginStart>): Promise<SecurityPluginSetup> {
    const { config, page, memory, addedPages } = this;
    const { http, application } = core;
    const client = (this.client = securityClient(http));
    const tenancy = (this.tenancy = new Tenancy(client, config));
    const session = (this.session = new LoggedInSession(client, tenancy));
    const isAnonymous = (pathname: string) => http.anonymousPaths.isAnonymous(pathname);

    const deps = { core, config, client, session, tenancy, memory, page, addedPages };
    const contract = { adminPages: { register: (added: AdminPage) => this.addPage(added) } };
    registerAnonymousApps(deps);
    application.registerAppUpdater(this.appUpdater$);

    if (isAnonymous(page.pathname) || isOwnAnonymousPath(page.pathname)) {
      session.markAnonymous();
      return contract;
    }
    const { appUpdaterFor, createAutologout, registerAdminApp } = await loadLoggedIn();
    // Must be installed before the first request, which may get a 401.
    if (config.ui.autologout)
      this.stopIntercepting = http.intercept(
        createAutologout(config, page, http.basePath, isAnonymous, () => session.account?.user_name)
      );
    await session.load();
    const roles = session.account?.roles ?? [];
    const readOnlyRoles = config.readonly_mode?.roles ?? [];
    this.appUpdater$.next(appUpdaterFor(roles, readOnlyRoles, session.hasApiAccess));
    if (session.hasApiAccess) registerAdminApp(deps);
    return contract;
  }

  async start(core: CoreStart): Promise<SecurityPluginStart> {
    const { config, client, session, tenancy, memory, page, addedPages } = this;
    const { account } = session;
    const toast = takeToast(page.pathname);
    if (toast) core.notifications.toasts.add(toast);
    const hasNoRoles = account?.roles.length === 0;
    if (hasNoRoles) {
      page.assign(`${core.http.basePath.serverBasePath}${MISSING_ROLE_ROUTE}`);
    }
    if (account && !hasNoRoles) {
      const { startLoggedIn } = await loadLoggedIn();
      this.loggedIn = await startLoggedIn({
        core,
        config,
        client,
        session,
        tenancy,
        memory,
        page,
        addedPages,
      });
    }
    const { loggedIn } = this;
    return {
      account$: session.account$,
      currentTenant$: session.currentTenant$,
      isTenantOffered: (tenant) => tenancy.isOffered(tenant),
      addTenant: async (url) => (loggedIn ? loggedIn.addTenant(url) : url),
      // Does nothing without a logged-in user.
      openTenantSwitcher: () => loggedIn?.dialogs.openTenantSwitcher(),
      hasApiAccess$: session.hasApiAccess$,
      loadMyAccess: async () => (await loadLoggedIn()).loadMyAccess(core),
      mayOpenPage: (path) => loggedIn?.mayOpenPage(path) ?? false,
    };
  }

  private addPage(page: AdminPage): void {
    if (this.addedPages.some(({ id }) => id === page.id))
      throw new Error(`The page "${page.id}" is already registered.`);
    this.addedPages.push(page);
  }

  stop(): void {
    this.stopIntercepting?.();
    this.appUpdater$.complete();
    this.loggedIn?.stop();
    this.session?.stop();
    this.tenancy?.stop();
  }
}
