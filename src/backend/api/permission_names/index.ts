/** Names of all single permissions of a cluster, as the pickers offer them. */
import cluster from './cluster.json';
import index from './index_level.json';

/** Sorted; `index` are those that a role grants on index patterns. */
export const PERMISSION_NAMES: Readonly<Record<'cluster' | 'index', readonly string[]>> = {
  cluster,
  index,
};
