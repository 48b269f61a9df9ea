/** Selects and orders the apps on home. */
import { AppNavLinkStatus, AppStatus, type PublicAppInfo } from '@sd/core/public';
import { HOME_APP_ID } from '../../common';

/** Apps without a category come last, as in the navigation drawer. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Accessible apps with a visible link, in the order of the navigation drawer, without home. */
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
