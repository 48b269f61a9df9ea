export { HttpService, type InternalHttpServiceSetup } from './http_service';
export type { PageRenderer } from './answers/response_factory';
export {
  contentSecurityPolicy,
  createNonce,
  IMMUTABLE_CACHE_CONTROL,
} from './answers/security_headers';
export type { RequestMetrics } from './request_metrics';
export type { RouteBudget } from './contract/types';
