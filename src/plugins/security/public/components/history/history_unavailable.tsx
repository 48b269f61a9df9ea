/** Shown if changes are not recorded. An empty list would suggest that nothing was changed. */
import { EuiCallOut } from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';

export const HistoryUnavailable = (): ReactElement => (
  <EuiCallOut
    color="warning"
    iconType="eyeSlash"
    title={t('security.history.absent', 'Changes are not recorded')}
  >
    <p>
      {t(
        'security.history.absentText',
        'The backend of this server keeps no history of changes: what was changed cannot be shown here or taken back. The backend’s own audit log may have it.'
      )}
    </p>
  </EuiCallOut>
);
