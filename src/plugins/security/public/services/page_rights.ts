/** Whether pages of the app are open to a user. */
import { type DisabledEndpoints, hasRight, isFullAdministrator } from '@sd/contracts';
import { ADMIN_PAGES, type AdminPageAddress, isAtAddress, type Needs } from '../../common';

type Page = Pick<AdminPageAddress, 'path' | 'needs'>;

/** @param path - within the app; may have a query */
export const needsOfPage = (path: string, addedPages: readonly Page[]): Needs =>
  pageAt(path, addedPages)?.needs ?? [];

function pageAt(path: string, addedPages: readonly Page[]): Page | undefined {
  const [pathname = ''] = path.split('?');
  const pages: readonly Page[] = [...Object.values(ADMIN_PAGES), ...addedPages];
  return pages.find((page) => isAtAddress(pathname, page));
}

/** Whether the app has a page there, whatever the user may. */
export const hasPage = (path: string, addedPages: readonly Page[]): boolean =>
  pageAt(path, addedPages) !== undefined;

/** Whether a user with access to the API has on this installation what something needs. */
export const isOpenTo = (disabled: DisabledEndpoints, needs: Needs): boolean =>
  needs === 'full'
    ? isFullAdministrator(disabled)
    : needs.every((right) => hasRight(disabled, right));

/** Whether somebody with access to the API may open a page of this installation that exists. */
export function isPageOpenTo(
  disabled: DisabledEndpoints,
  path: string,
  addedPages: readonly Page[]
): boolean {
  const page = pageAt(path, addedPages);
  return page !== undefined && isOpenTo(disabled, page.needs ?? []);
}
