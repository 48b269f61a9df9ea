import {
  EuiButton,
  EuiButtonEmpty,
  EuiFieldText,
  EuiFlexGroup,
  EuiFlexItem,
  EuiForm,
  EuiFormRow,
  EuiPageSection,
  EuiSpacer,
  EuiTextArea,
  EuiTitle,
} from '@elastic/eui';
import { useEffect, useState, type FormEvent, type ReactElement } from 'react';
import { FormattedMessage, i18n, type UnsavedChangesGuard } from '@sd/core/public';
import { TEXT_MAX_LENGTH, TITLE_MAX_LENGTH, type NewNote } from '../../../common';
import { canWrite, type FieldNotesDeps } from '../../services/deps';
import { messageOf } from '../../services/message_of';

interface NoteFormProps extends FieldNotesDeps {
  readonly guard: UnsavedChangesGuard;
  readonly heading: string;
  readonly initial: NewNote;
  /** Rejects when it could not be saved. */
  readonly onSave: (note: NewNote) => Promise<void>;
  readonly onDelete?: () => void;
}

export function NoteForm(props: NoteFormProps): ReactElement {
  const { core, drafts, guard, heading, initial, onDelete, onSave } = props;
  const [note, setNote] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const isChanged = note.title !== initial.title || note.text !== initial.text;

  useEffect(() => {
    guard.setDirty(isChanged);
    drafts.setCurrent(isChanged ? note : undefined);
  }, [guard, drafts, isChanged, note]);
  useEffect(
    () => () => {
      guard.setDirty(false);
      drafts.setCurrent(undefined);
    },
    [guard, drafts]
  );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (note.title.trim() === '') {
      setProblem(
        i18n.translate('fieldNotes.form.noTitle', { defaultMessage: 'A note needs a title' })
      );
      return;
    }
    setProblem(undefined);
    setIsSaving(true);
    guard.setDirty(false);
    try {
      await onSave({ ...note, title: note.title.trim() });
    } catch (error) {
      guard.setDirty(true);
      setIsSaving(false);
      core.notifications.toasts.addDanger({
        title: i18n.translate('fieldNotes.form.failed', {
          defaultMessage: 'The note could not be saved',
        }),
        text: messageOf(error),
      });
    }
  };
  const isReader = !canWrite(props);
  return (
    <EuiPageSection>
      <EuiTitle>
        <h1>{heading}</h1>
      </EuiTitle>
      <EuiSpacer />
      <EuiForm component="form" noValidate onSubmit={(event) => void submit(event)}>
        <EuiFormRow
          label={i18n.translate('fieldNotes.form.title', { defaultMessage: 'Title' })}
          isInvalid={problem !== undefined}
          error={problem}
        >
          <EuiFieldText
            value={note.title}
            maxLength={TITLE_MAX_LENGTH}
            readOnly={isReader}
            isInvalid={problem !== undefined}
            onChange={({ target }) => setNote({ ...note, title: target.value })}
          />
        </EuiFormRow>
        <EuiFormRow
          fullWidth
          label={i18n.translate('fieldNotes.form.text', { defaultMessage: 'Text' })}
        >
          <EuiTextArea
            fullWidth
            value={note.text}
            maxLength={TEXT_MAX_LENGTH}
            readOnly={isReader}
            onChange={({ target }) => setNote({ ...note, text: target.value })}
          />
        </EuiFormRow>
        <EuiSpacer />
        {!isReader && (
          <EuiFlexGroup responsive={false}>
            <EuiFlexItem grow={false}>
              <EuiButton type="submit" fill isLoading={isSaving}>
                <FormattedMessage id="fieldNotes.form.save" defaultMessage="Save note" />
              </EuiButton>
            </EuiFlexItem>
            {onDelete && (
              <EuiFlexItem grow={false}>
                <EuiButtonEmpty color="danger" onClick={onDelete}>
                  <FormattedMessage id="fieldNotes.form.delete" defaultMessage="Delete note" />
                </EuiButtonEmpty>
              </EuiFlexItem>
            )}
          </EuiFlexGroup>
        )}
      </EuiForm>
    </EuiPageSection>
  );
}
