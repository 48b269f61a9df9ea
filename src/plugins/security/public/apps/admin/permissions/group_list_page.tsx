/**
 * Permissions and action groups. Source: specification section 2.1;
 * docs/reference/security-app.md#permissions-and-action-groups.
 */
import { FormattedMessage, i18n } from '@sd/core/public';
import type { Facet } from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';
import { EntityListPage } from '../../../components/entity_list_page';
import { useAdmin } from '../../../services/admin_context';
import { GROUP_PAGES } from '../paths';
import { GroupDeletion } from './group_deletion';
import { usePermissionColumns } from './permission_columns';
import { type PermissionItem, permissionSource } from './permission_source';
import { keepSelection } from './selected_permissions';

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
      title={i18n.translate('security.groups.title', {
        defaultMessage: 'Permissions and action groups',
      })}
      description={
        <FormattedMessage
          id="security.groups.intro"
          defaultMessage="Permissions are single actions, such as cluster:admin/snapshot/restore, which lets one restore snapshots. Action groups are collections of permissions under a name, such as MANAGE_SNAPSHOTS, for use in roles and in other action groups."
        />
      }
      searchLabel={i18n.translate('security.groups.search', {
        defaultMessage: 'Search for action group name or permission name',
      })}
      create={{
        text: <FormattedMessage id="security.groups.create" defaultMessage="Create action group" />,
        testSubject: 'create-action-group',
      }}
      reserved={reserved}
      uncopyable={single}
      moreActions={[
        {
          id: 'create-from-selection',
          label: i18n.translate('security.groups.createFromSelection', {
            defaultMessage: 'Create action group from selection',
          }),
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
];

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
