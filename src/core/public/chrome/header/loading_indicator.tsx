import { EuiLoadingSpinner } from '@elastic/eui';
import { css, keyframes } from '@emotion/css';
import type { ReactElement } from 'react';
import type { Observable } from 'rxjs';
import { i18n } from '../../i18n';
import { useObservable } from '../../utils';

/** Quick requests do not flicker. */
const APPEAR_DELAY_MS = 250;
const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });
const delayed = css({
  display: 'flex',
  opacity: 0,
  animation: `${appear} 150ms ease-in ${APPEAR_DELAY_MS}ms forwards`,
});

/** Source: specification section 9 "Loading indicator shows when the loading count is above 0". */
export function LoadingIndicator({
  loadingCount$,
}: {
  readonly loadingCount$: Observable<number>;
}): ReactElement {
  const isLoading = useObservable(loadingCount$, 0) > 0;
  if (!isLoading) return <span data-test-subj="globalLoadingIndicator-hidden" />;
  return (
    <span className={delayed} data-test-subj="globalLoadingIndicator">
      <EuiLoadingSpinner
        size="m"
        aria-label={i18n.translate('core.ui.loadingIndicatorAriaLabel', {
          defaultMessage: 'Loading content',
        })}
      />
    </span>
  );
}
