/** Columns of the role list. Source: docs/reference/security-app.md#role-list. */
import { EuiLink } from '@elastic/eui';
import { mappedBackendRoles } from '@sd/contracts';
import { i18n } from '@sd/core/public';
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
      name: i18n.translate('security.roles.column.role', { defaultMessage: 'Role' }),
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
      i18n.translate('security.roles.column.cluster', { defaultMessage: 'Cluster permissions' }),
      ({ entity }) => entity.cluster_permissions,
      'cluster_permissions'
    ),
    textsColumn(
      'index-permissions',
      i18n.translate('security.roles.column.index', { defaultMessage: 'Index permissions' }),
      ({ entity }) =>
        distinct(entity.index_permissions.flatMap((permission) => permission.index_patterns)),
      'index_patterns'
    ),
    textsColumn(
      'internal-users',
      i18n.translate('security.roles.column.users', { defaultMessage: 'Internal users' }),
      ({ mapping }) => mapping?.users ?? [],
      'users'
    ),
    textsColumn(
      'backend-roles',
      i18n.translate('security.roles.column.backendRoles', { defaultMessage: 'Backend roles' }),
      ({ mapping }) => mappedBackendRoles(mapping),
      'backend_roles'
    ),
    textsColumn(
      'tenants',
      i18n.translate('security.roles.column.tenants', { defaultMessage: 'Tenants' }),
      ({ entity }) =>
        distinct(entity.tenant_permissions.flatMap((permission) => permission.tenant_patterns)),
      'tenants'
    ),
    changedColumn(),
    customizationColumn(({ entity }) => entity.reserved === true),
  ];
}

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];
