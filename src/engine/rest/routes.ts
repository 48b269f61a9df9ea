/** Every route of the engine. */
import type { ApiAccess } from './api_access';
import { accountRoutes } from './account_routes';
import { allowListRoutes } from './allow_list_routes';
import { auditRoutes } from './audit_routes';
import type { RestDeps, Route } from './call';
import { entityRoutes } from './entity_routes';
import { infoRoutes } from './info_routes';
import { securityConfigRoutes } from './security_config_routes';
import { tenancyRoutes } from './tenancy_routes';
import { cacheRoutes } from './cache_routes';
import { certificateRoutes } from './certificate_routes';
import { failureListenerRoutes } from './failure_listener_routes';
import { nodesDnRoutes } from './nodes_dn_routes';
import { tokenRoutes } from './token_routes';
import { upgradeRoutes } from './upgrade_routes';

export const allRoutes = (deps: RestDeps, access: ApiAccess): readonly Route[] =>
  everyRoute(deps, access).filter(
    ({ only }) => only === undefined || only === deps.settings.compatibility
  );

const everyRoute = (deps: RestDeps, access: ApiAccess): readonly Route[] => [
  ...entityRoutes(deps),
  ...accountRoutes(deps),
  ...infoRoutes(deps, access),
  ...tenancyRoutes(deps),
  ...auditRoutes(deps),
  ...securityConfigRoutes(deps),
  ...cacheRoutes(deps),
  ...allowListRoutes(deps),
  ...failureListenerRoutes(deps),
  ...nodesDnRoutes(deps),
  ...tokenRoutes(deps),
  ...certificateRoutes(deps),
  ...upgradeRoutes(deps),
];
