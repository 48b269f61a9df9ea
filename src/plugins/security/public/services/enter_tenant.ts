/** Switches the tenant and loads a page in it. */
import { errorText, t } from '@sd/core/public';
import { namesTenant, withoutTenant } from '../../common';
import { leaveToast } from './cross_page_toasts';
import type { BrowserLocation } from './page';
import type { ScreenDeps } from './screen_deps';
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

/**
 * Switches the tenant from a list, without the dialog. Never rejects: failures are shown to the
 * user.
 */
export async function switchTenant(
  { client, core, memory, page, session }: ScreenDeps,
  tenant: string
): Promise<void> {
  const username = session.account?.user_name ?? '';
  try {
    await client.selectTenant({ tenant, username });
    // The next page must neither ask nor switch back to the remembered tenant.
    memory.markPopupOpened();
    enterTenant({ page, memory }, tenant, username);
  } catch (error) {
    core.notifications.toasts.addDanger({
      title: t('security.tenants.selectFailed', 'Failed to select {tenant} tenant', {
        tenant: tenantLabel(tenant, username),
      }),
      text: errorText(error),
    });
  }
}
