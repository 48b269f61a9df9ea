import type { ReactElement } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import { deleteEach, DeleteDialog } from '@sd/ui_kit';
import type { NoteRow } from '../../../../common';
import type { NotesClient } from '../../../services/notes_client';

export interface DeleteNotesDialogProps {
  readonly client: NotesClient;
  readonly notes: readonly NoteRow[];
  /** @param deleted - ids of deleted notes; empty if the dialog was canceled */
  readonly onClose: (deleted: readonly string[]) => void;
}

export function DeleteNotesDialog({
  client,
  notes,
  onClose,
}: DeleteNotesDialogProps): ReactElement {
  const items = notes.map(({ id, title }) => ({ id, name: title }));
  return (
    <DeleteDialog
      items={items}
      itemsLabel={i18n.translate('fieldNotes.delete.items', { defaultMessage: 'Notes to delete' })}
      title={i18n.translate('fieldNotes.delete.title', {
        defaultMessage: '{count, plural, one {Delete # note?} other {Delete # notes?}}',
        values: { count: notes.length },
      })}
      confirmLabel={i18n.translate('fieldNotes.delete.confirm', { defaultMessage: 'Delete' })}
      focusedButton="cancel"
      run={deleteEach(items, ({ id }) => client.delete(id))}
      onClose={onClose}
    >
      <p>
        <FormattedMessage
          id="fieldNotes.delete.text"
          defaultMessage="Nobody in this tenant can bring them back."
        />
      </p>
    </DeleteDialog>
  );
}
