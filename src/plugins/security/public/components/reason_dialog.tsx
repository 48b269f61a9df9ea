/** Asks for the reason of a change that breaks a guardrail. Lazy chunk. */
import { EuiFormRow, EuiSpacer, EuiText, EuiTextArea } from '@elastic/eui';
import { HTTP_LIMITS } from '@sd/contracts';
import { mountReactNode, type OverlayStart, t } from '@sd/core/public';
import { FormDialog } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';

const title = (): string => t('security.reason.title', 'This change breaks a guardrail');

/** @returns `undefined` if the user declines */
export async function askReason(
  overlays: Pick<OverlayStart, 'openModal'>,
  problem: string
): Promise<string | undefined> {
  let given: string | undefined;
  const modal = overlays.openModal(
    mountReactNode(
      <ReasonDialog
        problem={problem}
        onClose={(reason) => {
          given = reason;
          void modal.close();
        }}
      />
    ),
    { 'aria-label': title(), 'data-test-subj': 'change-reason' }
  );
  await modal.onClose;
  return given;
}

interface ReasonDialogProps {
  readonly problem: string;
  readonly onClose: (reason: string | undefined) => void;
}

function ReasonDialog({ problem, onClose }: ReasonDialogProps): ReactElement {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const submit = (): void =>
    reason.trim() === ''
      ? setError(t('security.reason.missing', 'Enter a reason.'))
      : onClose(reason.trim());
  return (
    <FormDialog
      title={title()}
      submitLabel={t('security.common.makeTheChangeAnyway', 'Make the change anyway')}
      testSubject="change-reason"
      isBusy={false}
      {...(error !== undefined && { error })}
      onSubmit={submit}
      onClose={() => onClose(undefined)}
    >
      <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
        <p>{problem}</p>
      </EuiText>
      <EuiSpacer size="m" />
      <EuiFormRow
        label={t('security.common.givenReason', 'Reason')}
        helpText={t('security.reason.help', "It's kept in the change history.")}
      >
        <EuiTextArea
          rows={3}
          value={reason}
          maxLength={HTTP_LIMITS.changeReasonLength}
          onChange={({ target }) => setReason(target.value)}
        />
      </EuiFormRow>
    </FormDialog>
  );
}
