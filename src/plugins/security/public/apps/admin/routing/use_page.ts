/** Breadcrumbs and document title of a page. */
import { i18n } from '@sd/core/public';
import { useLayoutEffect } from 'react';
import { useAdmin } from '../admin_context';
import { ROLE_PAGES } from './paths';
import { useLink } from './use_link';

export interface Crumb {
  readonly text: string;
  /** Absent for the page itself. */
  readonly path?: string;
}

/** @param crumbs - below "Security", the page itself last */
export function usePage(crumbs: readonly Crumb[]): void {
  const { core } = useAdmin();
  const link = useLink();
  const key = JSON.stringify(crumbs);
  // Not later: after the app was left, its history makes no links any more.
  useLayoutEffect(() => {
    const parts = JSON.parse(key) as readonly Crumb[];
    const root = {
      text: i18n.translate('security.breadcrumb.root', { defaultMessage: 'Security' }),
      path: ROLE_PAGES.list,
    };
    const all = [root, ...parts];
    core.chrome.setBreadcrumbs(
      all.map(({ text, path }) => (path === undefined ? { text } : { text, ...link(path) }))
    );
    core.chrome.docTitle.change(all.map(({ text }) => text).reverse());
    // eslint-disable-next-line react-hooks/exhaustive-deps -- links are made of the app's own, never changing history
  }, [core, key]);
}
