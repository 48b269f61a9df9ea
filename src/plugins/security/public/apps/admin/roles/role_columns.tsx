/** Columns of the role list. Source: reference security-plugin 1.6.1. */
import { type EuiBasicTableColumn, EuiLink } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import type { SearchItem } from '../../../../common';
import { CustomizationLabel } from '../../../components/customization_label';
import { TruncatedList } from '../../../components/truncated_list';
import { ROLE_PAGES } from '../routing/paths';
import { useLink } from '../routing/use_link';

type RoleItem = SearchItem<'roles'>;

export function useRoleColumns(): Array<EuiBasicTableColumn<RoleItem>> {
  const link = useLink();
  const listColumn = (
    id: string,
    name: string,
    itemsOf: (item: RoleItem) => readonly string[]
  ): EuiBasicTableColumn<RoleItem> => ({
    name,
    render: (item: RoleItem) => (
      <TruncatedList
        items={itemsOf(item)}
        label={i18n.translate('security.roles.listLabel', {
          defaultMessage: '{column} of {role}',
          values: { column: name, role: item.name },
        })}
      />
    ),
    'data-test-subj': id,
  });
  return [
    {
      field: 'name',
      name: i18n.translate('security.roles.column.role', { defaultMessage: 'Role' }),
      sortable: true,
      render: (name: string) => (
        <EuiLink {...link(ROLE_PAGES.view(name))} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </EuiLink>
      ),
    },
    listColumn(
      'cluster-permissions',
      i18n.translate('security.roles.column.cluster', { defaultMessage: 'Cluster permissions' }),
      ({ entity }) => entity.cluster_permissions
    ),
    listColumn(
      'index-permissions',
      i18n.translate('security.roles.column.index', { defaultMessage: 'Index permissions' }),
      ({ entity }) =>
        distinct(entity.index_permissions.flatMap((permission) => permission.index_patterns))
    ),
    listColumn(
      'internal-users',
      i18n.translate('security.roles.column.users', { defaultMessage: 'Internal users' }),
      ({ mapping }) => mapping?.users ?? []
    ),
    listColumn(
      'backend-roles',
      i18n.translate('security.roles.column.backendRoles', { defaultMessage: 'Backend roles' }),
      ({ mapping }) =>
        distinct([...(mapping?.backend_roles ?? []), ...(mapping?.and_backend_roles ?? [])])
    ),
    listColumn(
      'tenants',
      i18n.translate('security.roles.column.tenants', { defaultMessage: 'Tenants' }),
      ({ entity }) =>
        distinct(entity.tenant_permissions.flatMap((permission) => permission.tenant_patterns))
    ),
    {
      name: i18n.translate('security.roles.column.customization', {
        defaultMessage: 'Customization',
      }),
      render: ({ entity }: RoleItem) => (
        <CustomizationLabel isReserved={entity.reserved === true} />
      ),
    },
  ];
}

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];
