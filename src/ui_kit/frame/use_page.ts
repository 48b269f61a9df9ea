/** Breadcrumbs and document title of a page. */
import type { ChromeBreadcrumb } from '@sd/core/public';
import { useLayoutEffect } from 'react';
import { type Crumb, useKit } from '../kit/kit_context';
import { useLink } from './use_link';

const NONE: readonly ChromeBreadcrumb[] = [];

/**
 * Sets breadcrumbs and title of the document while the page is shown.
 * @param crumbs - below the app, the page itself last; none for the app's own page
 * @param more - behind them, made by somebody else; a new array only when it changes
 */
export function usePage(crumbs: readonly Crumb[], more: readonly ChromeBreadcrumb[] = NONE): void {
  const { core, root } = useKit();
  const link = useLink();
  const key = JSON.stringify(crumbs.length > 0 ? [root, ...crumbs] : [{ text: root.text }]);
  // Not later: after the app was left, its history makes no links any more.
  useLayoutEffect(() => {
    const all = JSON.parse(key) as readonly Crumb[];
    const own = all.map(({ text, path }) =>
      path === undefined ? { text } : { text, ...link(path) }
    );
    core.chrome.setBreadcrumbs([...own, ...more]);
    core.chrome.docTitle.change(all.map(({ text }) => text).reverse());
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the history never changes
  }, [core, key, more]);
}
