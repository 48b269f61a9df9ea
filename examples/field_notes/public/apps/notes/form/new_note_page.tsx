import { useRef, type ReactElement } from 'react';
import { t } from '@sd/core/public';
import { PageHeader, useEntityForm, usePage } from '@sd/ui_kit';
import type { NewNote, NoteAttributes } from '../../../../common';
import type { FieldNotesDeps } from '../../../services/deps';
import { EMPTY_NOTE, NoteFields, noteProblems, toNote, type NoteValues } from './note_fields';

export interface NewNotePageProps extends FieldNotesDeps {
  /** Template id. */
  readonly template?: string;
}

export function NewNotePage({ client, template, templates }: NewNotePageProps): ReactElement {
  const { title: first, text } = templates.get(template ?? '') ?? EMPTY_NOTE;
  // Assigned by the server.
  const newId = useRef('');
  const title = t('fieldNotes.new.title', 'New note');
  usePage([{ text: title }]);
  const form = useEntityForm<NoteValues, NoteAttributes>({
    store: {
      ...client.store(),
      save: async (_name, note) => {
        newId.current = await client.create(note as NewNote);
      },
    },
    label: title,
    title,
    initial: { title: first, text },
    source: undefined,
    nameOf: () => newId.current,
    toEntity: toNote,
    validate: noteProblems,
    savedText: (note) =>
      t('fieldNotes.new.saved', 'Note "{title}" is saved', { title: toNote(note).title }),
    nextPath: () => `/note/${encodeURIComponent(newId.current)}`,
    // A note that does not exist yet cannot have a conflicting version.
    onLoadTheirs: () => undefined,
  });
  return (
    <>
      <PageHeader title={title} />
      <NoteFields form={form} label={title} />
    </>
  );
}
