/** Addresses and names of clusters besides the installation's own. */
export { CLUSTER_HEADER, CONFIRM_CLUSTER, HOME_CLUSTER } from '@sd/contracts';
/** Query parameter of page addresses with the id of the cluster that the page is about. */
export const CLUSTER_PARAMETER = 'cluster';
