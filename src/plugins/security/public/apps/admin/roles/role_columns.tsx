/** Columns of the role list. Source: reference security-plugin 1.6.1. */
import { EuiLink } from '@elastic/eui';
import { mappedBackendRoles } from '@sd/contracts';
import { i18n } from '@sd/core/public';
import { DASH, type ListColumn, TruncatedList, useLink } from '@sd/ui_kit';
import type { SearchItem } from '../../../../common';
import { CustomizationLabel } from '../../../components/customization_label';
import { ROLE_PAGES } from '../routing/paths';

type RoleItem = SearchItem<'roles'>;

export function useRoleColumns(): ReadonlyArray<ListColumn<RoleItem>> {
  const link = useLink();
  const listColumn = (
    id: string,
    name: string,
    itemsOf: (item: RoleItem) => readonly string[]
  ): ListColumn<RoleItem> => ({
    id,
    name,
    render: (item) => (
      <TruncatedList
        items={itemsOf(item)}
        label={i18n.translate('security.roles.listLabel', {
          defaultMessage: '{column} of {role}',
          values: { column: name, role: item.name },
        })}
      />
    ),
  });
  return [
    {
      id: 'name',
      name: i18n.translate('security.roles.column.role', { defaultMessage: 'Role' }),
      sortField: 'name',
      isFixed: true,
      render: ({ name }) => (
        <EuiLink {...link(ROLE_PAGES.view(name))} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </EuiLink>
      ),
    },
    {
      id: 'description',
      name: i18n.translate('security.roles.column.description', { defaultMessage: 'Description' }),
      isOptional: true,
      render: ({ entity }) => entity.description || DASH,
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
      ({ mapping }) => mappedBackendRoles(mapping)
    ),
    listColumn(
      'tenants',
      i18n.translate('security.roles.column.tenants', { defaultMessage: 'Tenants' }),
      ({ entity }) =>
        distinct(entity.tenant_permissions.flatMap((permission) => permission.tenant_patterns))
    ),
    {
      id: 'customization',
      name: i18n.translate('security.roles.column.customization', {
        defaultMessage: 'Customization',
      }),
      isFixed: true,
      render: ({ entity }) => <CustomizationLabel isReserved={entity.reserved === true} />,
    },
  ];
}

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];
