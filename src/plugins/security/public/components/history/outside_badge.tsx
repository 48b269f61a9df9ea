import { EuiBadge, EuiToolTip } from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { outsideLabel } from './change_texts';

/** For an entry that is not what its last recorded change made of it. */
export const OutsideBadge = (): ReactElement => (
  <EuiToolTip
    content={t(
      'security.history.outsideTip',
      "This entry no longer matches the last recorded change. It was changed outside this console, so the history doesn't show by whom."
    )}
  >
    <EuiBadge color="warning" tabIndex={0}>
      {outsideLabel()}
    </EuiBadge>
  </EuiToolTip>
);
