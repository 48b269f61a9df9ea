export { assertReady, keyOf, withoutTenant } from './as_caller';
export { ClusterClient, type ClusterAnswer, type ClusterCall } from './cluster_client';
export { ClusterError, troubleOfDelay, type ClusterTrouble } from './cluster_error';
export type { ClusterSettings } from './cluster_settings';
export { wirePath } from './wire_path';
export { passOn, responseOf } from './passed_on';
export { Recent } from './recent';
