/** Values and validation of the note form. */
import { t } from '@sd/core/public';
import type { FormProblems } from '@sd/ui_kit';
import { TEXT_MAX_LENGTH, TITLE_MAX_LENGTH, type NewNote } from '../../../../common';

/** A `type` alias, as the form hooks require. */
export type NoteValues = { readonly title: string; readonly text: string };

/** Query of the new note form that restores a stored draft. */
export const CONTINUED = '?continued';

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
