/** List of permissions and action groups. */
import { type ReactElement, useMemo } from 'react';
import { t } from '@sd/core/public';
import {
  CHECK,
  DASH,
  type Facet,
  type LinkProps,
  type ListColumn,
  useLink,
  WrappingText,
} from '@sd/ui_kit';
import { EntityListPage, type OwnDeletionProps } from '../../../components/entity_list_page';
import { useAccessLoss } from '../../../components/impact/use_impact';
import { ResourceDeleteDialog } from '../../../components/resource_delete_dialog';
import { type PermissionItem, type PermissionScope, permissionSource } from './permission_source';
import { NameCell, textsColumn } from '../../../components/entity_columns';
import { GROUP_PAGES } from '../paths';
import { useAdmin } from '../../../services/admin_context';
import { keepSelection } from './selected_permissions';

/** Delete confirmation of action groups, with the users who would lose access. */
export function GroupDeletion({ items, onClose }: OwnDeletionProps<PermissionItem>): ReactElement {
  const accessLoss = useAccessLoss({
    actiongroups: Object.fromEntries(items.map(({ name }) => [name, null])),
  });
  return (
    <ResourceDeleteDialog
      resource="actiongroups"
      items={items.map(({ name }) => ({ id: name, name }))}
      entities={t('security.groups.entities', 'action group(s)')}
      consequences={t(
        'security.groups.deletion',
        'Roles and action groups that use a deleted group keep its name, but it no longer grants anything.'
      )}
      {...(accessLoss && { accessLoss })}
      deletedText={(values) =>
        t(
          'security.groups.deleted',
          '{count, plural, one {Action group "{name}" deleted.} other {# action groups deleted.}}',
          { ...values }
        )
      }
      onClose={onClose}
    />
  );
}

/**
 * Columns of the permission list. Source:
 * docs/reference/security-app.md#permissions-and-action-groups.
 */
export function usePermissionColumns(): ReadonlyArray<ListColumn<PermissionItem>> {
  const link = useLink();
  return useMemo(() => permissionColumns(link), [link]);
}

function permissionColumns(
  link: (path: string) => LinkProps
): ReadonlyArray<ListColumn<PermissionItem>> {
  const actions = textsColumn<PermissionItem>(
    'actions',
    t('security.groups.column.actions', 'Allowed actions'),
    ({ group }) => group?.allowed_actions ?? [],
    'allowed_actions'
  );
  return [
    {
      id: 'name',
      name: t('security.common.name', 'Name'),
      sortField: 'name',
      isFixed: true,
      render: ({ name, kind, isReserved, isChangedOutside }) => (
        <NameCell isReserved={isReserved} isChangedOutside={isChangedOutside}>
          {kind === 'group' ? (
            <a {...link(GROUP_PAGES.view(name))}>
              <WrappingText text={name} />
            </a>
          ) : (
            <WrappingText text={name} />
          )}
        </NameCell>
      ),
    },
    {
      id: 'type',
      name: t('security.common.type', 'Type'),
      sortField: 'kind',
      isFixed: true,
      render: ({ kind }) =>
        kind === 'group'
          ? t('security.common.actionGroup', 'Action group')
          : t('security.common.singlePermission', 'Single permission'),
    },
    scopeColumn('cluster', t('security.groups.column.cluster', 'Cluster permission')),
    scopeColumn('index', t('security.groups.column.index', 'Index permission')),
    {
      ...actions,
      isOptional: true,
      render: (item) => (item.group ? actions.render(item) : DASH),
    },
  ];
}

const scopeColumn = (scope: PermissionScope, name: string): ListColumn<PermissionItem> => ({
  id: scope,
  name,
  sortField: scope,
  render: ({ scopes }) =>
    scopes.includes(scope) ? (
      <span role="img" aria-label={t('security.common.yes', 'Yes')}>
        {CHECK}
      </span>
    ) : (
      DASH
    ),
});

export function GroupListPage(): ReactElement {
  const { entities, kit } = useAdmin();
  return (
    <EntityListPage<PermissionItem>
      resource="actiongroups"
      id="permissions"
      testSubject="permission-list"
      pages={GROUP_PAGES}
      source={useMemo(() => permissionSource(entities), [entities])}
      columns={usePermissionColumns()}
      facets={facets()}
      title={t('security.common.permissionsAndActionGroups', 'Permissions and action groups')}
      description={t(
        'security.groups.intro',
        'Permissions allow single actions, such as cluster:admin/snapshot/restore. Action groups are named sets of permissions.'
      )}
      searchLabel={t('security.groups.search', 'Search for action group name or permission name')}
      create={{
        text: t('security.groups.create', 'Create action group'),
        testSubject: 'create-action-group',
      }}
      reserved={reservedReason}
      uncopyable={single}
      moreActions={[
        {
          id: 'create-from-selection',
          label: t('security.groups.createFromSelection', 'Create action group from selection'),
          iconType: 'plusCircle',
          run: (items) => kit.services.history.push(keepSelection(items.map(({ name }) => name))),
        },
      ]}
      deletion={GroupDeletion}
    />
  );
}

const facets = (): readonly Facet[] => [
  {
    name: 'kind',
    label: t('security.groups.facet.kind', 'All types'),
    options: [
      {
        value: 'group',
        label: t('security.common.actionGroup', 'Action group'),
      },
      {
        value: 'single',
        label: t('security.common.singlePermission', 'Single permission'),
      },
    ],
  },
  {
    name: 'scope',
    label: t('security.groups.facet.scope', 'All permissions'),
    options: [
      {
        value: 'cluster',
        label: t('security.common.clusterPermissions', 'Cluster permissions'),
      },
      {
        value: 'index',
        label: t('security.common.indexPermissions', 'Index permissions'),
      },
    ],
  },
];

const reservedReason = (items: readonly PermissionItem[]): string | undefined =>
  items.some(({ isReserved }) => isReserved)
    ? t(
        'security.groups.reservedSelected',
        "Single permissions and reserved action groups can't be changed or deleted."
      )
    : undefined;

const single = (items: readonly PermissionItem[]): string | undefined =>
  items.some(({ kind }) => kind === 'single')
    ? t(
        'security.groups.singleSelected',
        "A single permission can't be duplicated. Create an action group from it."
      )
    : undefined;
