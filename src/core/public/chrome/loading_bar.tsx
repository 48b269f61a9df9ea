/**
 * A thin bar at the top while something loads and the header is hidden. Plain DOM, no design
 * system: chromeless pages show it. Source: specification section 2.6 "while hidden only a thin
 * progress bar shows loading".
 */
import { type ReactElement, useEffect, useRef } from 'react';
import type { Observable } from 'rxjs';
import { i18n } from '../i18n';
import { useObservable } from '../utils';

const SWEEP: Keyframe[] = [{ transform: 'translateX(-100%)' }, { transform: 'translateX(350%)' }];

export function LoadingBar({
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
      aria-label={i18n.translate('core.ui.loadingIndicatorAriaLabel', {
        defaultMessage: 'Loading content',
      })}
      style={{ blockSize: '100%', inlineSize: '40%', background: '#0b64dd' }}
    />
  );
}
