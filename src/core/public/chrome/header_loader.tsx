/**
 * The place of the header in the page. Draws nothing itself but a thin loading bar while the header
 * is hidden; the header's code is downloaded when it first shows, its height kept free meanwhile.
 */
import type { ReactElement } from 'react';
import type { Observable } from 'rxjs';
import { ErrorBoundary, useLazy, useObservable } from '../utils';
import type { HeaderProps } from './header_props';
import { LoadingBar } from './loading_bar';
import { NavigationFailure } from './navigation_failure';

/** Two bars of the design system's header height. */
const HEADER_HEIGHT_PX = 96;

export interface HeaderLoaderProps {
  readonly isVisible$: Observable<boolean>;
  readonly loadingCount$: Observable<number>;
  readonly headerProps: HeaderProps;
}

const loadHeader = () => import('./header/header');

export function HeaderLoader({
  isVisible$,
  loadingCount$,
  headerProps,
}: HeaderLoaderProps): ReactElement {
  const isVisible = useObservable(isVisible$, false);
  const header = useLazy(loadHeader, isVisible);

  if (!isVisible) return <LoadingBar loadingCount$={loadingCount$} />;
  const failure = <NavigationFailure homeUrl={headerProps.application.getUrlForApp('home')} />;
  return (
    <div style={{ blockSize: HEADER_HEIGHT_PX }} data-test-subj="headerArea">
      <ErrorBoundary fallback={failure}>
        {typeof header === 'object' && <header.Header {...headerProps} />}
        {header === 'failed' && failure}
      </ErrorBoundary>
    </div>
  );
}
