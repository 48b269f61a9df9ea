/** Accepts a finding until a date, with the reason. */
import { EuiFieldText, EuiFormRow, EuiModal } from '@elastic/eui';
import { FINDINGS_LIMITS } from '@sd/contracts';
import { errorText, send, t } from '@sd/core/public';
import { FormDialog } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { ACCEPT_FINDING, ACCEPT_FINDINGS } from '../../common';
import { useParts } from '../parts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
/** `2026-11-25`, as date fields have it. */
const getDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

interface AcceptDialogProps {
  /** Of at least one finding. */
  readonly ids: readonly string[];
  readonly onClose: (isDone: boolean) => void;
}

export function AcceptDialog({ ids, onClose }: AcceptDialogProps): ReactElement {
  const { core } = useParts().useAdmin();
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState(() => getDay(Date.now() + DEFAULT_DAYS * DAY_MS));
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const title = t(
    'findings.acceptTitle',
    'Accept {count, plural, one {this finding} other {# findings}}',
    { count: ids.length }
  );
  const accept = async (): Promise<void> => {
    if (reason.trim() === '')
      return setError(t('findings.noReason', 'Enter why this is acceptable.'));
    const untilMs = Date.parse(until);
    if (Number.isNaN(untilMs)) return setError(t('findings.noDate', 'Choose a date.'));
    setIsBusy(true);
    try {
      const body = { reason: reason.trim(), until: untilMs };
      const [id = ''] = ids;
      if (ids.length === 1) await send(core.http, ACCEPT_FINDING, { params: { id }, body });
      else await send(core.http, ACCEPT_FINDINGS, { body: { ids: [...ids], ...body } });
      onClose(true);
    } catch (failure) {
      setError(errorText(failure));
      setIsBusy(false);
    }
  };
  return (
    <EuiModal aria-label={title} onClose={() => onClose(false)}>
      <FormDialog
        title={title}
        submitLabel={t('findings.acceptButton', 'Accept')}
        testSubject="accept-finding"
        isBusy={isBusy}
        {...(error !== undefined && { error })}
        onSubmit={() => void accept()}
        onClose={() => onClose(false)}
      >
        <EuiFormRow label={t('findings.common.reason', 'Reason')}>
          <EuiFieldText
            value={reason}
            maxLength={FINDINGS_LIMITS.reasonLength}
            onChange={({ target }) => setReason(target.value)}
          />
        </EuiFormRow>
        <EuiFormRow
          label={t('findings.until', 'Until')}
          helpText={t('findings.untilHelp', 'After this date, the finding opens again.')}
        >
          <EuiFieldText
            type="date"
            value={until}
            min={getDay(Date.now() + DAY_MS)}
            max={getDay(Date.now() + FINDINGS_LIMITS.acceptanceDays * DAY_MS)}
            onChange={({ target }) => setUntil(target.value)}
          />
        </EuiFormRow>
      </FormDialog>
    </EuiModal>
  );
}
