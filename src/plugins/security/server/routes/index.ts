import { registerAccessRoutes } from './access/access';
import { registerAccountRoutes } from './account/account';
import { registerAuditEventsRoute } from './records/audit_events';
import { registerConfigurationRoutes } from './configuration';
import { registerConfigurationFileRoutes } from './configuration_files';
import { registerConfigurationImport } from './configuration_import';
import { registerFactorRoutes } from './account/factors';
import { registerUserFactorRoutes } from './entities/user_factors';
import { registerEntityRoutes } from './entities/entities';
import { registerHistoryRoutes } from './records/history';
import { registerInfoRoutes } from './info';
import { registerLoginRoutes } from './account/login';
import { registerLogoutRoutes } from './account/logout';
import { registerPageRoutes } from './pages';
import { registerAnonymousRoute } from './login/anonymous_route';
import { registerDomainRoutes } from './login/domain_routes';
import { registerOpenIdRoutes } from './login/openid_routes';
import { registerProxyRoute } from './login/proxy_route';
import { registerSamlLogoutRoutes } from './login/saml_logout_routes';
import { registerSamlRoutes } from './login/saml_routes';
import { registerIndexRoutes } from './access/indices';
import { registerPermissionRoute } from './access/permissions';
import { getAuthTypes } from '../../common';
import type { RouteDeps } from './shared/route_deps';
import { registerSearchRoute } from './entities/search';
import { registerOwnSessionRoutes } from './sessions/own_sessions';
import { registerSessionRoutes } from './sessions/sessions_of_user';
import { registerApiKeyRoutes } from './entities/api_keys';
import { registerOwnApiKeyRoutes } from './account/own_api_keys';
import { registerTenancyRoutes } from './tenancy';
import { registerTenantRoutes } from './account/tenant';

export type { RouteDeps } from './shared/route_deps';

export function registerRoutes(deps: RouteDeps): void {
  registerPageRoutes(deps);
  registerLoginRoutes(deps);
  registerLogoutRoutes(deps);
  const types = getAuthTypes(deps.config.auth.type);
  if (types.includes('openid')) registerOpenIdRoutes(deps);
  if (types.includes('saml')) {
    registerSamlRoutes(deps);
    registerSamlLogoutRoutes(deps);
  }
  if (types.includes('proxy')) registerProxyRoute(deps);
  registerAnonymousRoute(deps);
  registerInfoRoutes(deps);
  registerTenantRoutes(deps);
  registerAccountRoutes(deps);
  registerOwnSessionRoutes(deps);
  registerSessionRoutes(deps);
  registerOwnApiKeyRoutes(deps);
  registerApiKeyRoutes(deps);
  registerFactorRoutes(deps);
  registerUserFactorRoutes(deps);
  registerConfigurationRoutes(deps);
  registerTenancyRoutes(deps);
  registerDomainRoutes(deps);
  registerConfigurationFileRoutes(deps);
  registerConfigurationImport(deps);
  registerEntityRoutes(deps);
  registerSearchRoute(deps);
  registerPermissionRoute(deps);
  registerAccessRoutes(deps);
  registerIndexRoutes(deps);
  registerAuditEventsRoute(deps);
  registerHistoryRoutes(deps);
}
