/** Which apps home offers, and in which order. */
import { AppNavLinkStatus, AppStatus, type PublicAppInfo } from '@sd/core/public';
import { HOME_APP_ID } from '../../common';

/** Apps without a category come last in the drawer; here too. */
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * Accessible apps whose link is there, in the order of the navigation drawer; never home itself.
 */
export function visibleApps(apps: ReadonlyMap<string, PublicAppInfo>): PublicAppInfo[] {
  return [...apps.values()]
    .filter(
      ({ id, status, navLinkStatus, chromeless }) =>
        id !== HOME_APP_ID &&
        !chromeless &&
        status === AppStatus.accessible &&
        navLinkStatus !== AppNavLinkStatus.hidden &&
        navLinkStatus !== AppNavLinkStatus.disabled
    )
    .sort(
      (a, b) =>
        (a.category?.order ?? LAST) - (b.category?.order ?? LAST) ||
        (a.order ?? LAST) - (b.order ?? LAST) ||
        a.title.localeCompare(b.title)
    );
}
