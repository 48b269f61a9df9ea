/**
 * What can be done with tenants beside what all entities have. Ids and order:
 * docs/reference/security-app.md#tenants.
 */
import { i18n } from '@sd/core/public';
import type { ListAction } from '@sd/ui_kit';
import type { TenantApp } from './tenant_apps';
import { isChangeable, type TenantItem } from './tenant_source';
import type { TenantSwitch } from './use_tenant_switch';

export const switchAction = (switchTo: TenantSwitch): ListAction<TenantItem> => ({
  id: 'switchTenant',
  label: i18n.translate('security.tenants.switch', {
    defaultMessage: 'Switch to selected tenant',
  }),
  iconType: 'merge',
  isForOne: true,
  run: ([tenant]) => void (tenant && switchTo(tenant)),
});

/** Of the apps that show what a tenant holds. */
export const appActions = (
  apps: readonly TenantApp[],
  switchTo: TenantSwitch
): ReadonlyArray<ListAction<TenantItem>> => apps.map((app) => createIn(app, switchTo));

const createIn = (app: TenantApp, switchTo: TenantSwitch): ListAction<TenantItem> => ({
  id: app === 'dashboards' ? 'createDashboard' : 'createVisualizations',
  label:
    app === 'dashboards'
      ? i18n.translate('security.tenants.createDashboard', { defaultMessage: 'Create dashboard' })
      : i18n.translate('security.tenants.createVisualizations', {
          defaultMessage: 'Create visualizations',
        }),
  iconType: 'plusCircle',
  isForOne: true,
  run: ([tenant]) => void (tenant && switchTo(tenant, app)),
});

export const reserved = (tenants: readonly TenantItem[]): string | undefined =>
  tenants.every(isChangeable)
    ? undefined
    : i18n.translate('security.tenants.reservedSelected', {
        defaultMessage: 'Reserved tenants cannot be changed or deleted.',
      });

export const uncopyable = (tenants: readonly TenantItem[]): string | undefined =>
  tenants.some(({ entity }) => entity === undefined)
    ? i18n.translate('security.tenants.privateSelected', {
        defaultMessage: 'Everyone has a private tenant already; there is nothing to copy.',
      })
    : undefined;
