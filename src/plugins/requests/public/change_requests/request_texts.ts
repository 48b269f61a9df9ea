/** Texts and colors of change requests. */
import type { ChangeRequestState, ChangeRequestSummary } from '@sd/contracts';
import { t } from '@sd/core/public';
import { timeLabel } from '../time_label';

export const stateLabel = (state: ChangeRequestState): string =>
  ({
    open: t('requests.changeRequests.open', 'Open'),
    applied: t('requests.changeRequests.applied', 'Applied'),
    rejected: t('requests.common.rejected', 'Rejected'),
    withdrawn: t('requests.changeRequests.withdrawn', 'Withdrawn'),
    expired: t('requests.common.expired', 'Expired'),
  })[state];

export const STATE_COLORS = {
  open: 'primary',
  applied: 'success',
  rejected: 'danger',
  withdrawn: 'hollow',
  expired: 'hollow',
} as const satisfies Record<ChangeRequestState, string>;

/** After the label of the state. */
export const decisionText = ({
  decided,
}: Pick<ChangeRequestSummary, 'decided'>): string | undefined =>
  decided &&
  t('requests.changeRequests.decided', 'by {user}, {time}', {
    user: decided.by,
    time: timeLabel(decided.at),
  });
