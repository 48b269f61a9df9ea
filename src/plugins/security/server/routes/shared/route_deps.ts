/** Dependencies of the routes, built once by the plugin. */
import type { CoreSetup, Logger, PrivilegedBackend, Router, RelyingParty } from '@sd/core/server';
import type { LoginService } from '../../auth/login_service';
import type { SessionCookie } from '../../auth/session_cookie';
import type { TenancyRulesService } from '../../auth/tenancy_settings';
import type { SecurityConfig } from '../../config';
import type { SessionService } from '../../sessions/session_service';
import type { ProviderSessions } from '../../login/provider_sessions';
import type { EngineCalls } from '../../engine_calls';
import type { CauseOfImport } from '../../types';

export interface RouteDeps extends EngineCalls {
  readonly router: Router;
  readonly config: SecurityConfig;
  readonly http: Pick<CoreSetup['http'], 'basePath' | 'getServerInfo'>;
  /** Relying party of passkeys. */
  readonly site: () => RelyingParty | undefined;
  /** The engine of the cluster that a request concerns. */
  readonly asScoped: CoreSetup['engine']['asScoped'];
  readonly clusters: PrivilegedBackend['clusters'];
  readonly authenticator: LoginService;
  readonly sessions: SessionService;
  readonly providerSessions: ProviderSessions;
  readonly cookie: SessionCookie;
  readonly tenancy: TenancyRulesService;
  readonly preferencesOf: PrivilegedBackend['preferencesOf'];
  readonly countLogin: PrivilegedBackend['countLogin'];
  readonly because: PrivilegedBackend['because'];
  /** Writes to the audit log if this server keeps it. */
  readonly sessionsEnded: PrivilegedBackend['internal']['sessionsEnded'];
  /** What led to an import that names a finding; absent without the plugin that knows. */
  readonly causeOf: () => CauseOfImport | undefined;
  readonly logger: Logger;
}
