/** Frame of an app: side navigation, waiting drafts, the page and what stands in for it. */
import { EuiPage, EuiPageBody, EuiPageSidebar, useIsWithinBreakpoints } from '@elastic/eui';
import { type ReactElement, type ReactNode, Suspense } from 'react';
import { SlowResponseNotice } from './slow_response_notice';
import { PageBoundary } from './page_boundary';
import { PageLoading } from './page_loading';
import { useAppLocation } from './use_location';
import { UnsavedDrafts } from './unsaved_drafts';

/** Props of {@link AppFrame}. */
export interface AppFrameProps {
  /** Of an app with several pages. */
  readonly sideNav?: ReactNode;
  /** The page that the address names; may be lazy. */
  readonly children: ReactNode;
}

/**
 * Stands around the pages of an app, once: a page that fails, or whose bundle does not arrive, is
 * replaced by a message with a reload, and forms that were left with text in them can be reached.
 */
export function AppFrame({ sideNav, children }: AppFrameProps): ReactElement {
  const { pathname } = useAppLocation();
  // There the side navigation is one line above the page, at its edge.
  const isNarrow = useIsWithinBreakpoints(['xs', 's']);
  return (
    <EuiPage paddingSize="m" direction="row" restrictWidth={false}>
      {sideNav && (
        <EuiPageSidebar paddingSize={isNarrow ? 'none' : 's'} minWidth={192}>
          {sideNav}
        </EuiPageSidebar>
      )}
      <EuiPageBody component="div" paddingSize="none" panelled={false} style={{ minWidth: 0 }}>
        <UnsavedDrafts />
        <PageBoundary resetKey={pathname}>
          <Suspense fallback={<PageLoading />}>{children}</Suspense>
        </PageBoundary>
        <SlowResponseNotice />
      </EuiPageBody>
    </EuiPage>
  );
}
