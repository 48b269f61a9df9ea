/** Capabilities of a user in Field notes, as the browser reads them. */
import type { CapabilitiesServiceSetup, CapabilitiesSwitcher, RequestAuth } from '@sd/core/server';
import { WELCOME_APP_ID } from '../common';

/** Readers are defined by role. Tenant permissions apply in addition. */
export const mayWrite = (auth: RequestAuth | undefined, readerRoles: readonly string[]): boolean =>
  auth !== undefined && !auth.identity.roles.some((role) => readerRoles.includes(role));

export function registerCapabilities(
  capabilities: CapabilitiesServiceSetup,
  readerRoles: readonly string[]
): void {
  // The provider declares every capability; a switcher can only change declared ones.
  capabilities.registerProvider(() => ({ fieldNotes: { write: true } }));
  const switcher: CapabilitiesSwitcher = ({ auth }) => ({
    fieldNotes: { write: mayWrite(auth, readerRoles) },
    // Unauthenticated visitors only reach apps that are enabled here.
    navLinks: { [WELCOME_APP_ID]: true },
  });
  capabilities.registerSwitcher(switcher);
}
