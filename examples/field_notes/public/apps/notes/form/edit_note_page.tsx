/** Page of an existing note: a form for writers, plain text for readers. */
import { EuiSkeletonText, EuiText } from '@elastic/eui';
import { useEffect, useState, type ReactElement } from 'react';
import { t } from '@sd/core/public';
import {
  LoadError,
  NotFoundPrompt,
  PageHeader,
  useEntityForm,
  usePage,
  useServerQuery,
} from '@sd/ui_kit';
import { APP_ROUTE, type NoteAttributes } from '../../../../common';
import { canWrite, type FieldNotesDeps } from '../../../services/deps';
import { NOTES_KEY, type VersionedNote } from '../../../services/notes_client';
import { NoteFields, noteProblems, toNote, type NoteValues } from './note_fields';

export interface EditNotePageProps extends FieldNotesDeps {
  readonly id: string;
}

export function EditNotePage(props: EditNotePageProps): ReactElement {
  const { core, client, id } = props;
  const request = useServerQuery(
    [...NOTES_KEY, 'note', id],
    async () => ({ note: await client.find(id) }),
    {
      isFresh: true,
    }
  );
  // The newer version, loaded after a conflict.
  const [newer, setNewer] = useState<VersionedNote>();
  const note = newer ?? request.data?.note;
  const title = note?.entity.title;
  usePage([{ text: title ?? '…' }]);
  useEffect(() => {
    if (title !== undefined) core.chrome.recentlyAccessed.add(`${APP_ROUTE}/note/${id}`, title, id);
  }, [core, id, title]);
  if (request.error !== undefined)
    return (
      <LoadError
        error={request.error}
        onRetry={request.reload}
        isRetrying={request.isLoading}
        title={t('fieldNotes.edit.failed', 'The note could not be read')}
      />
    );
  if (!request.data) return <EuiSkeletonText lines={8} />;
  if (!note) return <NoSuchNote />;
  return (
    <>
      <PageHeader title={title} />
      {canWrite(props) ? (
        <EditForm key={note.etag} {...props} note={note} onLoadTheirs={setNewer} />
      ) : (
        <EuiText style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {note.entity.text}
        </EuiText>
      )}
    </>
  );
}

interface EditFormProps extends EditNotePageProps {
  readonly note: VersionedNote;
  readonly onLoadTheirs: (theirs: VersionedNote) => void;
}

function EditForm({ client, id, note, onLoadTheirs }: EditFormProps): ReactElement {
  const { title, text } = note.entity;
  const form = useEntityForm<NoteValues, NoteAttributes>({
    store: client.store(),
    label: title,
    title,
    initial: { title, text },
    source: note,
    nameOf: () => id,
    toEntity: (values, original) => ({ ...original, ...toNote(values) }),
    validate: noteProblems,
    savedText: () => t('fieldNotes.edit.saved', 'Note saved'),
    nextPath: () => '/',
    onLoadTheirs,
  });
  return <NoteFields form={form} label={title} />;
}

const NoSuchNote = (): ReactElement => (
  <NotFoundPrompt
    title={t('fieldNotes.edit.missing', 'Note not found')}
    body={t('fieldNotes.edit.missingHint', 'It may have been deleted, or it is in another tenant.')}
    linkPath="/"
    linkText={t('fieldNotes.edit.toList', 'Show the notes')}
  />
);
