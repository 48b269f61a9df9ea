import type { ReactElement } from 'react';
import { t } from '@sd/core/public';
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
      itemsLabel={t('fieldNotes.delete.items', 'Notes to delete')}
      title={t(
        'fieldNotes.delete.title',
        '{count, plural, one {Delete # note?} other {Delete # notes?}}',
        { count: notes.length }
      )}
      confirmLabel={t('fieldNotes.delete.confirm', 'Delete')}
      focusedButton="cancel"
      run={deleteEach(items, ({ id }) => client.delete(id))}
      onClose={onClose}
    >
      <p>{t('fieldNotes.delete.text', 'This cannot be undone.')}</p>
    </DeleteDialog>
  );
}
