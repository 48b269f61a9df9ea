/** Columns of the internal user list. Source: docs/reference/security-app.md#internal-users. */
import { EuiBadge, EuiFlexGroup, EuiFlexItem, EuiLink } from '@elastic/eui';
import { t } from '@sd/core/public';
import { WrappingText, type ListColumn, useLink } from '@sd/ui_kit';
import type { SearchItem } from '../../../../common';
import {
  changedColumn,
  customizationColumn,
  descriptionColumn,
  textsColumn,
} from '../../../components/entity_columns';
import { USER_PAGES } from '../paths';
import { UserFactors, useFactorsLoader } from './user_factors';

export type UserItem = SearchItem<'internalusers'>;

export function useUserColumns(
  currentName: string | undefined
): ReadonlyArray<ListColumn<UserItem>> {
  const link = useLink();
  const loader = useFactorsLoader();
  return [
    {
      id: 'name',
      name: t('security.users.column.name', 'Username'),
      sortField: 'name',
      isFixed: true,
      render: ({ name }) => (
        <EuiFlexGroup gutterSize="s" alignItems="center" responsive={false} wrap>
          <EuiFlexItem grow={false} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <EuiLink {...link(USER_PAGES.view(name))}>
              <WrappingText text={name} />
            </EuiLink>
          </EuiFlexItem>
          {name === currentName && (
            <EuiFlexItem grow={false}>
              <EuiBadge color="hollow">{t('security.users.current', 'Current')}</EuiBadge>
            </EuiFlexItem>
          )}
        </EuiFlexGroup>
      ),
    },
    { ...descriptionColumn(({ entity }) => entity.description), isOptional: true },
    textsColumn(
      'backend-roles',
      t('security.users.column.backendRoles', 'Backend roles'),
      ({ entity }) => entity.backend_roles ?? [],
      'backend_roles'
    ),
    textsColumn(
      'roles',
      t('security.users.column.roles', 'Roles'),
      ({ roles, entity }) => roles ?? entity.opendistro_security_roles ?? [],
      'roles'
    ),
    textsColumn(
      'attributes',
      t('security.users.column.attributes', 'Attributes'),
      ({ entity }) =>
        Object.entries(entity.attributes ?? {}).map(([key, value]) => `${key}: "${value}"`),
      'attributes'
    ),
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
    customizationColumn(({ entity }) => entity.reserved === true),
  ];
}
