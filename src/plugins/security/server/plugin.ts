/** Server part of the security plugin: sessions, authentication, routes and tenants. */
import type {
  CapabilitiesSwitcher,
  CoreSetup,
  Identity,
  Plugin,
  PluginInitializerContext,
  PrivilegedBackend,
  RouteRequest,
  SavedObjectsScope,
  UiSettingsParams,
} from '@sd/core/server';
import {
  ANONYMOUS_USER_NAME,
  type ErrorDefinition,
  type ErrorParams,
  SERVER_ERRORS,
} from '@sd/contracts';
import {
  engineTenantName,
  GLOBAL_TENANT,
  isAppAllowedAnonymously,
  isAppAllowedReadOnly,
  isReadOnlyUser,
  PERSONAL_TENANT_SETTING,
  PRIVATE_TENANT,
  SECURITY_ERRORS,
  tenantLabel,
} from '../common';
import { createAuthHandler } from './auth/auth_handler';
import { getAuthState } from './auth/auth_state';
import { LoginService } from './auth/login_service';
import { RequestCredentials } from './auth/request_credentials';
import { SessionCookie } from './auth/session_cookie';
import { LoginLimiter } from './auth/login_limiter';
import { TenancyRulesService } from './auth/tenancy_settings';
import { usableTenant } from './auth/tenant_resolution';
import { CHANGE_TOOLS } from './changes/change_tools';
import type { SecurityConfig } from './config';
import { registerEngineEntryPoints } from './engine_entry_point';
import { preloadFor } from './page_preload';
import { registerRoutes, type RouteDeps } from './routes';
import { currentKey, recordEnding } from './routes/sessions/session_list';
import { engineCalls } from './engine_calls';
import { engineErrorResponse, mapEngineErrors } from './engine_requests';
import { ROUTE_TOOLS } from './route_tools';
import { SessionService } from './sessions/session_service';
import { sessionValue } from './auth/session_value';
import { getSite } from './login/server_address';
import { withProviderMethods } from './login/login_methods';
import { ProviderSessions } from './login/provider_sessions';
import { PendingLogins } from './sessions/pending_logins';
import type {
  AddedAdminPage,
  CauseOfImport,
  SecurityEvent,
  SecurityPluginSetup,
  SecurityPluginStart,
  SessionTools,
} from './types';

/** User preferences in addition to core's settings. */
const PERSONAL_SETTINGS: Readonly<Record<string, UiSettingsParams>> = {
  // Wire name of a tenant. Its availability is checked on use.
  [PERSONAL_TENANT_SETTING]: { type: 'string', personal: 'only' },
};

/** Id of the admin app. */
const SECURITY_APP_ID = 'security';

function createCapabilitiesSwitcher(readOnlyRoles: readonly string[]): CapabilitiesSwitcher {
  return ({ auth }, { navLinks }) => {
    const isLoggedIn = auth !== undefined && auth.caller.kind === 'user';
    const hasApiAccess = isLoggedIn && auth.identity.hasApiAccess;
    const isReadOnly =
      isLoggedIn && isReadOnlyUser(auth.identity.roles, readOnlyRoles, hasApiAccess);

    const isAllowed = (appId: string): boolean => {
      if (!isLoggedIn) return isAppAllowedAnonymously(appId);
      if (appId === SECURITY_APP_ID && !hasApiAccess) return false;
      return !isReadOnly || isAppAllowedReadOnly(appId);
    };
    return {
      navLinks: Object.fromEntries(
        Object.entries(navLinks).map(([appId, isOn]) => [appId, isOn && isAllowed(appId)])
      ),
    };
  };
}

/**
 * Storage partition of a tenant: '' global, `user:{name}` private, `tenant:{name}`. The prefixes
 * prevent collisions.
 */
function tenantPartition(tenant: string, userName: string): string {
  if (tenant === GLOBAL_TENANT) return '';
  return tenant === PRIVATE_TENANT ? `user:${userName}` : `tenant:${tenant}`;
}

