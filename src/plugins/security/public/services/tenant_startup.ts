/** Tenant handling when a page opens. No dialog if multitenancy is off or configured so. */
export interface TenantStartupFacts {
  readonly isMultitenancyEnabled: boolean;
  /** The address names a tenant. */
  readonly isTenantInUrl: boolean;
  /** The show-popup flag is not explicitly false. */
  readonly mayShowPopup: boolean;
  /** Wire name stored on this device. */
  readonly savedTenant: string | undefined;
  /** Wire name of the current tenant. */
  readonly currentTenant: string;
  /** Whether the configuration allows the dialog to open automatically. */
  readonly opensDialogAutomatically: boolean;
}

export type TenantStartup =
  | { readonly kind: 'keep' }
  | { readonly kind: 'switch'; readonly tenant: string }
  | { readonly kind: 'ask' };

export function decideTenantStartup(facts: TenantStartupFacts): TenantStartup {
  if (!facts.isMultitenancyEnabled || facts.isTenantInUrl || !facts.mayShowPopup)
    return { kind: 'keep' };
  const { savedTenant, currentTenant } = facts;
  if (savedTenant === undefined) return { kind: facts.opensDialogAutomatically ? 'ask' : 'keep' };
  return savedTenant === currentTenant ? { kind: 'keep' } : { kind: 'switch', tenant: savedTenant };
}

/**
 * Whether a link put the user into another tenant. Links switch the tenant without confirmation
 * (specification section 2.1), so the page announces it.
 */
export function isTenantUnexpected({
  isMultitenancyEnabled,
  isTenantInUrl,
  savedTenant,
  currentTenant,
  lastTenant,
}: Pick<
  TenantStartupFacts,
  'isMultitenancyEnabled' | 'isTenantInUrl' | 'savedTenant' | 'currentTenant'
> & {
  /** Wire name of the tenant of the user's last page on this device. */
  readonly lastTenant: string | undefined;
}): boolean {
  if (!isMultitenancyEnabled) return false;
  if (lastTenant !== undefined) return lastTenant !== currentTenant;
  return isTenantInUrl && savedTenant !== currentTenant;
}
