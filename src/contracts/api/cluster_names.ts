/** Names of clusters, and of their headers. Apart from the schemas, which pages do not load. */

/** Id of the installation's own backend, always the first entry. */
export const HOME_CLUSTER = 'home';
/** Request header with the id of the cluster that a request concerns; by default home. */
export const CLUSTER_HEADER = 'securitycluster';
/** Request header with the ids, with commas, of clusters whose changes it confirms. */
export const CONFIRM_CLUSTER = 'securityclusterconfirm';

/** Whether a text can be the id of a connection. */
export const isClusterId = (id: string): boolean =>
  /^[a-z0-9][a-z0-9_-]{0,39}$/.test(id) && id !== HOME_CLUSTER;

export const ENVIRONMENTS = ['development', 'staging', 'production'] as const;
/** Whose credentials requests carry. */
export const CLUSTER_CREDENTIALS = ['session', 'token', 'service', 'none'] as const;
