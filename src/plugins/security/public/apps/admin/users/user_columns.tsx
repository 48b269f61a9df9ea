/** Columns of the internal user list. Source: docs/reference/security-app.md#internal-users. */
import { EuiBadge } from '@elastic/eui';
import { t } from '@sd/core/public';
import { type LinkProps, type ListColumn, useLink, WrappingText } from '@sd/ui_kit';
import { useMemo } from 'react';
import type { SearchItem } from '../../../../common';
import {
  changedColumn,
  descriptionColumn,
  NameCell,
  textsColumn,
} from '../../../components/entity_columns';
import { isSuspended, SUSPENSION_ATTRIBUTE } from '../../../services/user_suspension';
import { USER_PAGES } from '../paths';
import { UserFactors, useFactorsLoader } from './user_factors';

export type UserItem = SearchItem<'internalusers'>;

export function useUserColumns(
  currentName: string | undefined
): ReadonlyArray<ListColumn<UserItem>> {
  const link = useLink();
  const loader = useFactorsLoader();
  return useMemo(() => userColumns(currentName, link, loader), [currentName, link, loader]);
}

function userColumns(
  currentName: string | undefined,
  link: (path: string) => LinkProps,
  loader: ReturnType<typeof useFactorsLoader>
): ReadonlyArray<ListColumn<UserItem>> {
  return [
    {
      id: 'name',
      name: t('security.users.column.name', 'Username'),
      sortField: 'name',
      isFixed: true,
      render: ({ name, entity }) => (
        <NameCell
          isReserved={entity.reserved === true}
          badges={[
            name === currentName && (
              <EuiBadge key="current" color="hollow">
                {t('security.users.current', 'Current')}
              </EuiBadge>
            ),
            isSuspended(entity) && (
              <EuiBadge key="suspended" color="warning">
                {t('security.userView.suspended', 'Suspended')}
              </EuiBadge>
            ),
          ]}
        >
          <a {...link(USER_PAGES.view(name))}>
            <WrappingText text={name} />
          </a>
        </NameCell>
      ),
    },
    textsColumn(
      'roles',
      t('security.users.column.roles', 'Roles'),
      ({ roles, entity }) => roles ?? entity.opendistro_security_roles ?? [],
      'roles'
    ),
    textsColumn(
      'backend-roles',
      t('security.users.column.backendRoles', 'Backend roles'),
      ({ entity }) => entity.backend_roles ?? [],
      'backend_roles'
    ),
    { ...descriptionColumn(({ entity }: UserItem) => entity.description), isOptional: true },
    {
      ...textsColumn(
        'attributes',
        t('security.users.column.attributes', 'Attributes'),
        ({ entity }: UserItem) =>
          Object.entries(entity.attributes ?? {})
            .filter(([key]) => key !== SUSPENSION_ATTRIBUTE)
            .map(([key, value]) => `${key}: "${value}"`),
        'attributes'
      ),
      isOptional: true,
    },
    ...(loader
      ? [
          {
            id: 'factors',
            name: t('security.users.column.factors', 'Two-factor'),
            sortField: 'factors',
            isOptional: true,
            render: ({ name }: UserItem) => <UserFactors name={name} loader={loader} />,
          },
        ]
      : []),
    changedColumn(),
  ];
}
