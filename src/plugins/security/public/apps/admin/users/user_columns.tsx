/** Columns of the internal user list. */
import { EuiBadge } from '@elastic/eui';
import { t } from '@sd/core/public';
import { SUSPENDED } from '@sd/contracts';
import { type Facet, type LinkProps, type ListColumn, useLink, WrappingText } from '@sd/ui_kit';
import { useMemo } from 'react';
import type { SearchItem } from '../../../../common';
import {
  changedColumn,
  descriptionColumn,
  NameCell,
  textsColumn,
} from '../../../components/entity_columns';
import { useFeature } from '../../../services/features';
import { isSuspended, visibleAttributes } from '../../../services/user_suspension';
import { USER_PAGES } from '../paths';
import { LastLogin, useLastLoginLoader } from './last_login';
import { UserFactors, useFactorsLoader } from './user_factors';

const statusText = (): string => t('security.common.status', 'Status');
const suspendedText = (): string => t('security.userView.suspended', 'Suspended');

/** Filter of the user list. */
export const statusFacet = (): Facet => ({
  name: 'status',
  label: statusText(),
  options: [{ value: SUSPENDED, label: suspendedText() }],
});

export type UserItem = SearchItem<'internalusers'>;

export function useUserColumns(
  currentName: string | undefined
): ReadonlyArray<ListColumn<UserItem>> {
  const link = useLink();
  const loader = useFactorsLoader();
  const lastLogins = useLastLoginLoader();
  const canSuspend = useFeature('suspension');
  return useMemo(
    () => userColumns(currentName, link, loader, lastLogins, canSuspend),
    [currentName, link, loader, lastLogins, canSuspend]
  );
}

function userColumns(
  currentName: string | undefined,
  link: (path: string) => LinkProps,
  loader: ReturnType<typeof useFactorsLoader>,
  lastLogins: ReturnType<typeof useLastLoginLoader>,
  canSuspend: boolean
): ReadonlyArray<ListColumn<UserItem>> {
  return [
    {
      id: 'name',
      name: t('security.common.username', 'Username'),
      sortField: 'name',
      isFixed: true,
      render: ({ name, entity, changed_outside: isChangedOutside }) => (
        <NameCell
          isReserved={entity.reserved === true}
          isChangedOutside={isChangedOutside}
          badges={[
            name === currentName && (
              <EuiBadge key="current" color="hollow">
                {t('security.common.current', 'Current')}
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
      t('security.common.roles', 'Roles'),
      ({ roles, entity }) => roles ?? entity.opendistro_security_roles ?? [],
      'roles'
    ),
    ...(canSuspend
      ? [
          {
            id: 'status',
            name: statusText(),
            render: ({ entity }: UserItem) =>
              isSuspended(entity) ? (
                <EuiBadge color="warning">{suspendedText()}</EuiBadge>
              ) : (
                t('security.common.active', 'Active')
              ),
          },
        ]
      : []),
    {
      id: 'last-login',
      name: t('security.userPermissions.lastLogin', 'Last login'),
      width: '15.5em',
      render: ({ name }) => <LastLogin name={name} loader={lastLogins} />,
    },
    {
      ...textsColumn(
        'backend-roles',
        t('security.common.backendRoles', 'Backend roles'),
        ({ entity }: UserItem) => entity.backend_roles ?? [],
        'backend_roles'
      ),
      isOptional: true,
    },
    { ...descriptionColumn(({ entity }: UserItem) => entity.description), isOptional: true },
    {
      ...textsColumn(
        'attributes',
        t('security.common.attributes', 'Attributes'),
        ({ entity }: UserItem) =>
          Object.entries(visibleAttributes(entity)).map(([key, value]) => `${key}: "${value}"`),
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
