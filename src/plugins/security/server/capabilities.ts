/**
 * Which apps a request may open, decided on the server (specification sections 4, "Read-only", and
 * 6): Security needs API access; read-only users reach home, dashboards and kibana (decision
 * 11); nobody but sign-in and error pages is open to anonymous visitors.
 */
import type { CapabilitiesSwitcher } from '@sd/core/server';
import { isAppAllowedAnonymously, isAppAllowedReadOnly, isReadOnlyUser } from '../common';

/** Id of the admin app. */
const SECURITY_APP_ID = 'security';

export function createCapabilitiesSwitcher(readOnlyRoles: readonly string[]): CapabilitiesSwitcher {
  return ({ auth }, { navLinks }) => {
    const isLoggedIn = auth !== undefined && auth.caller.kind === 'user';
    const hasApiAccess = isLoggedIn && auth.identity.hasApiAccess;
    const isReadOnly =
      isLoggedIn && isReadOnlyUser(auth.identity.roles, readOnlyRoles, hasApiAccess);

    const isAllowed = (appId: string): boolean => {
      if (!isLoggedIn) return isAppAllowedAnonymously(appId);
      if (appId === SECURITY_APP_ID && !hasApiAccess) return false;
      return !isReadOnly || isAppAllowedReadOnly(appId);
    };
    return {
      navLinks: Object.fromEntries(
        Object.entries(navLinks).map(([appId, isOn]) => [appId, isOn && isAllowed(appId)])
      ),
    };
  };
}
