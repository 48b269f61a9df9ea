/** The browser's address and full page loads, handed in so that tests own them. */
import { parseQueryParams } from '@sd/core/public';
import { TENANT_QUERY_KEYS } from '../../common';

export interface Page {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  assign(url: string): void;
  reload(): void;
}

export const browserPage: Page = {
  get pathname() {
    return window.location.pathname;
  },
  get search() {
    return window.location.search;
  },
  get hash() {
    return window.location.hash;
  },
  assign: (url) => window.location.assign(url),
  reload: () => window.location.reload(),
};

/** Whether the address names a tenant, which then rules over what was remembered. */
export function namesTenant(search: string): boolean {
  const query = parseQueryParams(search);
  return TENANT_QUERY_KEYS.some((key) => query.has(key));
}

/**
 * Loads the page again after a switch; a tenant named in the address would undo the choice and is
 * left out.
 */
export function reloadIntoTenant(page: Page): void {
  if (!namesTenant(page.search)) {
    page.reload();
    return;
  }
  const query = parseQueryParams(page.search);
  for (const key of TENANT_QUERY_KEYS) query.delete(key);
  const search = query.toString();
  page.assign(`${page.pathname}${search === '' ? '' : `?${search}`}${page.hash}`);
}
