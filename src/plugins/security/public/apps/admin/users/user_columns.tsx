/** Columns of the list of internal users. Source: reference security-plugin 1.7; effective roles: demand.md 5. */
import {
  EuiBadge,
  type EuiBasicTableColumn,
  EuiFlexGroup,
  EuiFlexItem,
  EuiLink,
} from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { SearchItem } from '../../../../common';
import { CustomizationLabel } from '../../../components/customization_label';
import { TruncatedList } from '../../../components/truncated_list';
import { USER_PAGES } from '../routing/paths';
import { useLink } from '../routing/use_link';

export type UserItem = SearchItem<'internalusers'>;

export function useUserColumns(
  currentName: string | undefined
): Array<EuiBasicTableColumn<UserItem>> {
  const link = useLink();
  const listColumn = (
    name: string,
    itemsOf: (item: UserItem) => readonly string[]
  ): EuiBasicTableColumn<UserItem> => ({
    name,
    render: (item: UserItem) => (
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
      field: 'name',
      name: i18n.translate('security.users.column.name', { defaultMessage: 'Username' }),
      sortable: true,
      render: (name: string) => (
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
    listColumn(
      i18n.translate('security.users.column.backendRoles', { defaultMessage: 'Backend roles' }),
      ({ entity }) => entity.backend_roles ?? []
    ),
    listColumn(
      i18n.translate('security.users.column.roles', { defaultMessage: 'Roles' }),
      ({ roles, entity }) => roles ?? entity.opendistro_security_roles ?? []
    ),
    listColumn(
      i18n.translate('security.users.column.attributes', { defaultMessage: 'Attributes' }),
      ({ entity }) =>
        Object.entries(entity.attributes ?? {}).map(([key, value]) => `${key}: "${value}"`)
    ),
    {
      name: i18n.translate('security.users.column.customization', {
        defaultMessage: 'Customization',
      }),
      render: ({ entity }: UserItem) => (
        <CustomizationLabel isReserved={entity.reserved === true} />
      ),
    },
  ];
}
