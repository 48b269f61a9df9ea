/** Addresses and names of clusters besides the installation's own. */
export { HOME_CLUSTER } from '@sd/contracts';
/** Request header with the id of the cluster that a request concerns; by default home. */
export const CLUSTER_HEADER = 'securitycluster';
/** Query parameter of page addresses with the same id. */
export const CLUSTER_PARAMETER = 'cluster';
/** Request header with the id of a cluster whose changes need a confirmation. */
export const CONFIRM_CLUSTER = 'securityclusterconfirm';
