/** How far the first pass over recorded events is. */
import { EuiProgress } from '@elastic/eui';
import type { RoleUsageReport } from '@sd/contracts';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';

export const CountingProgress = ({
  done,
  total,
}: NonNullable<RoleUsageReport['progress']>): ReactElement => (
  <EuiProgress
    size="m"
    color="primary"
    value={done}
    max={total}
    label={t('findings.usage.counting', 'Counting events')}
    valueText={t('findings.usage.counted', '{done} of {total} days', { done, total })}
  />
);
