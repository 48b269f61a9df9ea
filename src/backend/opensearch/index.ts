export type { ClusterSettings } from './client';
export { openOpenSearchBackend } from './opensearch_backend';
