export { ApplicationService } from './application_service';
export type { InternalApplicationSetup } from './application_service';
export { ScopedHistory } from './scoped_history';
