/** Writes the current state of entries into the folder, once that is confirmed. */
import { EuiModal, EuiSpacer, EuiText } from '@elastic/eui';
import type { DriftEntry } from '@sd/contracts';
import { errorText, i18n, send, t } from '@sd/core/public';
import { FormDialog } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { ACCEPT_DRIFT } from '../../common';
import { useParts } from '../parts';
import { type DriftEffects, ReviewedDrift } from './reviewed_drift';

/** On the files. */
const EFFECTS: DriftEffects = { missing: 'delete', additional: 'create', differs: 'update' };

interface AcceptDialogProps {
  readonly revision: string;
  readonly entries: readonly DriftEntry[];
  readonly onClose: (isDone: boolean) => void;
}

export function AcceptDialog({ revision, entries, onClose }: AcceptDialogProps): ReactElement {
  const { http, notifications } = useParts().useAdmin().core;
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const accept = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const chosen = entries.map(({ kind, name }) => ({ kind, name }));
      const { files } = await send(http, ACCEPT_DRIFT, { body: { revision, entries: chosen } });
      notifications.toasts.addSuccess({
        title: t('requests.drift.accepted', 'Written to {files}. Commit the change.', {
          files: i18n.formatList(files),
        }),
      });
      onClose(true);
    } catch (failure) {
      setError(errorText(failure));
      setIsBusy(false);
    }
  };
  const title = t(
    'requests.drift.acceptTitle',
    '{count, plural, one {Accept 1 entry into the folder?} other {Accept {count, number} entries into the folder?}}',
    { count: entries.length }
  );
  return (
    <EuiModal aria-label={title} onClose={() => onClose(false)} style={{ inlineSize: 900 }}>
      <FormDialog
        title={title}
        submitLabel={t('requests.drift.acceptButton', 'Write the files')}
        testSubject="accept-drift"
        isBusy={isBusy}
        {...(error !== undefined && { error })}
        onSubmit={() => void accept()}
        onClose={() => onClose(false)}
      >
        <EuiText size="s">
          <p>
            {t(
              'requests.drift.acceptText',
              'This writes the current state to the files. Comments and order are kept, passwords are not written, and access does not change.'
            )}
          </p>
        </EuiText>
        <EuiSpacer size="s" />
        <ReviewedDrift entries={entries} effects={EFFECTS} />
      </FormDialog>
    </EuiModal>
  );
}
