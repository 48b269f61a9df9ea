/** Texts and colors of change requests. */
import type { ChangeRequestState, ChangeRequestSummary } from '@sd/contracts';
import { t } from '@sd/core/public';
import { timeLabel } from '../../../components/history/change_texts';

export const requestsTitle = (): string => t('security.changeRequests.title', 'Change requests');

export const stateLabel = (state: ChangeRequestState): string =>
  ({
    open: t('security.changeRequests.open', 'Open'),
    applied: t('security.changeRequests.applied', 'Applied'),
    rejected: t('security.common.rejected', 'Rejected'),
    withdrawn: t('security.changeRequests.withdrawn', 'Withdrawn'),
    expired: t('security.common.expired', 'Expired'),
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
  t('security.changeRequests.decided', 'by {user}, {time}', {
    user: decided.by,
    time: timeLabel(decided.at),
  });
