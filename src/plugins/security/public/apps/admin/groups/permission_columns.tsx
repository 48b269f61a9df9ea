/** Columns of the list of permissions. Source: reference security-plugin 1.8. */
import { EuiIcon, EuiLink } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { DASH, type ListColumn, TruncatedList, useLink } from '@sd/ui_kit';
import { CustomizationLabel } from '../../../components/customization_label';
import { GROUP_PAGES } from '../routing/paths';
import type { PermissionItem, PermissionScope } from './permission_source';

export function usePermissionColumns(): ReadonlyArray<ListColumn<PermissionItem>> {
  const link = useLink();
  const actions = i18n.translate('security.groups.column.actions', {
    defaultMessage: 'Allowed actions',
  });
  return [
    {
      id: 'name',
      name: i18n.translate('security.groups.column.name', { defaultMessage: 'Name' }),
      sortField: 'name',
      isFixed: true,
      render: ({ name, kind }) =>
        kind === 'group' ? (
          <EuiLink {...link(GROUP_PAGES.view(name))}>{name}</EuiLink>
        ) : (
          <span>{name}</span>
        ),
    },
    {
      id: 'type',
      name: i18n.translate('security.groups.column.type', { defaultMessage: 'Type' }),
      isFixed: true,
      render: ({ kind }) =>
        kind === 'group' ? (
          <FormattedMessage id="security.groups.kind.group" defaultMessage="Action group" />
        ) : (
          <FormattedMessage id="security.groups.kind.single" defaultMessage="Single permission" />
        ),
    },
    scopeColumn(
      'cluster',
      i18n.translate('security.groups.column.cluster', { defaultMessage: 'Cluster permission' })
    ),
    scopeColumn(
      'index',
      i18n.translate('security.groups.column.index', { defaultMessage: 'Index permission' })
    ),
    {
      id: 'actions',
      name: actions,
      isOptional: true,
      render: ({ name, group }) =>
        group ? (
          <TruncatedList
            items={group.allowed_actions}
            label={i18n.translate('security.groups.listLabel', {
              defaultMessage: '{column} of {group}',
              values: { column: actions, group: name },
            })}
          />
        ) : (
          DASH
        ),
    },
    {
      id: 'customization',
      name: i18n.translate('security.groups.column.customization', {
        defaultMessage: 'Customization',
      }),
      isFixed: true,
      render: ({ isReserved }) => <CustomizationLabel isReserved={isReserved} />,
    },
  ];
}

const scopeColumn = (scope: PermissionScope, name: string): ListColumn<PermissionItem> => ({
  id: scope,
  name,
  render: ({ scopes }) =>
    scopes.includes(scope) ? (
      <EuiIcon
        type="check"
        aria-label={i18n.translate('security.groups.yes', { defaultMessage: 'Yes' })}
      />
    ) : (
      DASH
    ),
});
