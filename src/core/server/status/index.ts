export { engineStatus, LEFT_OUT, savedObjectsStatus } from './core_statuses';
export { StatusService } from './status_service';
export type { ServiceStatusLevel } from './types';