/** @param isMultitenancyOn - if false, all users share one partition */
function createScopeProvider(
  isMultitenancyOn: boolean
): (request: RouteRequest) => SavedObjectsScope {
  return (request) => {
    const { auth } = request;
    if (!auth || auth.caller.kind === 'anonymous')
      return denyAll('', SERVER_ERRORS.authenticationRequired);
    if (!isMultitenancyOn) return sharedScope(auth.identity);
    const { lostTenant } = getAuthState(request);
    if (lostTenant !== undefined) {
      const label = tenantLabel(lostTenant, auth.identity.userName);
      return denyAll('', SECURITY_ERRORS.tenantLost, { tenant: label });
    }
    return tenantScope(auth.identity, auth.tenant);
  };
}

/** API keys can have limited access; anonymous visitors only read. */
function sharedScope({ userName, key }: Identity): SavedObjectsScope {
  const right = key ? key.shared : userName !== ANONYMOUS_USER_NAME;
  const label = tenantLabel(GLOBAL_TENANT, userName);
  if (right === undefined) return denyAll('', SECURITY_ERRORS.tenantForbidden, { tenant: label });
  const readOnly = { error: SECURITY_ERRORS.tenantReadOnly, params: { tenant: label } };
  return { partition: '', canRead: true, canWrite: right, ...(!right && { denied: readOnly }) };
}

function tenantScope(identity: Identity, tenant: string | undefined): SavedObjectsScope {
  if (tenant === undefined) return denyAll('', SECURITY_ERRORS.noAvailableTenant);
  const { userName, tenants } = identity;
  const partition = tenantPartition(tenant, userName);
  const label = tenantLabel(tenant, userName);
  const name = engineTenantName(tenant, userName);
  // A tenant with the user's own name is the private one; a custom tenant of that name is
  // unreachable.
  const isOwnPrivateTenant = tenant !== PRIVATE_TENANT && name === userName;
  if (isOwnPrivateTenant || !Object.hasOwn(tenants, name))
    return denyAll(partition, SECURITY_ERRORS.tenantForbidden, { tenant: label });
  const canWrite = tenants[name] === true;
  return {
    partition,
    canRead: true,
    canWrite,
    ...(!canWrite && {
      denied: { error: SECURITY_ERRORS.tenantReadOnly, params: { tenant: label } },
    }),
  };
}

function denyAll(
  partition: string,
  error: ErrorDefinition,
  params: ErrorParams = {}
): SavedObjectsScope {
  return { partition, canRead: false, canWrite: false, denied: { error, params } };
}

/** What other plugins do with sessions. */
const sessionTools = ({
  sessions,
  ...deps
}: Pick<RouteDeps, 'sessions' | 'sessionsEnded' | 'logger'>): SessionTools => ({
  keyOf: currentKey,
  valueOf: (name) => sessionValue(sessions, name),
  endAllOf: async (userName, request) =>
    recordEnding(deps, request, await sessions.endAllOf(userName)),
});

export class SecurityPlugin implements Plugin<SecurityPluginSetup, SecurityPluginStart> {
  private sessions: SessionService | undefined;
  private readonly listeners: Array<(event: SecurityEvent) => void> = [];

  constructor(private readonly context: PluginInitializerContext<SecurityConfig>) {}

