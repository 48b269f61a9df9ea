/** Columns of the role list. Source: docs/reference/security-app.md#role-list. */
import { EuiLink } from '@elastic/eui';
import { mappedBackendRoles } from '@sd/contracts';
import { t } from '@sd/core/public';
import { WrappingText, type ListColumn, useLink } from '@sd/ui_kit';
import type { SearchItem } from '../../../../common';
import {
  changedColumn,
  customizationColumn,
  descriptionColumn,
  textsColumn,
} from '../../../components/entity_columns';
import { ROLE_PAGES } from '../paths';

type RoleItem = SearchItem<'roles'>;

export function useRoleColumns(): ReadonlyArray<ListColumn<RoleItem>> {
  const link = useLink();
  return [
    {
      id: 'name',
      name: t('security.roles.column.role', 'Role'),
      sortField: 'name',
      isFixed: true,
      width: '16em',
      render: ({ name }) => (
        <EuiLink {...link(ROLE_PAGES.view(name))} style={{ overflowWrap: 'anywhere' }}>
          <WrappingText text={name} />
        </EuiLink>
      ),
    },
    { ...descriptionColumn(({ entity }) => entity.description), isOptional: true },
    textsColumn(
      'cluster-permissions',
      t('security.roles.column.cluster', 'Cluster permissions'),
      ({ entity }) => entity.cluster_permissions,
      'cluster_permissions'
    ),
    textsColumn(
      'index-permissions',
      t('security.roles.column.index', 'Index permissions'),
      ({ entity }) =>
        distinct(entity.index_permissions.flatMap((permission) => permission.index_patterns)),
      'index_patterns'
    ),
    textsColumn(
      'internal-users',
      t('security.roles.column.users', 'Users'),
      ({ mapping }) => mapping?.users ?? [],
      'users'
    ),
    textsColumn(
      'backend-roles',
      t('security.roles.column.backendRoles', 'Backend roles'),
      ({ mapping }) => mappedBackendRoles(mapping),
      'backend_roles'
    ),
    textsColumn(
      'tenants',
      t('security.roles.column.tenants', 'Tenants'),
      ({ entity }) =>
        distinct(entity.tenant_permissions.flatMap((permission) => permission.tenant_patterns)),
      'tenants'
    ),
    changedColumn(),
    customizationColumn(({ entity }) => entity.reserved === true),
  ];
}

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];
