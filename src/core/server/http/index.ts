export { HttpService, type HttpServiceDeps, type InternalHttpServiceSetup } from './http_service';
export type { PageRenderer } from './response_factory';
export {
  contentSecurityPolicy,
  createNonce,
  headerText,
  IMMUTABLE_CACHE_CONTROL,
} from './security_headers';
export type { RequestCounts, RequestMetrics } from './request_metrics';
export type {
  AuthHandler,
  HttpServiceSetup,
  KibanaRequest,
  ResponseFactory,
  RouteBudget,
  RouteResponse,
  Router,
} from './types';
