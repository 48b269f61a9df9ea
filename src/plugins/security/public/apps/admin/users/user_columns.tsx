/** Columns of the list of internal users. Source: reference security-plugin 1.7; effective roles: demand.md 5. */
import { EuiBadge, EuiFlexGroup, EuiFlexItem, EuiLink } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { DASH, type ListColumn, TruncatedList, useLink } from '@sd/ui_kit';
import type { SearchItem } from '../../../../common';
import { CustomizationLabel } from '../../../components/customization_label';
import { USER_PAGES } from '../routing/paths';

export type UserItem = SearchItem<'internalusers'>;

export function useUserColumns(
  currentName: string | undefined
): ReadonlyArray<ListColumn<UserItem>> {
  const link = useLink();
  const listColumn = (
    id: string,
    name: string,
    itemsOf: (item: UserItem) => readonly string[]
  ): ListColumn<UserItem> => ({
    id,
    name,
    render: (item) => (
      <TruncatedList
        items={itemsOf(item)}
        label={i18n.translate('security.users.listLabel', {
          defaultMessage: '{column} of {user}',
          values: { column: name, user: item.name },
        })}
      />
    ),
  });
  return [
    {
      id: 'name',
      name: i18n.translate('security.users.column.name', { defaultMessage: 'Username' }),
      sortField: 'name',
      isFixed: true,
      render: ({ name }) => (
        <EuiFlexGroup gutterSize="s" alignItems="center" responsive={false} wrap>
          <EuiFlexItem grow={false} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <EuiLink {...link(USER_PAGES.edit(name))}>{name}</EuiLink>
          </EuiFlexItem>
          {name === currentName && (
            <EuiFlexItem grow={false}>
              <EuiBadge color="hollow">
                <FormattedMessage id="security.users.current" defaultMessage="Current" />
              </EuiBadge>
            </EuiFlexItem>
          )}
        </EuiFlexGroup>
      ),
    },
    {
      id: 'description',
      name: i18n.translate('security.users.column.description', { defaultMessage: 'Description' }),
      isOptional: true,
      render: ({ entity }) => entity.description || DASH,
    },
    listColumn(
      'backend-roles',
      i18n.translate('security.users.column.backendRoles', { defaultMessage: 'Backend roles' }),
      ({ entity }) => entity.backend_roles ?? []
    ),
    listColumn(
      'roles',
      i18n.translate('security.users.column.roles', { defaultMessage: 'Roles' }),
      ({ roles, entity }) => roles ?? entity.opendistro_security_roles ?? []
    ),
    listColumn(
      'attributes',
      i18n.translate('security.users.column.attributes', { defaultMessage: 'Attributes' }),
      ({ entity }) =>
        Object.entries(entity.attributes ?? {}).map(([key, value]) => `${key}: "${value}"`)
    ),
    {
      id: 'customization',
      name: i18n.translate('security.users.column.customization', {
        defaultMessage: 'Customization',
      }),
      isFixed: true,
      render: ({ entity }) => <CustomizationLabel isReserved={entity.reserved === true} />,
    },
  ];
}
