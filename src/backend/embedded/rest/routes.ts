/** Every route of the engine. */
import type { ApiAccess } from './request/api_access';
import { accountRoutes } from './account/account_routes';
import { ALLOW_LIST } from './configuration/allow_list';
import { AUDIT } from './configuration/audit';
import { documentRoutes } from './configuration/document_routes';
import type { RestDeps, Route } from './request/request_context';
import { entityRoutes } from './entities/entity_routes';
import { renameRoutes } from './entities/rename';
import { clientRoutes } from './info/client_routes';
import { infoRoutes } from './info/info_routes';
import { SECURITY_CONFIG } from './configuration/security_config';
import { tenancyRoutes } from './configuration/tenancy_routes';
import { cacheRoutes } from './configuration/cache_routes';
import { certificateRoutes } from './info/certificate_routes';
import { failureListenerRoutes } from './configuration/failure_listener_routes';
import { GUARDRAILS } from './configuration/guardrails';
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
  ...documentRoutes(deps, AUDIT),
  ...documentRoutes(deps, SECURITY_CONFIG),
  ...dryRunRoutes(deps),
  ...cacheRoutes(deps),
  ...documentRoutes(deps, ALLOW_LIST),
  ...failureListenerRoutes(deps),
  ...nodesDnRoutes(deps),
  ...documentRoutes(deps, GUARDRAILS),
  ...tokenRoutes(deps),
  ...certificateRoutes(deps),
  ...upgradeRoutes(deps),
];
