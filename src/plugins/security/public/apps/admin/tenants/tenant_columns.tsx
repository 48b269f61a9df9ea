/**
 * Columns of the tenant list. Source: specification section 3, "Tenant list item";
 * docs/reference/security-app.md#tenants.
 */
import { EuiBadge, EuiFlexGroup, EuiFlexItem, EuiLink } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { WrappingText, type ListColumn, useLink } from '@sd/ui_kit';
import { customizationColumn, descriptionColumn } from '../../../components/entity_columns';
import { TENANT_PAGES } from '../paths';
import { TENANT_APPS, type TenantApp } from './tenant_apps';
import { isChangeable, type TenantItem } from './tenant_source';

export interface TenantColumnsOptions {
  /** Wire name of the current tenant. */
  readonly current: string | undefined;
  readonly apps: readonly TenantApp[];
  readonly open: (tenant: TenantItem, app: TenantApp) => void;
}

export function useTenantColumns({
  current,
  apps,
  open,
}: TenantColumnsOptions): ReadonlyArray<ListColumn<TenantItem>> {
  const link = useLink();
  return [
    {
      id: 'name',
      name: i18n.translate('security.tenants.column.name', { defaultMessage: 'Name' }),
      sortField: 'name',
      isFixed: true,
      render: (item) => (
        <EuiFlexGroup gutterSize="s" alignItems="center" responsive={false} wrap>
          <EuiFlexItem grow={false} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {isChangeable(item) ? (
              <EuiLink {...link(TENANT_PAGES.edit(item.name))}>
                <WrappingText text={item.tenant} />
              </EuiLink>
            ) : (
              <WrappingText text={item.tenant} />
            )}
          </EuiFlexItem>
          {item.tenantValue === current && (
            <EuiFlexItem grow={false}>
              <EuiBadge color="hollow">
                <FormattedMessage id="security.tenants.current" defaultMessage="Current" />
              </EuiBadge>
            </EuiFlexItem>
          )}
        </EuiFlexGroup>
      ),
    },
    descriptionColumn(({ description }) => description),
    ...TENANT_APPS.filter((app) => apps.includes(app)).map((app) => appColumn(app, open)),
    customizationColumn(({ reserved }) => reserved),
  ];
}

function appColumn(app: TenantApp, open: TenantColumnsOptions['open']): ListColumn<TenantItem> {
  const isDashboards = app === 'dashboards';
  return {
    id: app,
    name: isDashboards
      ? i18n.translate('security.tenants.column.dashboard', { defaultMessage: 'Dashboard' })
      : i18n.translate('security.tenants.column.visualizations', {
          defaultMessage: 'Visualizations',
        }),
    render: (item) => (
      <EuiLink
        onClick={() => open(item, app)}
        aria-label={
          isDashboards
            ? i18n.translate('security.tenants.viewDashboardOf', {
                defaultMessage: 'View dashboard: {tenant}',
                values: { tenant: item.tenant },
              })
            : i18n.translate('security.tenants.viewVisualizationsOf', {
                defaultMessage: 'View visualizations: {tenant}',
                values: { tenant: item.tenant },
              })
        }
      >
        {isDashboards ? (
          <FormattedMessage id="security.tenants.viewDashboard" defaultMessage="View dashboard" />
        ) : (
          <FormattedMessage
            id="security.tenants.viewVisualizations"
            defaultMessage="View visualizations"
          />
        )}
      </EuiLink>
    ),
  };
}
