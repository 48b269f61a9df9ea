/** What a user may do in Field notes; the browser reads it from `core.application.capabilities.fieldNotes`. */
import type { CapabilitiesServiceSetup, CapabilitiesSwitcher, RequestAuth } from '@sd/core/server';

/** Readers are told by their roles; the tenant's own rights hold besides. */
export const mayWrite = (auth: RequestAuth | undefined, readerRoles: readonly string[]): boolean =>
  auth !== undefined && !auth.identity.roles.some((role) => readerRoles.includes(role));

export function registerCapabilities(
  capabilities: CapabilitiesServiceSetup,
  readerRoles: readonly string[]
): void {
  // Every capability exists from the provider on; a switcher may only change what is there.
  capabilities.registerProvider(() => ({ fieldNotes: { write: true } }));
  const switcher: CapabilitiesSwitcher = ({ auth }) => ({
    fieldNotes: { write: mayWrite(auth, readerRoles) },
  });
  capabilities.registerSwitcher(switcher);
}
