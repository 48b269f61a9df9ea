export { parseAnswer } from './answer';
export { assertReady, toKey, withoutLimits, withoutTenant } from './as_caller';
export { ClusterClient, type ClusterCall, type ClusterResponse } from './cluster_client';
export { ClusterError, troubleOfDelay, type ClusterTrouble } from './cluster_error';
export { faultLogger, textInOurWords } from './java_texts';
export type { ClusterSettings } from './cluster_settings';
export { wirePath } from './cluster_client';
export { forwardRequest, toResponse } from './forward_request';
export { TtlCache } from './ttl_cache';
