import { EuiLoadingSpinner } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import type { ReactElement } from 'react';

/** Shown while the bundle of a page loads. */
export const PageLoading = (): ReactElement => (
  <div style={{ display: 'flex', justifyContent: 'center', padding: 64 }}>
    <EuiLoadingSpinner
      size="xl"
      aria-label={i18n.translate('uiKit.page.loading', { defaultMessage: 'Loading page' })}
    />
  </div>
);
