/** Permissions and action groups. Source: specification section 2.1; reference security-plugin 1.8. */
import { EuiButton } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type Facet, type ListAction, ListPage, useLink, useList } from '@sd/ui_kit';
import { type ReactElement, useMemo, useState } from 'react';
import { customizationFacet } from '../../../components/customization_facet';
import { ResourceDeleteDialog } from '../../../components/resource_delete_dialog';
import { TOAST_LIFETIME_MS } from '../../../components/toast_lifetime';
import { useAdmin } from '../../../services/admin_context';
import { GROUP_PAGES } from '../routing/paths';
import { usePermissionColumns } from './permission_columns';
import { type PermissionItem, permissionSource } from './permission_source';
import { keepSelection } from './selected_permissions';

export function GroupListPage(): ReactElement {
  const { client, core, kit } = useAdmin();
  const { history } = kit.services;
  const link = useLink();
  const list = useList(useMemo(() => permissionSource(client), [client]));
  const columns = usePermissionColumns();
  const [namesToDelete, setNamesToDelete] = useState<readonly string[]>();
  const actions = permissionActions({
    open: (path) => history.push(path),
    remove: setNamesToDelete,
    createFrom: (names) => history.push(keepSelection(names)),
  });

  const finishDeleting = (deleted: readonly string[]) => {
    setNamesToDelete(undefined);
    if (deleted.length === 0) return;
    list.deselect(deleted);
    core.notifications.toasts.addSuccess({
      title: i18n.translate('security.groups.deleted', {
        defaultMessage:
          '{count, plural, one {Action group "{name}" deleted.} other {# action groups deleted.}}',
        values: { count: deleted.length, name: deleted[0] },
      }),
      toastLifeTimeMs: TOAST_LIFETIME_MS,
    });
  };

  return (
    <ListPage<PermissionItem>
      id="permissions"
      title={i18n.translate('security.groups.title', {
        defaultMessage: 'Permissions and action groups',
      })}
      description={
        <FormattedMessage
          id="security.groups.intro"
          defaultMessage="Permissions are single actions, such as cluster:admin/snapshot/restore, which lets one restore snapshots. Action groups are collections of permissions under a name, such as MANAGE_SNAPSHOTS, for use in roles and in other action groups."
        />
      }
      list={list}
      searchLabel={i18n.translate('security.groups.search', {
        defaultMessage: 'Search for action group name or permission name',
      })}
      facets={facets()}
      columns={columns}
      actions={actions}
      create={
        <EuiButton
          fill
          iconType="plusCircle"
          {...link(GROUP_PAGES.create)}
          data-test-subj="create-action-group"
        >
          <FormattedMessage id="security.groups.create" defaultMessage="Create action group" />
        </EuiButton>
      }
      data-test-subj="permission-list"
    >
      {namesToDelete && (
        <ResourceDeleteDialog
          resource="actiongroups"
          names={namesToDelete}
          entities={i18n.translate('security.groups.entities', {
            defaultMessage: 'action group(s)',
          })}
          consequences={
            <FormattedMessage
              id="security.groups.deletion"
              defaultMessage="Roles and action groups that name a deleted group keep the name, which grants nothing from then on."
            />
          }
          onClose={finishDeleting}
        />
      )}
    </ListPage>
  );
}

const facets = (): readonly Facet[] => [
  {
    name: 'kind',
    label: i18n.translate('security.groups.facet.kind', { defaultMessage: 'All types' }),
    options: [
      {
        value: 'group',
        label: i18n.translate('security.groups.facet.group', { defaultMessage: 'Action group' }),
      },
      {
        value: 'single',
        label: i18n.translate('security.groups.facet.single', {
          defaultMessage: 'Single permission',
        }),
      },
    ],
  },
  {
    name: 'scope',
    label: i18n.translate('security.groups.facet.scope', { defaultMessage: 'All permissions' }),
    options: [
      {
        value: 'cluster',
        label: i18n.translate('security.groups.facet.cluster', {
          defaultMessage: 'Cluster permissions',
        }),
      },
      {
        value: 'index',
        label: i18n.translate('security.groups.facet.index', {
          defaultMessage: 'Index permissions',
        }),
      },
    ],
  },
  customizationFacet(),
];

interface PermissionActionDeps {
  readonly open: (path: string) => void;
  readonly remove: (names: readonly string[]) => void;
  readonly createFrom: (names: readonly string[]) => void;
}

/** Ids: reference security-plugin 1.8. */
function permissionActions({
  open,
  remove,
  createFrom,
}: PermissionActionDeps): ReadonlyArray<ListAction<PermissionItem>> {
  const reserved = (items: readonly PermissionItem[]): string | undefined =>
    items.some(({ isReserved }) => isReserved)
      ? i18n.translate('security.groups.reservedSelected', {
          defaultMessage:
            'Single permissions and reserved action groups cannot be changed or deleted.',
        })
      : undefined;
  const single = (items: readonly PermissionItem[]): string | undefined =>
    items.some(({ kind }) => kind === 'single')
      ? i18n.translate('security.groups.singleSelected', {
          defaultMessage: 'A single permission cannot be copied. Create an action group from it.',
        })
      : undefined;
  return [
    {
      id: 'edit',
      label: i18n.translate('security.groups.edit', { defaultMessage: 'Edit' }),
      iconType: 'pencil',
      isForOne: true,
      run: ([item]) => item && open(GROUP_PAGES.edit(item.name)),
      disabledReason: reserved,
    },
    {
      id: 'duplicate',
      label: i18n.translate('security.groups.duplicate', { defaultMessage: 'Duplicate' }),
      iconType: 'copy',
      isForOne: true,
      run: ([item]) => item && open(GROUP_PAGES.duplicate(item.name)),
      disabledReason: single,
    },
    {
      id: 'create-from-selection',
      label: i18n.translate('security.groups.createFromSelection', {
        defaultMessage: 'Create action group from selection',
      }),
      iconType: 'plusCircle',
      run: (items) => createFrom(items.map(({ name }) => name)),
    },
    {
      id: 'delete',
      label: i18n.translate('security.groups.delete', { defaultMessage: 'Delete' }),
      iconType: 'trash',
      run: (items) => remove(items.map(({ name }) => name)),
      disabledReason: reserved,
    },
  ];
}
