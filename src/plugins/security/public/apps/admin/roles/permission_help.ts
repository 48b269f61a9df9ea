/** Short descriptions of permissions, by the characteristic part of the name. */
import { i18n } from '@sd/core/public';
import type { PermissionNames } from './permission_options';

/** Number of members named in the description of an action group. */
const SHOWN_MEMBERS = 3;

/** @returns a description; for unknown permissions the general kind */
export function permissionHelp(name: string, groups: PermissionNames['members']): string {
  const group = groups[name];
  if (!group) return lineOf(name);
  const { description, allowed_actions: actions } = group;
  if (description) return description;
  return i18n.translate('security.permissionHelp.group', {
    defaultMessage: 'Action group of {names}{more, plural, =0 {} other { and # more}}',
    values: {
      names: actions.slice(0, SHOWN_MEMBERS).join(', '),
      more: Math.max(0, actions.length - SHOWN_MEMBERS),
    },
  });
}

const lineOf = (name: string): string => {
  const known = lines().find(([start]) => name.startsWith(start));
  return known
    ? known[1]
    : i18n.translate('security.permissionHelp.other', {
        defaultMessage: 'A permission of its own',
      });
};

/** Longer prefixes come before shorter ones. */
const lines = (): ReadonlyArray<readonly [string, string]> => [
  [
    'indices:data/read/search',
    i18n.translate('security.permissionHelp.search', { defaultMessage: 'Search documents' }),
  ],
  [
    'indices:data/read/get',
    i18n.translate('security.permissionHelp.get', {
      defaultMessage: 'Read single documents by their ids',
    }),
  ],
  [
    'indices:data/read',
    i18n.translate('security.permissionHelp.read', { defaultMessage: 'Read documents' }),
  ],
  [
    'indices:data/write/delete',
    i18n.translate('security.permissionHelp.delete', { defaultMessage: 'Delete documents' }),
  ],
  [
    'indices:data/write',
    i18n.translate('security.permissionHelp.write', {
      defaultMessage: 'Write, change or delete documents',
    }),
  ],
  [
    'indices:admin/create',
    i18n.translate('security.permissionHelp.createIndex', { defaultMessage: 'Create indices' }),
  ],
  [
    'indices:admin/delete',
    i18n.translate('security.permissionHelp.deleteIndex', {
      defaultMessage: 'Delete whole indices',
    }),
  ],
  [
    'indices:admin/mapping',
    i18n.translate('security.permissionHelp.mapping', {
      defaultMessage: 'See or change which fields an index has',
    }),
  ],
  [
    'indices:admin/alias',
    i18n.translate('security.permissionHelp.alias', {
      defaultMessage: 'See or change other names of indices',
    }),
  ],
  [
    'indices:admin',
    i18n.translate('security.permissionHelp.indexAdmin', { defaultMessage: 'Manage indices' }),
  ],
  [
    'indices:monitor',
    i18n.translate('security.permissionHelp.indexMonitor', {
      defaultMessage: 'See the state and the figures of indices',
    }),
  ],
  [
    'cluster:monitor',
    i18n.translate('security.permissionHelp.clusterMonitor', {
      defaultMessage: 'See the state and the figures of the cluster',
    }),
  ],
  [
    'cluster:admin/snapshot',
    i18n.translate('security.permissionHelp.snapshot', {
      defaultMessage: 'Take, restore or delete snapshots',
    }),
  ],
  [
    'cluster:admin/ingest',
    i18n.translate('security.permissionHelp.ingest', {
      defaultMessage: 'Manage pipelines that change documents as they come in',
    }),
  ],
  [
    'cluster:admin/opendistro',
    i18n.translate('security.permissionHelp.plugin', {
      defaultMessage: 'Use or manage a plugin of the cluster',
    }),
  ],
  [
    'cluster:admin/opensearch',
    i18n.translate('security.permissionHelp.plugin', {
      defaultMessage: 'Use or manage a plugin of the cluster',
    }),
  ],
  [
    'cluster:admin',
    i18n.translate('security.permissionHelp.clusterAdmin', {
      defaultMessage: 'Manage the cluster and its settings',
    }),
  ],
  [
    'restapi:',
    i18n.translate('security.permissionHelp.restapi', {
      defaultMessage: 'Administer a part of the security configuration',
    }),
  ],
];