  async setup(core: CoreSetup): Promise<SecurityPluginSetup> {
    const config = this.context.config.get();
    const { logger } = this.context;
    const { backend } = core;
    if (!backend) throw new Error('The manifest of this plugin lacks the privilege "backend".');
    const sessions = this.openSessions(backend, config);
    const login = withProviderMethods(backend.login, config, logger.get('sign_in'));
    const { preferencesOf, countLogin } = backend;
    const { sessionsEnded } = backend.internal;
    const site = () => getSite(core.http);
    const { clusters } = backend;
    const identify = backend.identify.bind(backend);
    const authenticator = new LoginService(
      {
        login,
        identify,
        countLogin,
        loginFailed: (attempt) => this.emit({ kind: 'failed_login', ...attempt }),
      },
      sessions,
      new PendingLogins(backend.sessions),
      new LoginLimiter({ failuresPerMinute: config.auth.max_logins_per_minute }),
      config.auth.forbidden_usernames,
      logger.get('auth'),
      site
    );
    const cookie = new SessionCookie(config.cookie);
    const credentials = new RequestCredentials(config);
    const tenancy = new TenancyRulesService(
      backend.internal,
      config.multitenancy,
      logger.get('tenancy')
    );

    core.http.registerAuth(
      createAuthHandler({
        config,
        authenticator,
        sessions,
        cookie,
        credentials,
        tenancy,
        clusters,
        preferencesOf,
        countLogin,
        logger: logger.get('auth'),
      })
    );
    const { asScoped } = clusters;
    const addedPages: AddedAdminPage[] = [];
    let causeOfImport: CauseOfImport | undefined;
    core.pages.addPreloadProvider((request) =>
      preloadFor({ asScoped, config, tenancy, addedPages }, request)
    );
    const routeLog = logger.get('routes');
    const createRouter = (http_: Pick<CoreSetup['http'], 'createRouter'>) =>
      http_.createRouter({ onError: engineErrorResponse(routeLog) });
    const router = createRouter(core.http);
    registerRoutes({
      router,
      ...engineCalls(router, asScoped),
      http: core.http,
      config,
      site,
      asScoped,
      clusters,
      authenticator,
      sessions,
      providerSessions: new ProviderSessions(backend.sessions, sessions),
      cookie,
      tenancy,
      preferencesOf,
      countLogin,
      because: backend.because,
      sessionsEnded,
      causeOf: () => causeOfImport,
      logger: routeLog,
    });
    const { http } = core;
    registerEngineEntryPoints({ http, backend, authenticator, sessions, cookie, credentials });
    core.uiSettings.register(PERSONAL_SETTINGS);
    core.savedObjects.setScopeProvider(createScopeProvider(config.multitenancy.enabled));
    core.capabilities.registerSwitcher(createCapabilitiesSwitcher(config.readonly_mode.roles));
    const requirePrivilege = (holder: Parameters<SecurityPluginSetup['sessions']>[0]): void => {
      if (holder?.internal !== backend.internal)
        throw new Error('Only a plugin with the privilege "backend" can use this.');
    };
    return {
      adminPages: { register: (page) => void addedPages.push(page) },
      onEvent: (listener) => void this.listeners.push(listener),
      announce: (event) => this.emit(event),
      explainImports: (holder, given) => {
        requirePrivilege(holder);
        if (causeOfImport) throw new Error('Another plugin explains imports already.');
        causeOfImport = given;
      },
      engineCalls: (pluginHttp) => engineCalls(createRouter(pluginHttp), asScoped),
      mapEngineErrors,
      routeTools: ROUTE_TOOLS,
      sessions: (holder) => {
        requirePrivilege(holder);
        return sessionTools({ sessions, sessionsEnded, logger: routeLog });
      },
      changes: CHANGE_TOOLS,
      clusters: { onRemoved: clusters.onRemoved },
      tenantPartition,
      mayUseTenant: async (tenant, user) =>
        usableTenant(tenant, user, await tenancy.rules()) === tenant,
      tenantNames: () => backend.internal.tenantNames(),
    };
  }

  private emit(event: SecurityEvent): void {
    for (const listener of this.listeners)
      try {
        listener(event);
      } catch (error) {
        this.context.logger.error('A listener for security events failed.', {
          reason: String(error),
        });
      }
  }

  start(): SecurityPluginStart {
    this.sessions?.start();
    return {};
  }

  async stop(): Promise<void> {
    await this.sessions?.stop();
  }

  private openSessions(backend: PrivilegedBackend, config: SecurityConfig): SessionService {
    const { ttl, keepalive, max_lifetime: maxLifetimeMs } = config.session;
    const options = {
      ttlMs: ttl,
      keepalive,
      ...(maxLifetimeMs !== undefined && { maxLifetimeMs }),
    };
    this.sessions = new SessionService(
      backend.sessions,
      options,
      this.context.logger.get('sessions')
    );
    return this.sessions;
  }
}
