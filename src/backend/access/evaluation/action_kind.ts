/** Selects the permission list that applies to an action. */

const CLUSTER_PREFIXES = [
  'cluster:',
  'indices:admin/template/',
  'indices:admin/index_template/',
  'indices:data/read/scroll',
  'indices:data/read/msearch',
];

const CLUSTER_ACTIONS = new Set([
  'indices:data/write/bulk',
  'indices:data/read/mget',
  'indices:data/read/mtv',
  'indices:data/write/reindex',
  'indices:data/read/search/template/render',
]);

export function isClusterAction(action: string): boolean {
  return (
    !action.startsWith('indices:') ||
    CLUSTER_ACTIONS.has(action) ||
    CLUSTER_PREFIXES.some((prefix) => action.startsWith(prefix))
  );
}

/** The name under which an action is checked. */
export function checkedAction(action: string): string {
  if (action === 'indices:admin/auto_create') return 'indices:admin/create';
  if (action === 'indices:admin/mapping/auto_put') return 'indices:admin/mapping/put';
  return action.startsWith('internal:indices/admin/upgrade') ? 'indices:admin/upgrade' : action;
}

/** Actions that the shards of an index check once more. */
export const isOfShards = (action: string): boolean => action.endsWith('[s]');

/**
 * Actions that shards check under the name of their own index. Writes are checked under the name
 * written to.
 */
export const isOfMembers = (action: string): boolean =>
  isOfShards(action) && action.startsWith('indices:admin/');
