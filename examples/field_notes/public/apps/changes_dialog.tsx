/** Saves the unsaved changes of a form in the Security app as a note, to discuss them first. */
import { EuiFieldText, EuiFormRow, EuiModal } from '@elastic/eui';
import { errorText, type HttpSetup, send, t } from '@sd/core/public';
import type { SaveActionDialogProps } from '@sd/plugins/security/public';
import { FormDialog } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { CREATE_NOTE, TITLE_MAX_LENGTH } from '../../common';

export const changesDialog = (http: HttpSetup) =>
  function ChangesDialog({ changes, onClose }: SaveActionDialogProps): ReactElement {
    const heading = t('fieldNotes.changes.heading', 'Write a note about these changes');
    const [title, setTitle] = useState(t('fieldNotes.changes.title', 'Changes of access'));
    const [error, setError] = useState<string>();
    const write = async (): Promise<void> => {
      const text = changes.map(({ action, kind, name }) => `${action} ${kind}/${name}`).join('\n');
      try {
        await send(http, CREATE_NOTE, { body: { title, text } });
        // The form keeps its input: a note saves none of it.
        onClose();
      } catch (failure) {
        setError(errorText(failure));
      }
    };
    return (
      <EuiModal aria-label={heading} onClose={onClose}>
        <FormDialog
          title={heading}
          submitLabel={t('fieldNotes.changes.submit', 'Write note')}
          testSubject="note-changes"
          isBusy={false}
          {...(error !== undefined && { error })}
          onSubmit={() => void write()}
          onClose={onClose}
        >
          <EuiFormRow fullWidth label={t('fieldNotes.changes.titleLabel', 'Title')}>
            <EuiFieldText
              fullWidth
              value={title}
              maxLength={TITLE_MAX_LENGTH}
              onChange={({ target }) => setTitle(target.value)}
            />
          </EuiFormRow>
        </FormDialog>
      </EuiModal>
    );
  };
