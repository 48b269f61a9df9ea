/**
 * What a user may do in Field notes; the browser reads it from
 * `core.application.capabilities.fieldNotes`.
 */
import type { CapabilitiesServiceSetup, CapabilitiesSwitcher, RequestAuth } from '@sd/core/server';
import { WELCOME_APP_ID } from '../common';

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
    // Strangers may open nothing that is not opened for them.
    navLinks: { [WELCOME_APP_ID]: true },
  });
  capabilities.registerSwitcher(switcher);
}
