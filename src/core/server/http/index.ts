export { HttpService, type HttpServiceDeps, type InternalHttpServiceSetup } from './http_service';
export type { PageRenderer } from './answers/response_factory';
export {
  contentSecurityPolicy,
  createNonce,
  headerText,
  IMMUTABLE_CACHE_CONTROL,
} from './answers/security_headers';
export type { RequestCounts, RequestMetrics } from './request_metrics';
export type {
  AuthHandler,
  HttpServiceSetup,
  KibanaRequest,
  ResponseFactory,
  RouteBudget,
  RouteResponse,
  Router,
} from './contract/types';
