/** Rejects or withdraws a change request, with a comment. */
import { EuiFormRow, EuiModal, EuiTextArea } from '@elastic/eui';
import { CHANGE_REQUEST_LIMITS, type ChangeRequest } from '@sd/contracts';
import { errorText, send, t } from '@sd/core/public';
import { FormDialog } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { REJECT_CHANGE_REQUEST, WITHDRAW_CHANGE_REQUEST } from '../../common';
import { useParts } from '../parts';

interface DecisionDialogProps {
  readonly request: ChangeRequest;
  readonly decision: 'reject' | 'withdraw';
  readonly onClose: (isDone: boolean) => void;
}

export function DecisionDialog({ request, decision, onClose }: DecisionDialogProps): ReactElement {
  const { http } = useParts().useAdmin().core;
  const [comment, setComment] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const isRejection = decision === 'reject';
  const decide = async (): Promise<void> => {
    if (isRejection && comment.trim() === '')
      return setError(t('requests.changeRequests.noComment', 'Enter why you reject it.'));
    setIsBusy(true);
    try {
      const { id, revision } = request;
      await send(http, isRejection ? REJECT_CHANGE_REQUEST : WITHDRAW_CHANGE_REQUEST, {
        params: { id },
        body: { revision, ...(comment.trim() !== '' && { comment: comment.trim() }) },
      });
      onClose(true);
    } catch (failure) {
      setError(errorText(failure));
      setIsBusy(false);
    }
  };
  const title = isRejection
    ? t('requests.changeRequests.rejectTitle', 'Reject this change request?')
    : t('requests.changeRequests.withdrawTitle', 'Withdraw this change request?');
  return (
    <EuiModal aria-label={title} onClose={() => onClose(false)}>
      <FormDialog
        title={title}
        submitLabel={
          isRejection
            ? t('requests.changeRequests.rejectButton', 'Reject')
            : t('requests.changeRequests.withdrawButton', 'Withdraw')
        }
        testSubject="decide-change-request"
        isBusy={isBusy}
        {...(error !== undefined && { error })}
        onSubmit={() => void decide()}
        onClose={() => onClose(false)}
      >
        <EuiFormRow
          label={
            isRejection
              ? t('requests.changeRequests.comment', 'Comment')
              : t('requests.changeRequests.optionalComment', 'Comment (optional)')
          }
        >
          <EuiTextArea
            rows={3}
            value={comment}
            maxLength={CHANGE_REQUEST_LIMITS.commentLength}
            onChange={({ target }) => setComment(target.value)}
          />
        </EuiFormRow>
      </FormDialog>
    </EuiModal>
  );
}
