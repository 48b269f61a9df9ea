/** Fields, values and validation of the note form. */
import type { ReactElement } from 'react';
import { t } from '@sd/core/public';
import { FormFrame, TextField, type EntityForm, type FormProblems } from '@sd/ui_kit';
import { TEXT_MAX_LENGTH, TITLE_MAX_LENGTH, type NewNote } from '../../../../common';

/** A `type` alias, as the form hooks require. */
export type NoteValues = { readonly title: string; readonly text: string };

export const EMPTY_NOTE: NoteValues = { title: '', text: '' };

export const toNote = ({ title, text }: NoteValues): NewNote => ({ title: title.trim(), text });

export function noteProblems(values: NoteValues): FormProblems {
  const { title, text } = toNote(values);
  return {
    ...(title === '' && {
      title: t('fieldNotes.form.noTitle', 'A note needs a title'),
    }),
    ...(title.length > TITLE_MAX_LENGTH && { title: tooLong(TITLE_MAX_LENGTH) }),
    ...(text.length > TEXT_MAX_LENGTH && { text: tooLong(TEXT_MAX_LENGTH) }),
  };
}

const tooLong = (max: number): string =>
  t('fieldNotes.form.tooLong', 'At most {max, number} characters', { max });

/** Initial height of the text field, in rows. */
const TEXT_ROWS = 12;

export interface NoteFieldsProps {
  readonly form: EntityForm<NoteValues>;
  /** Page heading. */
  readonly label: string;
}

/** The kit keeps unsaved input as a draft and asks for confirmation before the app is left. */
export const NoteFields = ({ form, label }: NoteFieldsProps): ReactElement => (
  <FormFrame
    form={form}
    label={label}
    cancelPath="/"
    submitLabel={t('fieldNotes.form.save', 'Save note')}
  >
    <TextField control={form.control} name="title" label={t('fieldNotes.form.title', 'Title')} />
    <TextField
      control={form.control}
      name="text"
      rows={TEXT_ROWS}
      label={t('fieldNotes.form.text', 'Text')}
    />
  </FormFrame>
);
