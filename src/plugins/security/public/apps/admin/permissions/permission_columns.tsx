/**
 * Columns of the list of permissions. Source:
 * docs/reference/security-app.md#permissions-and-action-groups.
 */
import { EuiIcon, EuiLink } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { WrappingText, DASH, type ListColumn, useLink } from '@sd/ui_kit';
import { customizationColumn, textsColumn } from '../../../components/entity_columns';
import { GROUP_PAGES } from '../paths';
import type { PermissionItem, PermissionScope } from './permission_source';

const BREAKING = { overflowWrap: 'anywhere' } as const;

export function usePermissionColumns(): ReadonlyArray<ListColumn<PermissionItem>> {
  const link = useLink();
  const actions = textsColumn<PermissionItem>(
    'actions',
    i18n.translate('security.groups.column.actions', { defaultMessage: 'Allowed actions' }),
    ({ group }) => group?.allowed_actions ?? [],
    'allowed_actions'
  );
  return [
    {
      id: 'name',
      name: i18n.translate('security.groups.column.name', { defaultMessage: 'Name' }),
      sortField: 'name',
      isFixed: true,
      render: ({ name, kind }) =>
        kind === 'group' ? (
          <EuiLink {...link(GROUP_PAGES.view(name))} style={BREAKING}>
            <WrappingText text={name} />
          </EuiLink>
        ) : (
          <span style={BREAKING}>
            <WrappingText text={name} />
          </span>
        ),
    },
    {
      id: 'type',
      name: i18n.translate('security.groups.column.type', { defaultMessage: 'Type' }),
      sortField: 'kind',
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
      ...actions,
      isOptional: true,
      render: (item) => (item.group ? actions.render(item) : DASH),
    },
    customizationColumn(({ isReserved }) => isReserved),
  ];
}

const scopeColumn = (scope: PermissionScope, name: string): ListColumn<PermissionItem> => ({
  id: scope,
  name,
  sortField: scope,
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
