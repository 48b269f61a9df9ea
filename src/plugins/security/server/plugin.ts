/** The server part of the security plugin: sessions, authentication, routes, tenants. */
import type {
  CoreSetup,
  Plugin,
  PluginInitializerContext,
  PrivilegedBackend,
} from '@sd/core/server';
import { createAuthHandler } from './auth/auth_handler';
import { LoginService } from './auth/authenticator';
import { RequestCredentials } from './auth/request_credentials';
import { SessionCookie } from './auth/session_cookie';
import { LoginLimiter } from './auth/login_limiter';
import { TenancyRulesService } from './auth/tenancy_settings';
import { usableTenant } from './auth/tenant_resolution';
import { createCapabilitiesSwitcher } from './capabilities';
import type { SecurityConfig } from './config';
import { registerEngineEntryPoints } from './engine_entry_point';
import { preloadFor } from './page_preload';
import { PERSONAL_SETTINGS } from './personal_settings';
import { registerRoutes } from './routes';
import { SessionService } from './sessions/session_service';
import { siteOf } from './login/relying_party';
import { createLogin } from './login/create_login';
import { ProviderSessions } from './login/provider_sessions';
import { PendingLogins } from './sessions/pending_logins';
import { createScopeProvider, tenantPartition } from './tenant_scope';
import type { SecurityPluginSetup, SecurityPluginStart } from './types';

export class SecurityPlugin implements Plugin<SecurityPluginSetup, SecurityPluginStart> {
  private sessions: SessionService | undefined;

  constructor(private readonly context: PluginInitializerContext<SecurityConfig>) {}

  setup(core: CoreSetup): SecurityPluginSetup {
    const config = this.context.config.get();
    const { logger } = this.context;
    const { backend, engine } = core;
    if (!backend) throw new Error('The manifest of this plugin lacks the privilege "backend".');
    const sessions = this.openSessions(backend, config);
    const login = createLogin(backend.login, config, logger.get('sign_in'));
    const { preferencesOf } = backend;
    const site = () => siteOf(core.http);
    const authenticator = new LoginService(
      { login, identify: (caller) => backend.identify(caller) },
      sessions,
      new PendingLogins(backend.sessions),
      new LoginLimiter({ failuresPerMinute: config.auth.max_logins_per_minute }),
      config.auth.forbidden_usernames,
      logger.get('auth'),
      site
    );
    const cookie = new SessionCookie(config.cookie);
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
        brought: new RequestCredentials(config),
        tenancy,
        preferencesOf,
        logger: logger.get('auth'),
      })
    );
    const asScoped = engine.asScoped.bind(engine);
    core.pages.addPreloadProvider((request) => preloadFor({ asScoped, config, tenancy }, request));
    registerRoutes({
      router: core.http.createRouter(),
      http: core.http,
      config,
      site,
      asScoped,
      features: engine.features,
      authenticator,
      sessions,
      providerSessions: new ProviderSessions(backend.sessions, sessions),
      cookie,
      tenancy,
      preferencesOf,
      sessionsEnded: backend.internal.sessionsEnded,
      logger: logger.get('routes'),
    });
    registerEngineEntryPoints({ http: core.http, backend, authenticator, sessions, cookie });
    core.uiSettings.register(PERSONAL_SETTINGS);
    core.savedObjects.setScopeProvider(createScopeProvider(config.multitenancy.enabled));
    core.capabilities.registerSwitcher(createCapabilitiesSwitcher(config.readonly_mode.roles));
    return {
      tenantPartition,
      mayUseTenant: async (tenant, user) =>
        usableTenant(tenant, user, await tenancy.rules()) === tenant,
      tenantNames: () => backend.internal.tenantNames(),
    };
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
