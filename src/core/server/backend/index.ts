export { BackendService, getViews } from './backend_service';
export { openConfiguredBackend, type BackendOpener, type FirstCredentials } from './open_backend';
export type { AddedMetric, MetricSample, PrivilegedBackend, ScopedEngineClient } from './types';
