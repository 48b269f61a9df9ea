/** The roles of the cluster. Source: reference security-plugin 1.6.1; searched, sorted and paged by the server. */
import { EuiButton } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type Facet, type ListAction, ListPage, useLink, useList } from '@sd/ui_kit';
import { type ReactElement, useMemo, useState } from 'react';
import type { SearchItem } from '../../../../common';
import { customizationFacet } from '../../../components/customization_facet';
import { ResourceDeleteDialog } from '../../../components/resource_delete_dialog';
import { resourceSource } from '../../../components/resource_list';
import { TOAST_LIFETIME_MS } from '../../../components/toast_lifetime';
import { useAdmin } from '../../../services/admin_context';
import { ROLE_PAGES } from '../routing/paths';
import { useRoleColumns } from './role_columns';
import { RoleDeletion } from './role_deletion';

type RoleItem = SearchItem<'roles'>;

const FACETS: readonly string[] = [
  'cluster_permissions',
  'index_patterns',
  'users',
  'backend_roles',
  'tenants',
];

const facets = (): readonly Facet[] => [
  {
    name: 'cluster_permissions',
    label: i18n.translate('security.roles.facet.cluster', {
      defaultMessage: 'Cluster permissions',
    }),
  },
  {
    name: 'index_patterns',
    label: i18n.translate('security.roles.facet.index', { defaultMessage: 'Index permissions' }),
  },
  {
    name: 'users',
    label: i18n.translate('security.roles.facet.users', { defaultMessage: 'Internal users' }),
  },
  {
    name: 'backend_roles',
    label: i18n.translate('security.roles.facet.backendRoles', { defaultMessage: 'Backend roles' }),
  },
  {
    name: 'tenants',
    label: i18n.translate('security.roles.facet.tenants', { defaultMessage: 'Tenants' }),
  },
  customizationFacet(),
];

export function RoleListPage(): ReactElement {
  const { client, core, kit } = useAdmin();
  const { history } = kit.services;
  const link = useLink();
  const list = useList(useMemo(() => resourceSource(client, 'roles', FACETS), [client]));
  const columns = useRoleColumns();
  const [toDelete, setToDelete] = useState<readonly RoleItem[]>();
  const actions = useMemo(
    () => roleActions({ open: (path) => history.push(path), remove: setToDelete }),
    [history]
  );

  const finishDeleting = (deleted: readonly string[]) => {
    setToDelete(undefined);
    if (deleted.length === 0) return;
    list.deselect(deleted);
    core.notifications.toasts.addSuccess({
      title: i18n.translate('security.roles.deleted', {
        defaultMessage: '{count, plural, one {Role "{name}" deleted.} other {# roles deleted.}}',
        values: { count: deleted.length, name: deleted[0] },
      }),
      toastLifeTimeMs: TOAST_LIFETIME_MS,
    });
  };

  return (
    <ListPage<RoleItem>
      id="roles"
      title={i18n.translate('security.roles.title', { defaultMessage: 'Roles' })}
      description={
        <FormattedMessage
          id="security.roles.intro"
          defaultMessage="Roles control who may do what. A role combines permissions on the cluster and on indices, security of documents and fields, and access to tenants. Map users or backend roles to a role to grant it."
        />
      }
      list={list}
      searchLabel={i18n.translate('security.roles.search', { defaultMessage: 'Search roles' })}
      facets={facets()}
      columns={columns}
      actions={actions}
      create={
        <EuiButton
          fill
          iconType="plusCircle"
          {...link(ROLE_PAGES.create)}
          data-test-subj="create-role"
        >
          <FormattedMessage id="security.roles.create" defaultMessage="Create role" />
        </EuiButton>
      }
      data-test-subj="role-list"
    >
      {toDelete && (
        <ResourceDeleteDialog
          resource="roles"
          names={toDelete.map(({ name }) => name)}
          entities={i18n.translate('security.roles.entities', { defaultMessage: 'role(s)' })}
          consequences={<RoleDeletion mappings={toDelete.map(({ mapping }) => mapping)} />}
          onClose={finishDeleting}
        />
      )}
    </ListPage>
  );
}

interface RoleActionDeps {
  readonly open: (path: string) => void;
  readonly remove: (roles: readonly RoleItem[]) => void;
}

function roleActions({ open, remove }: RoleActionDeps): ReadonlyArray<ListAction<RoleItem>> {
  const reserved = (roles: readonly RoleItem[]): string | undefined =>
    roles.some(({ entity }) => entity.reserved)
      ? i18n.translate('security.roles.reservedSelected', {
          defaultMessage: 'Reserved roles cannot be changed or deleted.',
        })
      : undefined;
  return [
    {
      id: 'edit',
      label: i18n.translate('security.roles.edit', { defaultMessage: 'Edit' }),
      iconType: 'pencil',
      isForOne: true,
      run: ([role]) => role && open(ROLE_PAGES.edit(role.name)),
      disabledReason: reserved,
    },
    {
      id: 'duplicate',
      label: i18n.translate('security.roles.duplicate', { defaultMessage: 'Duplicate' }),
      iconType: 'copy',
      isForOne: true,
      run: ([role]) => role && open(ROLE_PAGES.duplicate(role.name)),
    },
    {
      id: 'delete',
      label: i18n.translate('security.roles.delete', { defaultMessage: 'Delete' }),
      iconType: 'trash',
      run: remove,
      disabledReason: reserved,
    },
  ];
}
