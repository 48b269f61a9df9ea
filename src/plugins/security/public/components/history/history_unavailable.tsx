/** Shown if changes are not recorded. An empty list would suggest that nothing was changed. */
import { EuiCallOut } from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';

export const HistoryUnavailable = (): ReactElement => (
  <EuiCallOut
    color="warning"
    iconType="eyeSlash"
    title={t('security.history.absent', 'Change history is not available')}
  >
    <p>
      {t(
        'security.history.absentText',
        "This server's backend doesn't keep a change history. Its audit log may have recorded the changes."
      )}
    </p>
  </EuiCallOut>
);
