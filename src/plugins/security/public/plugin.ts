/** Wiring of the browser part: which apps exist, what happens when a page opens, what other plugins may use. */
import { BehaviorSubject } from 'rxjs';
import type {
  AppUpdater,
  CoreSetup,
  CoreStart,
  Plugin,
  PluginInitializerContext,
} from '@sd/core/public';
import type { ClientConfig } from '../common';
import { createAccountDialogs } from './apps/account/dialogs';
import { accountMenuMount } from './apps/account/menu_mount';
import { createAutologout } from './registration/autologout';
import {
  ACCOUNT_ORDER,
  ERROR_ROUTE,
  isOwnAnonymousPath,
  MISSING_ROLE_PATH,
} from './registration/paths';
import { appUpdaterFor, unrestrictedApps } from './registration/read_only_apps';
import { registerAdminApp, registerAnonymousApps } from './registration/register_apps';
import { startTenant } from './registration/start_tenant';
import { browserPage, type Page } from './services/page';
import { SecurityClient } from './services/security_client';
import { SignedInSession } from './services/signed_in_session';
import { TenantMemory } from './services/tenant_memory';
import type { SecurityPluginSetup, SecurityPluginStart } from './types';

export class SecurityPlugin implements Plugin<SecurityPluginSetup, SecurityPluginStart> {
  private readonly config: ClientConfig;
  private readonly appUpdater$ = new BehaviorSubject<AppUpdater>(unrestrictedApps);
  private client!: SecurityClient;
  private session!: SignedInSession;
  private stopIntercepting?: () => void;

  constructor(
    context: PluginInitializerContext,
    private readonly page: Page = browserPage,
    private readonly memory: TenantMemory = new TenantMemory()
  ) {
    this.config = context.config.get<ClientConfig>();
  }

  /** Awaits the account, because apps can only be registered during setup. */
  async setup(core: CoreSetup<never, SecurityPluginStart>): Promise<SecurityPluginSetup> {
    const { config, page, memory } = this;
    const { http, application } = core;
    const client = (this.client = new SecurityClient(http));
    const session = (this.session = new SignedInSession(client, config));
    const isAnonymous = (pathname: string) => http.anonymousPaths.isAnonymous(pathname);

    if (config.ui.autologout)
      this.stopIntercepting = http.intercept(createAutologout(config, page, isAnonymous));
    const deps = { core, config, client, session, memory, page };
    registerAnonymousApps(deps);
    application.registerAppUpdater(this.appUpdater$);

    if (isAnonymous(page.pathname) || isOwnAnonymousPath(page.pathname)) {
      session.markAnonymous();
      return {};
    }
    await session.load();
    const roles = session.account?.roles ?? [];
    this.appUpdater$.next(appUpdaterFor(roles, config.readonly_mode.roles, session.hasApiAccess));
    if (session.hasApiAccess) registerAdminApp(deps);
    return {};
  }

  async start(core: CoreStart): Promise<SecurityPluginStart> {
    const { config, client, session, memory, page } = this;
    const dialogs = createAccountDialogs({ core, config, client, session, memory, page });
    const contract: SecurityPluginStart = {
      account$: session.account$,
      currentTenant$: session.currentTenant$,
      openTenantSwitcher: dialogs.openTenantSwitcher,
      hasApiAccess$: session.hasApiAccess$,
    };
    const { account } = session;
    if (!account) return contract;
    if (account.roles.length === 0) {
      page.assign(`${core.http.basePath.serverBasePath}${ERROR_ROUTE}${MISSING_ROLE_PATH}`);
      return contract;
    }
    const shouldAsk = await startTenant({
      config,
      client,
      session,
      memory,
      page,
      toasts: core.notifications.toasts,
    });
    core.chrome.navControls.registerRight({
      order: ACCOUNT_ORDER,
      mount: accountMenuMount({ core, config, client, session, memory, page, dialogs, shouldAsk }),
    });
    return contract;
  }

  stop(): void {
    this.stopIntercepting?.();
    this.appUpdater$.complete();
    this.session?.stop();
  }
}
