/**
 * Frame of a form page: summary of problems, fields, buttons, and the dialog for a version
 * conflict.
 */
import { EuiButton, EuiButtonEmpty, EuiCallOut, EuiSpacer } from '@elastic/eui';
import {
  type FormEvent,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
} from 'react';
import type { FieldValues } from 'react-hook-form';
import { t } from '@sd/core/public';
import type { FormProblems } from './form_types';
import { useLink } from '../frame/use_link';
import { SaveBar } from './save_bar';
import type { EntityForm } from './use_entity_form';

/** Summary of a form's problems, each linked to its field. Receives focus when saving fails. */
interface FormSummaryProps {
  readonly problems: FormProblems;
  readonly failure: string | undefined;
  readonly rejections: number;
}

function FormSummary(props: FormSummaryProps): ReactElement | null {
  const { failure, rejections } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (rejections > 0) box.current?.focus();
  }, [rejections]);
  const problems = Object.entries(props.problems);
  if (rejections === 0 || (problems.length === 0 && failure === undefined)) return null;
  return (
    <div ref={box} tabIndex={-1} role="alert">
      <EuiCallOut
        color="danger"
        iconType="warning"
        title={
          failure === undefined
            ? t('uiKit.form.problems', 'Address the highlighted areas')
            : t('uiKit.form.failed', 'Nothing was saved. Your entries are still here.')
        }
      >
        {failure !== undefined && <p>{failure}</p>}
        {problems.length > 0 && (
          <ul>
            {problems.map(([field, message]) => (
              <li key={field}>
                <a href={`#${field}`} onClick={(event) => focusField(event, field)}>
                  {message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </EuiCallOut>
      <EuiSpacer size="m" />
    </div>
  );
}

/** Leaves the URL unchanged: legacy addresses use the fragment for pages. */
function focusField(event: { preventDefault(): void }, field: string): void {
  event.preventDefault();
  const target = document.getElementById(field);
  const input = target?.matches('input, textarea, select')
    ? target
    : target?.querySelector<HTMLElement>('input, textarea, select');
  (input ?? target)?.focus();
}

const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict_dialog')).ConflictDialog,
}));

/** Wider lines are hard to read. */
const MAX_WIDTH_PX = 800;

/** Props of {@link FormFrame}. */
export interface FormFrameProps<S extends FieldValues> {
  /** From {@link useEntityForm}. */
  readonly form: EntityForm<S>;
  /** Accessible name of the form. */
  readonly label: string;
  /**
   * Path of the "Cancel" button inside the app. Cancelling discards the input and offers to restore
   * it.
   */
  readonly cancelPath: string;
  /** Label of the save button. */
  readonly submitLabel: ReactNode;
  /** Id and test subject of the save button. Default: `submit`. */
  readonly submitId?: string;
  /** Fields, each bound to `form.control`; group them with `Panel`. */
  readonly children: ReactNode;
}

/**
 * The `form` element of a page, with the problem summary, the fields, a sticky bar of buttons, and
 * the dialog for a version conflict.
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
          {t('uiKit.form.cancel', 'Cancel')}
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
      title={t('uiKit.form.restored', 'We restored your unsaved entries.')}
    >
      <EuiButtonEmpty size="s" flush="left" onClick={onDiscard}>
        {t('uiKit.form.startAnew', 'Discard and start over')}
      </EuiButtonEmpty>
    </EuiCallOut>
    <EuiSpacer size="m" />
  </>
);
