/** Shown if changes are not recorded. An empty list would suggest that nothing was changed. */
import { EuiCallOut } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ReactElement } from 'react';

export const HistoryUnavailable = (): ReactElement => (
  <EuiCallOut
    color="warning"
    iconType="eyeSlash"
    title={i18n.translate('security.history.absent', {
      defaultMessage: 'Changes are not recorded',
    })}
  >
    <p>
      <FormattedMessage
        id="security.history.absentText"
        defaultMessage="The backend of this server keeps no history of changes: what was changed cannot be shown here or taken back. The backend’s own audit log may have it."
      />
    </p>
  </EuiCallOut>
);
