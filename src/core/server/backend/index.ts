export { BackendService, viewsOf } from './backend_service';
export type { FirstCredentials } from './open_backend';
export type { ScopedEngineClient } from './types';
