/**
 * Works in another tenant from now on. Source: specification section 7, `POST multitenancy/tenant`.
 */
import { i18n, errorText } from '@sd/core/public';
import { useAdmin } from '../../../services/admin_context';
import { enterTenant } from '../../../services/enter_tenant';
import type { TenantApp } from './tenant_apps';
import type { TenantItem } from './tenant_source';

export type TenantSwitch = (tenant: TenantItem, app?: TenantApp) => Promise<void>;

/** Loads the page again in the tenant, or opens an app there. A failure is told in a toast. */
export function useTenantSwitch(): TenantSwitch {
  const { client, core, memory, page, session } = useAdmin();
  return async ({ tenant, tenantValue }, app) => {
    const username = session.account?.user_name ?? '';
    try {
      await client.selectTenant({ tenant: tenantValue, username });
    } catch (error) {
      core.notifications.toasts.addDanger({
        title: i18n.translate('security.tenants.selectFailed', {
          defaultMessage: 'Failed to select {tenant} tenant',
          values: { tenant },
        }),
        text: errorText(error),
      });
      return;
    }
    const url = app && core.application.getUrlForApp(app);
    enterTenant({ page, memory }, tenantValue, username, url);
  };
}
