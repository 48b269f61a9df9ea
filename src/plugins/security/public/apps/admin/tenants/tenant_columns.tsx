/** Columns of the tenant list. */
import { EuiBadge } from '@elastic/eui';
import { t } from '@sd/core/public';
import { WrappingText, type ListColumn, useLink } from '@sd/ui_kit';
import { descriptionColumn, NameCell } from '../../../components/entity_columns';
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
      name: t('security.common.name', 'Name'),
      sortField: 'name',
      isFixed: true,
      render: (item) => (
        <NameCell
          isReserved={item.reserved}
          isChangedOutside={item.isChangedOutside}
          badges={[
            item.tenantValue === current && (
              <EuiBadge key="current" color="hollow">
                {t('security.common.current', 'Current')}
              </EuiBadge>
            ),
          ]}
        >
          {isChangeable(item) ? (
            <a {...link(TENANT_PAGES.edit(item.name))}>
              <WrappingText text={item.tenant} />
            </a>
          ) : (
            <WrappingText text={item.tenant} />
          )}
        </NameCell>
      ),
    },
    descriptionColumn(({ description }) => description),
    ...TENANT_APPS.filter((app) => apps.includes(app)).map((app) => appColumn(app, open)),
  ];
}

function appColumn(app: TenantApp, open: TenantColumnsOptions['open']): ListColumn<TenantItem> {
  const isDashboards = app === 'dashboards';
  return {
    id: app,
    name: isDashboards
      ? t('security.tenants.column.dashboard', 'Dashboard')
      : t('security.tenants.column.visualizations', 'Visualizations'),
    render: (item) => (
      <button
        type="button"
        className="sdTextButton"
        onClick={() => open(item, app)}
        aria-label={
          isDashboards
            ? t('security.tenants.viewDashboardOf', 'View dashboard: {tenant}', {
                tenant: item.tenant,
              })
            : t('security.tenants.viewVisualizationsOf', 'View visualizations: {tenant}', {
                tenant: item.tenant,
              })
        }
      >
        {isDashboards
          ? t('security.tenants.viewDashboard', 'View dashboard')
          : t('security.tenants.viewVisualizations', 'View visualizations')}
      </button>
    ),
  };
}
