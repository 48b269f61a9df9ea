/** What can be done with tenants of the list. Ids and order: reference security-plugin 1.9. */
import { i18n } from '@sd/core/public';
import type { ListAction } from '@sd/ui_kit';
import { TENANT_PAGES } from '../routing/paths';
import type { TenantApp } from './tenant_apps';
import { isChangeable, type TenantItem } from './tenant_source';
import type { TenantSwitch } from './use_tenant_switch';

export interface TenantActionDeps {
  readonly apps: readonly TenantApp[];
  readonly open: (path: string) => void;
  readonly switchTo: TenantSwitch;
  readonly remove: (tenants: readonly TenantItem[]) => void;
}

export function tenantActions(deps: TenantActionDeps): ReadonlyArray<ListAction<TenantItem>> {
  const { apps, open, switchTo, remove } = deps;
  return [
    {
      id: 'switchTenant',
      label: i18n.translate('security.tenants.switch', {
        defaultMessage: 'Switch to selected tenant',
      }),
      iconType: 'merge',
      isForOne: true,
      run: ([tenant]) => void (tenant && switchTo(tenant)),
    },
    {
      id: 'edit',
      label: i18n.translate('security.tenants.edit', { defaultMessage: 'Edit' }),
      iconType: 'pencil',
      isForOne: true,
      run: ([tenant]) => tenant && open(TENANT_PAGES.edit(tenant.name)),
      disabledReason: reserved,
    },
    {
      id: 'duplicate',
      label: i18n.translate('security.tenants.duplicate', { defaultMessage: 'Duplicate' }),
      iconType: 'copy',
      isForOne: true,
      run: ([tenant]) => tenant && open(TENANT_PAGES.duplicate(tenant.name)),
      disabledReason: (tenants) =>
        tenants.some(({ entity }) => entity === undefined)
          ? i18n.translate('security.tenants.privateSelected', {
              defaultMessage: 'Everyone has a private tenant already; there is nothing to copy.',
            })
          : undefined,
    },
    ...apps.map((app) => createIn(app, switchTo)),
    {
      id: 'delete',
      label: i18n.translate('security.tenants.delete', { defaultMessage: 'Delete' }),
      iconType: 'trash',
      run: remove,
      disabledReason: reserved,
    },
  ];
}

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

const reserved = (tenants: readonly TenantItem[]): string | undefined =>
  tenants.every(isChangeable)
    ? undefined
    : i18n.translate('security.tenants.reservedSelected', {
        defaultMessage: 'Reserved tenants cannot be changed or deleted.',
      });
