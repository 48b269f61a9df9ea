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
import type { ScreenDeps } from './services/screen_deps';
import { securityClient } from './services/security_client';
import { LoggedInSession } from './services/session_state';
import { Tenancy } from './services/tenancy';
import { TenantMemory } from './services/tenant_memory';
import type { AdminParts } from './startup/logged_in';
import type {
  AdminPage,
  ClusterSource,
  EntityPart,
  ImpactPart,
  SaveAction,
  SecurityPluginStart,
} from './types';

type LoggedIn = Awaited<ReturnType<(typeof import('./startup/logged_in'))['startLoggedIn']>>;
/** Plugins of the product add to this file by its name. */
const loadLoggedIn = () =>
  import(/* webpackChunkName: "security-logged_in" */ './startup/logged_in');

export type { AdminParts, ConfirmLockout, PlanItem, Review, ReviewItem } from './startup/logged_in';

/** Contract for other plugins during setup. */
export interface SecurityPluginSetup {
  /**
   * Whether the user may open the Security app. What a plugin adds to it can load only then, so
   * that other pages download nothing of it.
   */
  readonly hasApiAccess: boolean;
  readonly adminPages: {
    /**
     * Adds a page to the Security app.
     * @throws if the id is taken
     */
    register(page: AdminPage): void;
  };
  readonly saveActions: {
    /** Adds a button beside Save. */
    register(action: SaveAction): void;
  };
  readonly clusters: {
    /**
     * Adds clusters that the app can work on.
     * @throws if another plugin has done so
     */
    provide(source: ClusterSource): void;
  };
  readonly entityParts: {
    /** Adds a tab to the page of users or roles, or a panel about API keys. */
    register(part: EntityPart): void;
  };
  readonly impactParts: {
    /** Adds something beside the impact of unsaved changes. */
    register(part: ImpactPart): void;
  };
  /** Loads what pages of the app share. Call it when a page or dialog opens. */
  adminParts(): Promise<AdminParts>;
}

const registry = <T>(parts: T[]) => ({ register: (part: T) => void parts.push(part) });

export class SecurityPlugin implements Plugin<SecurityPluginSetup, SecurityPluginStart> {
  private readonly config: ClientConfig;
  private readonly appUpdater$ = new BehaviorSubject<AppUpdater>(() => undefined);
  /** What other plugins add; complete after setup. */
  private readonly added = {
    addedPages: [] as AdminPage[],
    saveActions: [] as SaveAction[],
    entityParts: [] as EntityPart[],
    impactParts: [] as ImpactPart[],
    clusterSources: [] as ClusterSource[],
  };
  private screen!: Omit<ScreenDeps, 'core'>;
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
    const { added, config, page, memory } = this;
    const { http, application } = core;
    const client = securityClient(http);
    const tenancy = (this.tenancy = new Tenancy(client, config));
    const session = (this.session = new LoggedInSession(client, tenancy));
    const isAnonymous = (pathname: string) => http.anonymousPaths.isAnonymous(pathname);

    const screen = { config, client, session, tenancy, memory, page, ...added };
    this.screen = screen;
    const deps = { core, ...screen };
    const contract: SecurityPluginSetup = {
      get hasApiAccess() {
        return session.hasApiAccess;
      },
      adminPages: { register: (page) => this.addPage(page) },
      saveActions: registry(added.saveActions),
      clusters: { provide: (source) => this.addClusters(source) },
      entityParts: registry(added.entityParts),
      impactParts: registry(added.impactParts),
      adminParts: async () => (await loadLoggedIn()).loadAdminParts(),
    };
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
    const { session, tenancy, page } = this.screen;
    const { account } = session;
    const toast = takeToast(page.pathname);
    if (toast) core.notifications.toasts.add(toast);
    const hasNoRoles = account?.roles.length === 0;
    if (hasNoRoles) {
      page.assign(`${core.http.basePath.serverBasePath}${MISSING_ROLE_ROUTE}`);
    }
    if (account && !hasNoRoles) {
      const { startLoggedIn } = await loadLoggedIn();
      this.loggedIn = await startLoggedIn({ ...this.screen, core });
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

  private addClusters(source: ClusterSource): void {
    if (this.added.clusterSources.length > 0)
      throw new Error('Another plugin provides the connected clusters already.');
    this.added.clusterSources.push(source);
  }

  private addPage(page: AdminPage): void {
    const { addedPages } = this.added;
    if (addedPages.some(({ id }) => id === page.id))
      throw new Error(`The page "${page.id}" is already registered.`);
    addedPages.push(page);
  }

  stop(): void {
    this.stopIntercepting?.();
    this.appUpdater$.complete();
    this.loggedIn?.stop();
    this.session?.stop();
    this.tenancy?.stop();
  }
}
