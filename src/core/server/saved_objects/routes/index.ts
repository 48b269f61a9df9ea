import { registerBulkRoutes } from './bulk_routes';
import { registerFindRoute } from './find_route';
import { registerObjectRoutes } from './object_routes';
import type { SavedObjectsRouteDeps } from './route_context';
import { registerTransferRoutes } from './transfer_routes';

export type { SavedObjectsLimits } from './route_context';

/** Registers all routes below `/api/saved_objects`. */
export function registerSavedObjectsRoutes(deps: SavedObjectsRouteDeps): void {
  registerBulkRoutes(deps);
  registerFindRoute(deps);
  registerTransferRoutes(deps);
  registerObjectRoutes(deps);
}
