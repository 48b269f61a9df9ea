import { useRef, useState, type ReactElement } from 'react';
import { i18n } from '@sd/core/public';
import { PageHeader, useChanged, useEntityForm, useKit, usePage } from '@sd/ui_kit';
import type { NewNote } from '../../../../common';
import type { FieldNotesDeps } from '../../../services/deps';
import { NOTES_KEY } from '../../../services/query_keys';
import { NoteFields } from './note_fields';
import { EMPTY_NOTE, judgeNote, noteProblems, toNote, type NoteValues } from './note_values';

export interface NewNotePageProps extends FieldNotesDeps {
  /** Id of the template to begin with. */
  readonly template?: string;
  /** Begins with what a fatal error has left behind. */
  readonly isContinued?: boolean;
}

export function NewNotePage(props: NewNotePageProps): ReactElement {
  const { core, client, drafts } = props;
  const { history } = useKit();
  const changed = useChanged();
  const [initial] = useState(() => firstText(props));
  const newId = useRef('');
  const title = i18n.translate('fieldNotes.new.title', { defaultMessage: 'New note' });
  usePage([{ text: title }]);
  const form = useEntityForm<NoteValues, NewNote>({
    label: title,
    name: title,
    initial,
    original: undefined,
    condition: { create: true },
    toEntity: toNote,
    validate: noteProblems,
    save: async (note) => {
      newId.current = await client.create(note as NewNote);
    },
    judge: judgeNote,
    onSaved: (note) => {
      core.notifications.toasts.addSuccess(
        i18n.translate('fieldNotes.new.saved', {
          defaultMessage: 'Note "{title}" is saved',
          values: { title: toNote(note).title },
        })
      );
      changed(NOTES_KEY, { isLeaving: true });
      history.replace(`/note/${encodeURIComponent(newId.current)}`);
    },
    // Nobody else can have changed a note that does not exist yet.
    readTheirs: () => Promise.resolve(undefined),
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
