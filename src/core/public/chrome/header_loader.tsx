/**
 * Container of the header. Renders a thin loading bar while the header is hidden. Downloads the
 * header's code when it first becomes visible, and reserves its height meanwhile.
 */
import { type ReactElement, useEffect, useRef } from 'react';
import type { Observable } from 'rxjs';
import { t } from '../i18n';
import { ErrorBoundary, useLazy, useObservable } from '../utils';
import type { HeaderProps } from './header_props';
import { NavigationFailure } from './navigation_failure';

/**
 * Thin bar at the top of the page while something loads and the header is hidden. Uses plain DOM,
 * because chromeless pages show it without the design system. Source: specification section 2.6
 * "while hidden only a thin progress bar shows loading".
 */
const SWEEP: Keyframe[] = [{ transform: 'translateX(-100%)' }, { transform: 'translateX(350%)' }];

function LoadingBar({
  loadingCount$,
}: {
  readonly loadingCount$: Observable<number>;
}): ReactElement {
  const isLoading = useObservable(loadingCount$, 0) > 0;
  return (
    <div
      data-test-subj={isLoading ? 'globalLoadingIndicator' : 'globalLoadingIndicator-hidden'}
      style={{
        position: 'fixed',
        insetBlockStart: 0,
        insetInline: 0,
        blockSize: 2,
        overflow: 'hidden',
        zIndex: 6000,
      }}
    >
      {isLoading && <Sweep />}
    </div>
  );
}

function Sweep(): ReactElement {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isCalm = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    const animation = isCalm
      ? undefined
      : bar.current?.animate?.(SWEEP, { duration: 1200, iterations: Infinity });
    return () => animation?.cancel();
  }, []);
  return (
    <div
      ref={bar}
      role="progressbar"
      aria-label={t('core.ui.loadingIndicatorAriaLabel', 'Loading content')}
      style={{ blockSize: '100%', inlineSize: '40%', background: '#0b64dd' }}
    />
  );
}

/** The design system's header height. On phones, a second row follows. */
const HEADER_HEIGHT_PX = 48;

interface HeaderLoaderProps {
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
    <div style={{ minBlockSize: HEADER_HEIGHT_PX }} data-test-subj="headerArea">
      <ErrorBoundary fallback={failure}>
        {typeof header === 'object' && <header.Header {...headerProps} />}
        {header === 'failed' && failure}
      </ErrorBoundary>
    </div>
  );
}
