export type { ClusterSettings } from './client';
export { openOpenSearchBackend, type Stores } from './opensearch_backend';
