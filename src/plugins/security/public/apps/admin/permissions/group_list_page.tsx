/**
 * List of permissions and action groups. Source: specification section 2.1;
 * docs/reference/security-app.md#permissions-and-action-groups.
 */
import { type ReactElement, useMemo } from 'react';
import { EuiIcon, EuiLink } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { DASH, type Facet, type ListColumn, useLink, WrappingText } from '@sd/ui_kit';
import { EntityListPage, type OwnDeletionProps } from '../../../components/entity_list_page';
import { useAccessLoss } from '../../../components/impact/use_impact';
import { ResourceDeleteDialog } from '../../../components/resource_delete_dialog';
import { type PermissionItem, type PermissionScope, permissionSource } from './permission_source';
import { customizationColumn, textsColumn } from '../../../components/entity_columns';
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
      entities={i18n.translate('security.groups.entities', {
        defaultMessage: 'action group(s)',
      })}
      consequences={
        <FormattedMessage
          id="security.groups.deletion"
          defaultMessage="Roles and action groups that name a deleted group keep the name, which grants nothing from then on."
        />
      }
      {...(accessLoss && { accessLoss })}
      deletedText={(values) =>
        i18n.translate('security.groups.deleted', {
          defaultMessage:
            '{count, plural, one {Action group "{name}" deleted.} other {# action groups deleted.}}',
          values: { ...values },
        })
      }
      onClose={onClose}
    />
  );
}

/**
 * Columns of the permission list. Source:
 * docs/reference/security-app.md#permissions-and-action-groups.
 */
const BREAKING = { overflowWrap: 'anywhere' } as const;

export function usePermissionColumns(): ReadonlyArray<ListColumn<PermissionItem>> {
  const link = useLink();
  const actions = textsColumn<PermissionItem>(
    'actions',
    i18n.translate('security.groups.column.actions', { defaultMessage: 'Allowed actions' }),
    ({ group }) => group?.allowed_actions ?? [],
    'allowed_actions'
  );
  return [
    {
      id: 'name',
      name: i18n.translate('security.groups.column.name', { defaultMessage: 'Name' }),
      sortField: 'name',
      isFixed: true,
      render: ({ name, kind }) =>
        kind === 'group' ? (
          <EuiLink {...link(GROUP_PAGES.view(name))} style={BREAKING}>
            <WrappingText text={name} />
          </EuiLink>
        ) : (
          <span style={BREAKING}>
            <WrappingText text={name} />
          </span>
        ),
    },
    {
      id: 'type',
      name: i18n.translate('security.groups.column.type', { defaultMessage: 'Type' }),
      sortField: 'kind',
      isFixed: true,
      render: ({ kind }) =>
        kind === 'group' ? (
          <FormattedMessage id="security.groups.kind.group" defaultMessage="Action group" />
        ) : (
          <FormattedMessage id="security.groups.kind.single" defaultMessage="Single permission" />
        ),
    },
    scopeColumn(
      'cluster',
      i18n.translate('security.groups.column.cluster', { defaultMessage: 'Cluster permission' })
    ),
    scopeColumn(
      'index',
      i18n.translate('security.groups.column.index', { defaultMessage: 'Index permission' })
    ),
    {
      ...actions,
      isOptional: true,
      render: (item) => (item.group ? actions.render(item) : DASH),
    },
    customizationColumn(({ isReserved }) => isReserved),
  ];
}

const scopeColumn = (scope: PermissionScope, name: string): ListColumn<PermissionItem> => ({
  id: scope,
  name,
  sortField: scope,
  render: ({ scopes }) =>
    scopes.includes(scope) ? (
      <EuiIcon
        type="check"
        aria-label={i18n.translate('security.groups.yes', { defaultMessage: 'Yes' })}
      />
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
