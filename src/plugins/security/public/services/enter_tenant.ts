/** Loads a page in the tenant that the user just selected. */
import { t } from '@sd/core/public';
import { namesTenant, withoutTenant } from '../../common';
import { leaveToast } from './cross_page_toasts';
import type { BrowserLocation } from './page';
import type { TenantMemory } from './tenant_memory';
import { tenantLabel } from './tenant_labels';

export interface EnterTenantDeps {
  readonly page: BrowserLocation;
  readonly memory: Pick<TenantMemory, 'recordTenant'>;
}

/** @param url - page to open in the tenant; the current page by default */
export function enterTenant(
  { page, memory }: EnterTenantDeps,
  tenant: string,
  userName: string,
  url?: string
): void {
  memory.recordTenant(userName, tenant);
  const target = new URL(url ?? page.pathname, window.location.origin).pathname;
  leaveToast(target, {
    title: t('security.tenantSwitch.switched', 'You switched to the {tenant} tenant.', {
      tenant: tenantLabel(tenant, userName),
    }),
    color: 'success',
    iconType: 'check',
  });
  if (url !== undefined) page.assign(url);
  // A tenant in the address would override the switch.
  else if (namesTenant(page.search))
    page.assign(withoutTenant(`${page.pathname}${page.search}${page.hash}`));
  else page.reload();
}
