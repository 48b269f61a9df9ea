/** Breadcrumbs and document title of a page. */
import type { ChromeBreadcrumb } from '@sd/core/public';
import { useLayoutEffect } from 'react';
import { type Crumb, useKit } from '../kit/kit_context';
import { useLink } from './use_link';

const NONE: readonly ChromeBreadcrumb[] = [];

/**
 * Sets the breadcrumbs and the document title while the page is shown.
 * @param crumbs - below the app, the current page last; none for the app's start page
 * @param more - further breadcrumbs from another source; a new array only if they change
 */
export function usePage(crumbs: readonly Crumb[], more: readonly ChromeBreadcrumb[] = NONE): void {
  const { core, root } = useKit();
  const link = useLink();
  const key = JSON.stringify(crumbs.length > 0 ? [root, ...crumbs] : [{ text: root.text }]);
  // Runs synchronously, because a history cannot create links after the app was left.
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
