/** Every route of the engine. */
import type { ApiAccess } from './request/api_access';
import { accountRoutes } from './account/account_routes';
import { allowListRoutes } from './configuration/allow_list_routes';
import { auditRoutes } from './configuration/audit_routes';
import type { RestDeps, Route } from './request/request_context';
import { entityRoutes } from './entities/entity_routes';
import { renameRoutes } from './entities/rename';
import { clientRoutes } from './info/client_routes';
import { infoRoutes } from './info/info_routes';
import { securityConfigRoutes } from './configuration/security_config_routes';
import { tenancyRoutes } from './configuration/tenancy_routes';
import { cacheRoutes } from './configuration/cache_routes';
import { certificateRoutes } from './info/certificate_routes';
import { failureListenerRoutes } from './configuration/failure_listener_routes';
import { guardrailRoutes } from './configuration/guardrail_routes';
import { nodesDnRoutes } from './configuration/nodes_dn_routes';
import { tokenRoutes } from './account/token_routes';
import { dryRunRoutes } from './configuration/dry_run_routes';
import { upgradeRoutes } from './configuration/upgrade_routes';

export const allRoutes = (deps: RestDeps, access: ApiAccess): readonly Route[] =>
  everyRoute(deps, access).filter(
    ({ only }) => only === undefined || only === deps.settings.compatibility
  );

const everyRoute = (deps: RestDeps, access: ApiAccess): readonly Route[] => [
  ...entityRoutes(deps),
  ...renameRoutes(deps, access),
  ...accountRoutes(deps),
  ...infoRoutes(deps, access),
  ...clientRoutes(deps),
  ...tenancyRoutes(deps),
  ...auditRoutes(deps),
  ...securityConfigRoutes(deps),
  ...dryRunRoutes(deps),
  ...cacheRoutes(deps),
  ...allowListRoutes(deps),
  ...failureListenerRoutes(deps),
  ...nodesDnRoutes(deps),
  ...guardrailRoutes(deps),
  ...tokenRoutes(deps),
  ...certificateRoutes(deps),
  ...upgradeRoutes(deps),
];
