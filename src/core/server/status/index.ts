export { engineStatus, LEFT_OUT, savedObjectsStatus } from './core_statuses';
export {
  StatusService,
  type InternalStatusServiceSetup,
  type StatusServiceDeps,
} from './status_service';
export type { ServiceStatus, ServiceStatusLevel, StatusServiceSetup } from './types';
