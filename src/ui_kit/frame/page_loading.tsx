import { EuiLoadingSpinner } from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';

/** Shown while the bundle of a page loads. */
export const PageLoading = (): ReactElement => (
  <div style={{ display: 'flex', justifyContent: 'center', padding: 64 }}>
    <EuiLoadingSpinner size="xl" aria-label={t('uiKit.page.loading', 'Loading page')} />
  </div>
);
