/** Application service: registers apps, tracks the current app and navigates between apps. */
import type { History } from 'history';
import { BehaviorSubject, distinctUntilChanged, filter, map, Subject, takeUntil } from 'rxjs';
import type { Capabilities } from '../../common';
import type { HttpSetup, HttpStart } from '../http/types';
import { deepFreeze } from '../utils/deep_freeze';
import type { ContextContainer, ContextProvider, ContextSetup } from '../context/types';
import type { OverlayStart } from '../overlays/types';
import { AppRegistry } from './app_registry';
import { toPublicAppInfo } from './app_status';
import { type AppRoutes, defaultAppRoute, findAppId, getAppUrl, parseAppUrl } from './app_urls';
import { CurrentApp } from './current_app';
import { createExactHistory } from './exact_history';
import { LeaveGuard } from './leave_guard';
import { withMountContext } from './mount_context';
import type {
  App,
  ApplicationSetup,
  ApplicationStart,
  InternalApplicationStart,
  PublicAppInfo,
} from './types';
import { AppRouter } from './ui/app_router';

/**
 * Returns the user's capabilities: the ones embedded in the page if they cover all these apps, else
 * from one server request (specification section 7).
 * @returns deep-frozen
 */
async function fetchCapabilities(
  http: Pick<HttpSetup, 'post'>,
  appIds: readonly string[],
  first?: Capabilities
): Promise<Capabilities> {
  if (first && appIds.every((id) => Object.hasOwn(first.navLinks, id))) return deepFreeze(first);
  const capabilities = await http.post<Capabilities>('/api/core/capabilities', {
    body: JSON.stringify({ applications: appIds }),
  });
  return deepFreeze(capabilities);
}

/** Setup contract inside core. `owner` identifies the registering plugin; default: core itself. */
export interface InternalApplicationSetup extends ApplicationSetup {
  register<S = unknown>(app: App<S>, owner?: symbol): void;
  registerMountContext(contextName: string, provider: ContextProvider, owner?: symbol): void;
  /**
   * Handles the failure of a plugin: its apps become inaccessible permanently, and it can register
   * no more.
   */
  withdraw(owner: symbol): void;
}

interface ApplicationSetupDeps {
  readonly context: ContextSetup;
  readonly http: HttpSetup;
  /** Default: the browser's history. */
  readonly createHistory?: (options: {
    readonly basename: string;
    readonly getUserConfirmation: (message: string, callback: (ok: boolean) => void) => void;
  }) => History;
  /** A full page load; default: the browser's. */
  readonly redirectTo?: (url: string) => void;
}

interface ApplicationStartDeps {
  readonly http: HttpStart;
  readonly overlays: OverlayStart;
  /** Capabilities embedded in the page. */
  readonly firstCapabilities?: Capabilities;
  /** Where users ask for access (`branding.links.administrators`). */
  readonly administratorsUrl?: string;
  /** Awaited before an app inside the shell mounts. Loads what chromeless pages do not need. */
  readonly prepareShell?: () => Promise<void>;
}

type Registered = ReadonlyMap<string, App>;

export class ApplicationService {
  private readonly stop$ = new Subject<void>();
  private readonly isMounting$ = new BehaviorSubject(false);
  private readonly leaveGuard = new LeaveGuard();
  private current?: CurrentApp;
  private registry?: AppRegistry;
  private mountContext?: ContextContainer;
  private history?: History;
  private redirectTo: (url: string) => void = (url) => window.location.assign(url);

  /** @param coreId - opaque id that core uses to register its own apps and contexts */
  constructor(private readonly coreId: symbol = Symbol('core')) {}

  setup({
    context,
    http,
    createHistory = createExactHistory,
    redirectTo = this.redirectTo,
  }: ApplicationSetupDeps): InternalApplicationSetup {
    const registry = new AppRegistry(http.basePath);
    const mountContext = context.createContextContainer();
    this.registry = registry;
    this.mountContext = mountContext;
    this.redirectTo = redirectTo;
    this.history = createHistory({
      basename: http.basePath.get(),
      getUserConfirmation: this.leaveGuard.confirmGoing,
    });
    http.addLoadingCountSource(
      this.isMounting$.pipe(
        distinctUntilChanged(),
        map((isMounting) => (isMounting ? 1 : 0)),
        takeUntil(this.stop$)
      )
    );
    return {
      register: (app, owner = this.coreId) =>
        registry.register(withMountContext(app as unknown as App, mountContext, owner), owner),
      registerAppUpdater: (updater$) => registry.registerAppUpdater(updater$),
      registerMountContext: this.registerMountContext,
      withdraw: (owner) => registry.withdraw(owner),
    };
  }

