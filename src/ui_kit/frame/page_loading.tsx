import { EuiLoadingSpinner } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import type { ReactElement } from 'react';

/** While the bundle of a page is on its way. */
export const PageLoading = (): ReactElement => (
  <div style={{ display: 'flex', justifyContent: 'center', padding: 64 }}>
    <EuiLoadingSpinner
      size="xl"
      aria-label={i18n.translate('uiKit.page.loading', { defaultMessage: 'Loading page' })}
    />
  </div>
);
