import { useRef, useState, type ReactElement } from 'react';
import { t } from '@sd/core/public';
import { PageHeader, useEntityForm, usePage } from '@sd/ui_kit';
import type { NewNote, NoteAttributes } from '../../../../common';
import type { FieldNotesDeps } from '../../../services/deps';
import { NoteFields } from './note_fields';
import { EMPTY_NOTE, noteProblems, toNote, type NoteValues } from './note_values';

export interface NewNotePageProps extends FieldNotesDeps {
  /** Template id. */
  readonly template?: string;
  /** Starts with the draft stored after a fatal error. */
  readonly isContinued?: boolean;
}

export function NewNotePage(props: NewNotePageProps): ReactElement {
  const { client, drafts } = props;
  const [initial] = useState(() => firstText(props));
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
    initial,
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
      <NoteFields form={form} label={title} drafts={drafts} />
    </>
  );
}

function firstText({ drafts, isContinued, template, templates }: NewNotePageProps): NoteValues {
  if (isContinued) return drafts.take() ?? EMPTY_NOTE;
  const { title, text } = templates.get(template ?? '') ?? EMPTY_NOTE;
  return { title, text };
}
