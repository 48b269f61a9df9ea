/** Aligns the current tenant with the remembered one. */
import { errorText, isAbortError, type IToasts, type IUiSettingsClient, t } from '@sd/core/public';
import {
  type ClientConfig,
  GLOBAL_TENANT,
  namesTenant,
  PERSONAL_TENANT_SETTING,
} from '../../common';
import { tenantLabel } from '../services/tenant_labels';
import type { BrowserLocation } from '../services/page';
import type { SecurityClient } from '../services/security_client';
import type { LoggedInSession } from '../services/session_state';
import type { Tenancy } from '../services/tenancy';
import type { TenantMemory } from '../services/tenant_memory';
import { decideTenantStartup, isTenantUnexpected } from '../services/tenant_startup';

export interface StartTenantDeps {
  readonly config: ClientConfig;
  readonly client: Pick<SecurityClient, 'selectTenant'>;
  readonly session: Pick<LoggedInSession, 'account' | 'adoptTenant'>;
  readonly tenancy: Pick<Tenancy, 'rules' | 'sessionCreatedAt'>;
  readonly memory: TenantMemory;
  readonly page: BrowserLocation;
  readonly toasts: Pick<IToasts, 'addDanger' | 'addInfo'>;
  readonly uiSettings: Pick<IUiSettingsClient, 'getPersonal'>;
}

/**
 * Switches silently to a remembered tenant and reloads the page; announces a tenant that changed
 * unexpectedly. Await it before apps load data. Never rejects.
 * @returns whether the tenant dialog should open with the account menu
 */
export async function startTenant({
  config,
  client,
  session,
  tenancy,
  memory,
  page,
  toasts,
  uiSettings,
}: StartTenantDeps): Promise<boolean> {
  const { account } = session;
  if (!account) return false;
  memory.beginSession(tenancy.sessionCreatedAt);
  const facts = {
    isMultitenancyEnabled: tenancy.rules.isEnabled,
    // A personal start tenant makes the dialog unnecessary.
    opensDialogAutomatically:
      config.multitenancy.popup !== 'never' &&
      uiSettings.getPersonal(PERSONAL_TENANT_SETTING) === undefined,
    isTenantInUrl: namesTenant(page.search),
    mayShowPopup: memory.mayShowPopup,
    savedTenant: memory.savedTenant,
    currentTenant: account.user_requested_tenant ?? GLOBAL_TENANT,
  };
  const decision = decideTenantStartup(facts);
  if (decision.kind !== 'switch') {
    memory.clearSilentSwitch();
    const lastTenant = memory.lastTenant(account.user_name);
    if (isTenantUnexpected({ ...facts, lastTenant }))
      announceTenant(
        toasts,
        tenantLabel(facts.currentTenant, account.user_name),
        facts.isTenantInUrl
      );
    memory.recordTenant(account.user_name, facts.currentTenant);
    return decision.kind === 'ask';
  }
  try {
    const adopted = await client.selectTenant({
      tenant: decision.tenant,
      username: account.user_name,
    });
    const inForce = typeof adopted === 'string' ? adopted : decision.tenant;
    memory.recordTenant(account.user_name, inForce);
    session.adoptTenant(inForce);
    // The page was rendered with settings of the previous tenant: theme, dates, banner.
    if (memory.markSilentSwitch(inForce)) page.reload();
    return false;
  } catch (error) {
    const label = tenantLabel(decision.tenant, account.user_name);
    const title = t('security.tenantStartup.switchFailed', 'Failed to switch to {tenant} tenant.', {
      tenant: label,
    });
    if (!isAbortError(error)) toasts.addDanger({ title, text: errorText(error) });
    // Not again on each page; the next login retries.
    memory.markPopupOpened();
    return false;
  }
}

function announceTenant(toasts: StartTenantDeps['toasts'], tenant: string, isInUrl: boolean): void {
  toasts.addInfo({
    title: t('security.tenantStartup.changedTitle', "You're now in the {tenant} tenant.", {
      tenant,
    }),
    text: isInUrl
      ? t(
          'security.tenantStartup.changedByAddress',
          "This page's address specifies it. To go back, choose “Switch tenants” in the account menu."
        )
      : t(
          'security.tenantStartup.changedText',
          'You followed a link, or your permissions changed. To go back, choose “Switch tenants” in the account menu.'
        ),
  });
}
