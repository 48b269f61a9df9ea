/** Whether pages of the app are open to a user. */
import { type DisabledEndpoints, hasRight, isFullAdministrator } from '@sd/contracts';
import { ADMIN_PAGES, type AdminPageAddress, isAtAddress, type Needs } from '../../common';

/** @param path - within the app; may have a query */
export function needsOfPage(path: string): Needs {
  const [pathname = ''] = path.split('?');
  const pages: readonly AdminPageAddress[] = Object.values(ADMIN_PAGES);
  return pages.find((page) => isAtAddress(pathname, page))?.needs ?? [];
}

/** Whether a user with access to the API has on this installation what something needs. */
export const isOpenTo = (disabled: DisabledEndpoints, needs: Needs): boolean =>
  needs === 'full'
    ? isFullAdministrator(disabled)
    : needs.every((right) => hasRight(disabled, right));

/** Whether somebody with access to the API may open a page of this installation. */
export const isPageOpenTo = (disabled: DisabledEndpoints, path: string): boolean =>
  isOpenTo(disabled, needsOfPage(path));
