import { EuiBadge, EuiToolTip } from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { outsideLabel } from './change_texts';

/** For an entry that is not what its last recorded change made of it. */
export const OutsideBadge = (): ReactElement => (
  <EuiToolTip
    content={t(
      'security.history.outsideTip',
      "The cluster doesn't have what the last change in the history left. The history doesn't know who changed it."
    )}
  >
    <EuiBadge color="warning" tabIndex={0}>
      {outsideLabel()}
    </EuiBadge>
  </EuiToolTip>
);
