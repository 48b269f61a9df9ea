/**
 * What happens to the tenant when a page opens. Source: specification section 4, "Start-up".
 * Beyond it: no dialog while multi-tenancy is off, or where the configuration wants none.
 */
export interface TenantStartupFacts {
  readonly isMultitenancyEnabled: boolean;
  /** The address names a tenant. */
  readonly isTenantInUrl: boolean;
  /** The show-popup flag is not explicitly false. */
  readonly mayShowPopup: boolean;
  /** Wire name remembered on this device. */
  readonly savedTenant: string | undefined;
  /** Wire name in force. */
  readonly currentTenant: string;
  /** Whether the configuration lets the dialog open by itself. */
  readonly isAskedUnprompted: boolean;
}

export type TenantStartup =
  | { readonly kind: 'keep' }
  | { readonly kind: 'switch'; readonly tenant: string }
  | { readonly kind: 'ask' };

export function decideTenantStartup(facts: TenantStartupFacts): TenantStartup {
  if (!facts.isMultitenancyEnabled || facts.isTenantInUrl || !facts.mayShowPopup)
    return { kind: 'keep' };
  const { savedTenant, currentTenant } = facts;
  if (savedTenant === undefined) return { kind: facts.isAskedUnprompted ? 'ask' : 'keep' };
  return savedTenant === currentTenant ? { kind: 'keep' } : { kind: 'switch', tenant: savedTenant };
}

/**
 * Whether somebody finds themselves in another tenant without having asked for it: a link names it,
 * and is used without asking (specification section 2.1), so the page says so.
 */
export function isTenantUnexpected({
  isMultitenancyEnabled,
  isTenantInUrl,
  savedTenant,
  currentTenant,
  seenTenant,
}: Pick<
  TenantStartupFacts,
  'isMultitenancyEnabled' | 'isTenantInUrl' | 'savedTenant' | 'currentTenant'
> & {
  /** Wire name of the tenant in which the user last saw a page on this device. */
  readonly seenTenant: string | undefined;
}): boolean {
  if (!isMultitenancyEnabled) return false;
  if (seenTenant !== undefined) return seenTenant !== currentTenant;
  return isTenantInUrl && savedTenant !== currentTenant;
}
