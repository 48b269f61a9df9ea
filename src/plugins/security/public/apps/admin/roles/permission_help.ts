/** Short descriptions of permissions, by the characteristic part of the name. */
import { t } from '@sd/core/public';
import type { PermissionNames } from './permission_options';

/** Number of members named in the description of an action group. */
const MAX_MEMBERS = 3;

/** @returns a description; for unknown permissions the general kind */
export function permissionHelp(name: string, groups: PermissionNames['members']): string {
  const group = groups[name];
  if (!group) return helpLine(name);
  const { description, allowed_actions: actions } = group;
  if (description) return description;
  return t(
    'security.permissionHelp.group',
    'Action group: {names}{more, plural, =0 {} other { and # more}}',
    {
      names: actions.slice(0, MAX_MEMBERS).join(', '),
      more: Math.max(0, actions.length - MAX_MEMBERS),
    }
  );
}

const helpLine = (name: string): string => {
  const known = lines().find(([start]) => name.startsWith(start));
  return known ? known[1] : t('security.common.singlePermission', 'Single permission');
};

/** Longer prefixes come before shorter ones. */
const lines = (): ReadonlyArray<readonly [string, string]> => [
  ['indices:data/read/search', t('security.permissionHelp.search', 'Search documents')],
  ['indices:data/read/get', t('security.permissionHelp.get', 'Read documents by ID')],
  ['indices:data/read', t('security.permissionHelp.read', 'Read documents')],
  ['indices:data/write/delete', t('security.permissionHelp.delete', 'Delete documents')],
  ['indices:data/write', t('security.permissionHelp.write', 'Write, change or delete documents')],
  ['indices:admin/create', t('security.permissionHelp.createIndex', 'Create indices')],
  ['indices:admin/delete', t('security.permissionHelp.deleteIndex', 'Delete whole indices')],
  [
    'indices:admin/mapping',
    t('security.permissionHelp.mapping', 'View or change the fields of an index'),
  ],
  ['indices:admin/alias', t('security.permissionHelp.alias', 'View or change index aliases')],
  ['indices:admin', t('security.permissionHelp.indexAdmin', 'Manage indices')],
  [
    'indices:monitor',
    t('security.permissionHelp.indexMonitor', 'View the state and statistics of indices'),
  ],
  [
    'cluster:monitor',
    t('security.permissionHelp.clusterMonitor', 'View the state and statistics of the cluster'),
  ],
  [
    'cluster:admin/snapshot',
    t('security.permissionHelp.snapshot', 'Create, restore or delete snapshots'),
  ],
  ['cluster:admin/ingest', t('security.permissionHelp.ingest', 'Manage ingest pipelines')],
  ['cluster:admin/opendistro', t('security.permissionHelp.plugin', 'Use or manage a plugin')],
  ['cluster:admin/opensearch', t('security.permissionHelp.plugin', 'Use or manage a plugin')],
  [
    'cluster:admin',
    t('security.permissionHelp.clusterAdmin', 'Manage the cluster and its settings'),
  ],
  [
    'restapi:',
    t('security.permissionHelp.restapi', 'Administer part of the security configuration'),
  ],
];
