/** Reviews what putting entries back would change, and does it once that is confirmed. */
import { EuiModal, EuiSpacer, EuiText } from '@elastic/eui';
import type { DriftEntry } from '@sd/contracts';
import { errorText, t } from '@sd/core/public';
import { FormDialog, useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { useParts } from '../parts';
import { usePutBack } from './queries';
import { type DriftEffects, ReviewedDrift } from './reviewed_drift';

interface PutBackDialogProps {
  readonly revision: string;
  readonly entries: readonly DriftEntry[];
  readonly onClose: (isDone: boolean) => void;
}

/** On the configuration. */
const EFFECTS: DriftEffects = { missing: 'create', additional: 'delete', differs: 'update' };
const NEVER = () => Promise.resolve(false);

export function PutBackDialog({ revision, entries, onClose }: PutBackDialogProps): ReactElement {
  const parts = useParts();
  const { notifications } = parts.useAdmin().core;
  const putBack = usePutBack();
  const request = { revision, entries: entries.map(({ kind, name }) => ({ kind, name })) };
  const check = useServerQuery(
    ['drift', 'review', revision, request.entries],
    async () => (await putBack({ ...request, dry_run: true }, NEVER)) ?? null,
    { isFresh: true }
  );
  const review = parts.useReview((confirmLockout) => putBack(request, confirmLockout), check.data);
  const error = review.reason ?? (check.error === undefined ? undefined : errorText(check.error));
  const run = async (): Promise<void> => {
    const received = await review.apply();
    if (!received?.is_done) return;
    notifications.toasts.addSuccess({ title: doneText(entries.length) });
    onClose(true);
  };
  const title = t(
    'requests.drift.putBackTitle',
    '{count, plural, one {Put 1 entry back?} other {Put {count, number} entries back?}}',
    { count: entries.length }
  );
  return (
    <EuiModal aria-label={title} onClose={() => onClose(false)} style={{ inlineSize: 900 }}>
      <FormDialog
        title={title}
        submitLabel={t('requests.drift.putBack', 'Put back')}
        testSubject="put-back-drift"
        isBusy={review.isBusy || check.isLoading}
        {...(error !== undefined && { error })}
        onSubmit={() => void run()}
        onClose={() => onClose(false)}
      >
        <EuiText size="s">
          <p>
            {t(
              'requests.drift.putBackText',
              'These entries will match the folder. You can revert this in the change history.'
            )}
          </p>
        </EuiText>
        <EuiSpacer size="s" />
        <ReviewedDrift entries={entries} effects={EFFECTS} errors={review.errors} />
      </FormDialog>
    </EuiModal>
  );
}

const doneText = (count: number): string =>
  t(
    'requests.drift.done',
    '{count, plural, one {1 entry} other {{count, number} entries}} put back.',
    {
      count,
    }
  );
