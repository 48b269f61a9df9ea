import { registerAccessRoutes } from './access';
import { registerAccountRoutes } from './account';
import { registerAuditEventsRoute } from './audit_events';
import { registerConfigurationRoutes } from './configuration';
import { registerEntityRoutes } from './entities';
import { registerHistoryRoutes } from './history';
import { registerInfoRoutes } from './info';
import { registerLoginRoutes } from './login';
import { registerPageRoutes } from './pages';
import { registerPermissionRoute } from './permissions';
import type { RouteDeps } from './route_deps';
import { registerSearchRoute } from './search';
import { registerTenantRoutes } from './tenant';

export type { RouteDeps } from './route_deps';

export function registerRoutes(deps: RouteDeps): void {
  registerPageRoutes(deps);
  registerLoginRoutes(deps);
  registerInfoRoutes(deps);
  registerTenantRoutes(deps);
  registerAccountRoutes(deps);
  registerConfigurationRoutes(deps);
  registerEntityRoutes(deps);
  registerSearchRoute(deps);
  registerPermissionRoute(deps);
  registerAccessRoutes(deps);
  registerAuditEventsRoute(deps);
  registerHistoryRoutes(deps);
}
