export type { ClusterSettings } from './client';
export { ConnectedCluster } from './connected_cluster';
export { HISTORY_INDEX, openOpenSearchBackend } from './opensearch_backend';
