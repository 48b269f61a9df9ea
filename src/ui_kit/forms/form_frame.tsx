/**
 * Frame of a form page: summary of what is wrong, fields, buttons, what to do when somebody else
 * saved first.
 */
import { EuiButton, EuiButtonEmpty, EuiCallOut, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type FormEvent, lazy, type ReactElement, type ReactNode, Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useLink } from '../frame/use_link';
import { FormSummary } from './form_summary';
import { SaveBar } from './save_bar';
import type { EntityForm } from './use_entity_form';

const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict_dialog')).ConflictDialog,
}));

/** Lines longer than this are hard to read. */
const MAX_WIDTH_PX = 800;

/** Props of {@link FormFrame}. */
export interface FormFrameProps<S extends FieldValues> {
  /** From {@link useEntityForm}. */
  readonly form: EntityForm<S>;
  /** Name of the form, for screen readers. */
  readonly label: string;
  /**
   * Where "Cancel" leads, inside the app; what was typed is given up, with an offer to bring it
   * back.
   */
  readonly cancelPath: string;
  /** On the button that saves. */
  readonly submitLabel: ReactNode;
  /** Id and test subject of that button; default: `submit`. */
  readonly submitId?: string;
  /** Fields, each bound to `form.control`; `Panel` groups them. */
  readonly children: ReactNode;
}

/**
 * The `form` element of a page: what is wrong, fields, a bar with the buttons that stays in sight,
 * the dialog of a conflict.
 */
export function FormFrame<S extends FieldValues>({
  form,
  label,
  cancelPath,
  submitLabel,
  submitId = 'submit',
  children,
}: FormFrameProps<S>): ReactElement {
  const link = useLink();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form aria-label={label} onSubmit={submit} noValidate style={{ maxInlineSize: MAX_WIDTH_PX }}>
      {form.isRestored && <Restored onDiscard={form.discard} />}
      <FormSummary {...form} />
      {children}
      <SaveBar>
        <EuiButton
          type="submit"
          fill
          isLoading={form.isBusy}
          id={submitId}
          data-test-subj={submitId}
        >
          {submitLabel}
        </EuiButton>
        <EuiButtonEmpty color="text" {...link(cancelPath, form.abandon)} data-test-subj="cancel">
          <FormattedMessage id="uiKit.form.cancel" defaultMessage="Cancel" />
        </EuiButtonEmpty>
      </SaveBar>
      {form.conflict && (
        <Suspense fallback={null}>
          <ConflictDialog conflict={form.conflict} />
        </Suspense>
      )}
    </form>
  );
}

const Restored = ({ onDiscard }: { readonly onDiscard: () => void }): ReactElement => (
  <>
    <EuiCallOut
      size="s"
      iconType="pencil"
      title={i18n.translate('uiKit.form.restored', {
        defaultMessage: 'What you typed earlier is here, and not saved yet.',
      })}
    >
      <EuiButtonEmpty size="s" flush="left" onClick={onDiscard}>
        <FormattedMessage id="uiKit.form.startAnew" defaultMessage="Discard it and start anew" />
      </EuiButtonEmpty>
    </EuiCallOut>
    <EuiSpacer size="m" />
  </>
);
