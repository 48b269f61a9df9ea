export { LIVE_PATH, READY_PATH } from './base_path';
export { HttpService, type InternalHttpServiceSetup } from './http_service';
export type { FailurePageRenderer, PageRenderer } from './responses/response_factory';
export { contentSecurityPolicy, createNonce } from './responses/security_headers';
export type { RequestMetrics } from './request_metrics';
export type { RouteLimits } from './types';
