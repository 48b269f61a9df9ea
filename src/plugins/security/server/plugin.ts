/** The server part of the security plugin: sessions, authentication, routes, tenants. */
import type { CoreSetup, Plugin, PluginInitializerContext } from '@sd/core/server';
import { createAuthHandler } from './auth/auth_handler';
import { Authenticator } from './auth/authenticator';
import { SessionCookie } from './auth/session_cookie';
import { SignInLimiter } from './auth/sign_in_limiter';
import { TenancySettings } from './auth/tenancy_settings';
import { usableTenant } from './auth/tenant_resolution';
import { createCapabilitiesSwitcher } from './capabilities';
import type { SecurityConfig } from './config';
import { EngineApi } from './engine_api';
import { registerEngineDoors } from './engine_door';
import { registerRoutes } from './routes';
import { SessionService } from './sessions/session_service';
import { createScopeProvider, tenantPartition } from './tenant_scope';
import type { SecurityPluginSetup, SecurityPluginStart } from './types';

export class SecurityPlugin implements Plugin<SecurityPluginSetup, SecurityPluginStart> {
  private sessions: SessionService | undefined;

  constructor(private readonly context: PluginInitializerContext<SecurityConfig>) {}

  setup(core: CoreSetup): SecurityPluginSetup {
    const config = this.context.config.get();
    const { logger } = this.context;
    const { engine, asScoped } = core.engine;
    const sessions = this.openSessions(core, config);
    const authenticator = new Authenticator(
      engine,
      sessions,
      new SignInLimiter({ failuresPerMinute: config.auth.max_logins_per_minute }),
      config.auth.forbidden_usernames
    );
    const cookie = new SessionCookie(config.cookie);
    const tenancy = new TenancySettings(engine, config.multitenancy, logger.get('tenancy'));

    core.http.registerAuth(
      createAuthHandler({
        config,
        authenticator,
        sessions,
        cookie,
        tenancy,
        logger: logger.get('auth'),
      })
    );
    registerRoutes({
      router: core.http.createRouter(),
      http: core.http,
      config,
      engine,
      asScoped: (request) => asScoped.call(core.engine, request),
      api: new EngineApi(core.engine, logger.get('engine')),
      authenticator,
      sessions,
      cookie,
      tenancy,
      logger: logger.get('routes'),
    });
    registerEngineDoors({ http: core.http, engine, authenticator, sessions, cookie });
    core.savedObjects.setScopeProvider(createScopeProvider(config.multitenancy.enabled));
    core.capabilities.registerSwitcher(createCapabilitiesSwitcher(config.readonly_mode.roles));
    return {
      tenantPartition,
      mayUseTenant: async (tenant, user) =>
        usableTenant(tenant, user, await tenancy.rules()) === tenant,
    };
  }

  start(): SecurityPluginStart {
    this.sessions?.start();
    return {};
  }

  async stop(): Promise<void> {
    await this.sessions?.stop();
  }

  private openSessions(core: CoreSetup, config: SecurityConfig): SessionService {
    const { ttl, keepalive, max_lifetime: maxLifetimeMs } = config.session;
    const options = {
      ttlMs: ttl,
      keepalive,
      ...(maxLifetimeMs !== undefined && { maxLifetimeMs }),
    };
    this.sessions = new SessionService(core.sessions, options, this.context.logger.get('sessions'));
    return this.sessions;
  }
}
