export { coreStatuses, LEFT_OUT } from './core_statuses';
export { registerHealthRoutes } from './health_routes';
export { StatusService } from './status_service';
export type { ServiceStatusLevel } from './types';
