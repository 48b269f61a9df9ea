import { EuiSpacer } from '@elastic/eui';
import { useEffect, type ReactElement } from 'react';
import { t } from '@sd/core/public';
import {
  FormFrame,
  TextField,
  useFormState,
  useWatch,
  type Control,
  type EntityForm,
} from '@sd/ui_kit';
import type { Drafts } from '../../../services/drafts';
import type { NoteValues } from './note_values';

/** Initial height of the text field, in rows. */
const TEXT_ROWS = 12;

export interface NoteFieldsProps {
  readonly form: EntityForm<NoteValues>;
  /** Page heading. */
  readonly label: string;
  readonly drafts: Drafts;
}

/** The kit keeps unsaved input as a draft and asks for confirmation before the app is left. */
export const NoteFields = ({ form, label, drafts }: NoteFieldsProps): ReactElement => (
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
    <EuiSpacer />
    <DraftSync control={form.control} drafts={drafts} />
  </FormFrame>
);

/** Drafts of the kit are lost with the page. This one survives a fatal error. */
function DraftSync({
  control,
  drafts,
}: {
  readonly control: Control<NoteValues>;
  readonly drafts: Drafts;
}): null {
  const { isDirty } = useFormState({ control });
  const [title = '', text = ''] = useWatch({ control, name: ['title', 'text'] });
  useEffect(() => {
    drafts.setCurrent(isDirty ? { title, text } : undefined);
    return () => drafts.setCurrent(undefined);
  }, [drafts, isDirty, title, text]);
  return null;
}
