export { HttpService, type InternalHttpServiceSetup } from './http_service';
export type { FailurePageRenderer, PageRenderer } from './answers/response_factory';
export { contentSecurityPolicy, createNonce } from './answers/security_headers';
export type { RequestMetrics } from './request_metrics';
export type { RouteBudget } from './contract/types';
