/** Reviews what putting entries back would change, and does it once that is confirmed. */
import { EuiModal, EuiSpacer, EuiText } from '@elastic/eui';
import type { DriftEntry, ImportReceived } from '@sd/contracts';
import { errorText, t } from '@sd/core/public';
import { FormDialog, useServerQuery } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { useAdmin } from '../../../services/admin_context';
import { putBack } from '../../../services/drift';
import { listErrors, errorMessage } from '../export_import/import/import_plan';
import { SelectedEntries } from './selected_entries';

interface PutBackDialogProps {
  readonly revision: string;
  readonly entries: readonly DriftEntry[];
  readonly onClose: (isDone: boolean) => void;
}

const NEVER = () => Promise.resolve(false);

export function PutBackDialog({ revision, entries, onClose }: PutBackDialogProps): ReactElement {
  const { http, notifications, overlays } = useAdmin().core;
  const [response, setResponse] = useState<ImportReceived>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const request = { revision, entries: entries.map(({ kind, name }) => ({ kind, name })) };
  const review = useServerQuery(
    ['drift', 'review', revision, request.entries],
    async () => (await putBack(http, { ...request, dry_run: true }, NEVER)) ?? null,
    { isFresh: true }
  );
  const answer = response ?? review.data ?? undefined;
  const error =
    failure ??
    (answer?.refusal && errorMessage(answer.refusal)) ??
    (review.error === undefined ? undefined : errorText(review.error));
  const run = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const { confirmLockout } = await import('../../../components/lockout_dialog');
      const done = await putBack(http, request, (lockout) => confirmLockout(overlays, lockout));
      if (done?.is_done) {
        notifications.toasts.addSuccess({ title: doneText(entries.length) });
        return onClose(true);
      }
      setResponse(done);
    } catch (problem) {
      setFailure(errorText(problem));
    }
    setIsBusy(false);
  };
  const title = t(
    'security.drift.putBackTitle',
    '{count, plural, one {Put 1 entry back?} other {Put {count, number} entries back?}}',
    { count: entries.length }
  );
  return (
    <EuiModal aria-label={title} onClose={() => onClose(false)}>
      <FormDialog
        title={title}
        submitLabel={t('security.drift.putBack', 'Put back')}
        testSubject="put-back-drift"
        isBusy={isBusy || review.isLoading}
        {...(error !== undefined && { error })}
        onSubmit={() => void run()}
        onClose={() => onClose(false)}
      >
        <EuiText size="s">
          <p>
            {t(
              'security.drift.putBackText',
              'These entries will match the folder. You can revert this in the change history.'
            )}
          </p>
        </EuiText>
        <EuiSpacer size="s" />
        <SelectedEntries
          entries={entries}
          effectOf={(state) =>
            state === 'missing' ? 'add' : state === 'additional' ? 'remove' : 'change'
          }
          {...(answer && { problems: listErrors(answer) })}
        />
      </FormDialog>
    </EuiModal>
  );
}

const doneText = (count: number): string =>
  t(
    'security.drift.done',
    '{count, plural, one {1 entry} other {{count, number} entries}} put back.',
    {
      count,
    }
  );