  /** @throws if setup has not run; also rethrows errors of the capabilities request */
  async start({
    http,
    overlays,
    firstCapabilities,
    administratorsUrl,
    prepareShell = async () => undefined,
  }: ApplicationStartDeps): Promise<InternalApplicationStart> {
    const { registry, history } = this;
    if (registry === undefined || history === undefined) {
      throw new Error('ApplicationService#setup() must be invoked before start.');
    }
    registry.close();
    const capabilities = await fetchCapabilities(
      http,
      [...registry.apps.keys()],
      firstCapabilities
    );

    const available = filterAvailable(registry.apps, capabilities);
    const allRoutes = toRoutes(registry.apps);
    const availableRoutes = toRoutes(available);
    const current = new CurrentApp(history, (pathname) => findAppId(availableRoutes, pathname));
    this.current = current;
    this.leaveGuard.start({ current, history, overlays });

    const applications$ = new BehaviorSubject<ReadonlyMap<string, PublicAppInfo>>(new Map());
    registry
      .getUpdated$()
      .pipe(map(filterAndPublish(capabilities)), takeUntil(this.stop$))
      .subscribe(applications$);

    const navigateToApp: ApplicationStart['navigateToApp'] = async (
      appId,
      { path, state, replace = false } = {}
    ) => {
      if (!(await this.leaveGuard.mayLeaveFor(appId))) return;
      const target = path === undefined ? applications$.value.get(appId)?.defaultPath : path;
      history[replace ? 'replace' : 'push'](getAppUrl(allRoutes, appId, target), state);
    };
    const navigateToUrl: ApplicationStart['navigateToUrl'] = async (url) => {
      const parsed = parseAppUrl(url, http.basePath, allRoutes);
      if (parsed === undefined) this.redirectTo(url);
      else await navigateToApp(parsed.app, { path: parsed.path ?? '' });
    };

    return {
      capabilities,
      applications$: applications$.pipe(takeUntil(this.stop$)),
      currentAppId$: current.id$.pipe(
        filter((id) => id !== undefined),
        distinctUntilChanged(),
        takeUntil(this.stop$)
      ),
      currentActionMenu$: current.actionMenu$.pipe(takeUntil(this.stop$)),
      history,
      navigateToApp,
      navigateToUrl,
      getUrlForApp: (appId, { path, absolute = false } = {}) => {
        const url = http.basePath.prepend(getAppUrl(allRoutes, appId, path));
        return absolute ? new URL(url, window.location.origin).href : url;
      },
      getComponent: () => (
        <AppRouter
          apps={available}
          routes={availableRoutes}
          applications$={applications$}
          basePath={http.basePath.get()}
          administratorsUrl={administratorsUrl}
          history={history}
          current={current}
          prepareShell={prepareShell}
          setIsMounting={(isMounting) => this.isMounting$.next(isMounting)}
        />
      ),
    };
  }

  stop(): void {
    this.stop$.next();
    this.stop$.complete();
    this.registry?.stop();
    this.leaveGuard.stop();
    this.current?.stop();
  }

  /**
   * Plugins register contexts during setup; core adds its own at start. @throws for a name in use
   */
  registerMountContext = (
    contextName: string,
    provider: ContextProvider,
    owner: symbol = this.coreId
  ): void => {
    if (this.mountContext === undefined) {
      throw new Error('ApplicationService#setup() must be invoked before start.');
    }
    this.mountContext.registerContext(owner, contextName, provider);
  };
}

/** Apps that the capabilities disable are removed. A missing capability allows the app. */
const filterAvailable = (apps: Registered, { navLinks }: Capabilities): Registered =>
  new Map([...apps].filter(([id]) => navLinks[id] !== false));

const filterAndPublish =
  (capabilities: Capabilities) =>
  (apps: Registered): ReadonlyMap<string, PublicAppInfo> =>
    new Map(
      [...filterAvailable(apps, capabilities)].map(([id, app]) => [id, toPublicAppInfo(app)])
    );

const toRoutes = (apps: Registered): AppRoutes =>
  new Map(
    [...apps].map(([id, { appRoute = defaultAppRoute(id), exactRoute = false }]) => [
      id,
      { appRoute, exactRoute },
    ])
  );
