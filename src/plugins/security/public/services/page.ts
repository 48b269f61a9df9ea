/** The browser's address and full page loads, handed in so that tests own them. */
import { namesTenant, withoutTenant } from '../../common';

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

/**
 * Loads the page again after a switch; a tenant named in the address would undo the choice and is
 * left out.
 */
export function reloadIntoTenant(page: Page): void {
  if (!namesTenant(page.search)) {
    page.reload();
    return;
  }
  page.assign(withoutTenant(`${page.pathname}${page.search}${page.hash}`));
}
