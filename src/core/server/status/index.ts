export { coreStatuses, LEFT_OUT } from './core_statuses';
export { StatusService } from './status_service';
export type { ServiceStatusLevel } from './types';
