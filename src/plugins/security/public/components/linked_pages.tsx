import { EuiButtonEmpty } from '@elastic/eui';
import { useLink } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { useAdmin } from '../services/admin_context';
import { isOffered, pathWithoutParameters } from '../services/admin_pages';
import { usePageConditions } from '../services/page_conditions';

/** Links to the pages that plugins add below a page, in its header. */
export function LinkedPages({ from }: { readonly from: string }): ReactElement {
  const link = useLink();
  const conditions = usePageConditions();
  const pages = useAdmin().addedPages.filter(
    (page) => page.linkedFrom === from && isOffered(page, conditions)
  );
  return (
    <>
      {pages.map(({ id, path, title }) => (
        <EuiButtonEmpty key={id} {...link(pathWithoutParameters(path))}>
          {title?.()}
        </EuiButtonEmpty>
      ))}
    </>
  );
}
