/** Columns of the role list. */
import { mappedBackendRoles } from '@sd/contracts';
import { t } from '@sd/core/public';
import { DASH, type LinkProps, type ListColumn, useLink, WrappingText } from '@sd/ui_kit';
import { type ReactNode, useMemo } from 'react';
import type { SearchItem } from '../../../../common';
import { changedColumn, NameCell, textsColumn } from '../../../components/entity_columns';
import { OutsideBadge } from '../../../components/history/outside_badge';
import { ROLE_PAGES } from '../paths';

type RoleItem = SearchItem<'roles'>;

export function useRoleColumns(): ReadonlyArray<ListColumn<RoleItem>> {
  const link = useLink();
  return useMemo(() => roleColumns(link), [link]);
}

function roleColumns(link: (path: string) => LinkProps): ReadonlyArray<ListColumn<RoleItem>> {
  return [
    {
      id: 'name',
      name: t('security.common.role', 'Role'),
      sortField: 'name',
      isFixed: true,
      width: '36%',
      render: ({ name, entity, changed_outside: isChangedOutside }) => (
        <NameCell
          isReserved={entity.reserved === true}
          isChangedOutside={isChangedOutside}
          description={entity.description}
        >
          <a {...link(ROLE_PAGES.view(name))}>
            <WrappingText text={name} />
          </a>
        </NameCell>
      ),
    },
    textsColumn(
      'index-permissions',
      t('security.common.indices', 'Indices'),
      ({ entity }) =>
        distinct(entity.index_permissions.flatMap((permission) => permission.index_patterns)),
      'index_patterns'
    ),
    textsColumn(
      'tenants',
      t('security.common.tenants', 'Tenants'),
      ({ entity }) =>
        distinct(entity.tenant_permissions.flatMap((permission) => permission.tenant_patterns)),
      'tenants'
    ),
    {
      id: 'users',
      name: t('security.common.users', 'Users'),
      render: (item) => (
        <>
          {holders(item, link)}
          {item.mapping_changed_outside && (
            <div>
              <OutsideBadge />
            </div>
          )}
        </>
      ),
    },
    {
      ...textsColumn(
        'cluster-permissions',
        t('security.common.clusterPermissions', 'Cluster permissions'),
        ({ entity }: RoleItem) => entity.cluster_permissions,
        'cluster_permissions'
      ),
      isOptional: true,
    },
    {
      ...textsColumn(
        'internal-users',
        t('security.common.mappedUsers', 'Mapped users'),
        ({ mapping }: RoleItem) => mapping?.users ?? [],
        'users'
      ),
      isOptional: true,
    },
    {
      ...textsColumn(
        'backend-roles',
        t('security.common.backendRoles', 'Backend roles'),
        ({ mapping }: RoleItem) => mappedBackendRoles(mapping),
        'backend_roles'
      ),
      isOptional: true,
    },
    changedColumn(),
  ];
}

function holders(
  { name, mapping, user_count: users = mapping?.users.length ?? 0 }: RoleItem,
  link: (path: string) => LinkProps
): ReactNode {
  const others = otherHolders(mappedBackendRoles(mapping).length, mapping?.hosts.length ?? 0);
  if (users === 0 && others === '') return DASH;
  return (
    <>
      <a {...link(ROLE_PAGES.mappedUsers(name))}>
        {t(
          'security.roles.userCount',
          '{users, plural, one {1 user} other {{users, number} users}}',
          { users }
        )}
      </a>
      {others !== '' && <div className="sdTable__second">{others}</div>}
    </>
  );
}

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

/** Users of an identity provider are not counted: they have the role by what is mapped to it. */
const otherHolders = (backendRoles: number, hosts: number): string =>
  [
    backendRoles > 0 &&
      t(
        'security.roles.mappedBackendRoles',
        '{count, plural, one {1 backend role} other {{count, number} backend roles}}',
        { count: backendRoles }
      ),
    hosts > 0 &&
      t(
        'security.roles.mappedHosts',
        '{hosts, plural, one {1 host} other {{hosts, number} hosts}}',
        { hosts }
      ),
  ]
    .filter((part) => part !== false)
    .join(', ');
