/** Frame of a form page: summary of problems, fields, buttons, dialog for version conflicts. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiSpacer,
  useIsWithinBreakpoints,
} from '@elastic/eui';
import {
  type FormEvent,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { FieldValues } from 'react-hook-form';
import { t } from '@sd/core/public';
import { Actions } from '../controls/actions';
import type { FormProblems } from './form_types';
import { useLink } from '../frame/use_link';
import { SaveBar } from './save_bar';
import { SaveBarNoteContext } from './save_bar_note';
import type { EntityForm, SaveFailure } from './entity_form_types';

interface FormSummaryProps {
  readonly problems: FormProblems;
  readonly failure: SaveFailure | undefined;
  readonly rejections: number;
  readonly submit: () => Promise<void>;
}

/**
 * Summary of a form's problems, each linked to its field. When the form is rejected, the first
 * field with a problem receives focus; after a failed save, this summary.
 */
function FormSummary(props: FormSummaryProps): ReactElement | null {
  const { failure, rejections } = props;
  const link = useLink();
  const box = useRef<HTMLDivElement>(null);
  const handled = useRef(0);
  const fields = Object.keys(props.problems);
  useEffect(() => {
    // The problems may be rendered after the rejection.
    if (rejections === handled.current || (fields.length === 0 && !failure)) return;
    handled.current = rejections;
    if (failure) box.current?.focus();
    else focusFirst(fields);
  });
  const problems = Object.entries(props.problems);
  if (rejections === 0 || (problems.length === 0 && failure === undefined)) return null;
  return (
    <div ref={box} tabIndex={-1} role="alert">
      <EuiCallOut
        color="danger"
        iconType="warning"
        title={failure ? failureTitle(failure) : problemsTitle(problems.length)}
      >
        {failure && (
          <>
            <p>{failure.message}</p>
            {failure.links ? (
              <Actions>
                {failure.links.map(({ text, path }) => (
                  <EuiButton key={path} size="s" color="danger" {...link(path)}>
                    {text}
                  </EuiButton>
                ))}
              </Actions>
            ) : (
              <EuiButton size="s" color="danger" onClick={() => void props.submit()}>
                {t('uiKit.form.tryAgain', 'Try again')}
              </EuiButton>
            )}
          </>
        )}
        {problems.length > 0 && (
          // Each link is a target of its own (WCAG 2.5.8).
          <ul style={{ lineHeight: '26px' }}>
            {problems.map(([field, message]) => (
              <li key={field}>
                <a
                  href={`#${field}`}
                  onClick={(event) => {
                    // Leaves the URL unchanged: legacy addresses use the fragment for pages.
                    event.preventDefault();
                    findInput(field)?.focus();
                  }}
                >
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

const problemsTitle = (count: number): string =>
  t(
    'uiKit.form.problems',
    '{count, plural, one {1 field needs attention} other {{count, number} fields need attention}}',
    { count }
  );

function failureTitle({ unreachable }: SaveFailure): string {
  return unreachable === undefined
    ? t('uiKit.form.failed', 'Nothing was saved. Your entries are still here.')
    : t(
        'uiKit.form.unreachable',
        "Can't reach the server. Nothing was saved; your entries are still here{kept, select, all {, even after a reload} withoutSecrets {, even after a reload (except passwords)} other {}}.",
        { kept: unreachable }
      );
}

/** The control of a field, which may be inside an element with the field's id. */
function findInput(field: string): HTMLElement | null {
  const target = document.getElementById(field);
  if (target?.matches('input, textarea, select')) return target;
  return target?.querySelector<HTMLElement>('input, textarea, select') ?? target;
}

/** Focuses the field that comes first on the page. */
function focusFirst(fields: readonly string[]): void {
  const [first] = fields
    .flatMap((field) => findInput(field) ?? [])
    .sort((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
    );
  first?.focus();
  // A section that has just opened accepts focus only after it was drawn, and the button that was
  // pressed takes the focus back. Where the user has gone since, the focus stays.
  requestAnimationFrame(() => {
    if (document.activeElement?.matches('body, [type="submit"]')) first?.focus();
  });
}

const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict_dialog')).ConflictDialog,
}));

/** Content width of pages with a form: wider lines are hard to read. */
export const FORM_WIDTH_PX = 800;

/** {@link FormAside} stands beside it. */
const COLUMN = { position: 'relative', maxInlineSize: FORM_WIDTH_PX } as const;

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
  /** Buttons between "Save" and "Cancel", for other ways to use the input. */
  readonly moreActions?: ReactNode;
  /** Fields, each bound to `form.control`; group them with `Panel`. */
  readonly children: ReactNode;
}

/**
 * The `form` element of a page, with the problem summary, the fields, a bar of buttons, and
 * the dialog for a version conflict.
 */
export function FormFrame<S extends FieldValues>({
  form,
  label,
  cancelPath,
  submitLabel,
  submitId = 'submit',
  moreActions,
  children,
}: FormFrameProps<S>): ReactElement {
  const link = useLink();
  const isPhone = useIsWithinBreakpoints(['xs']);
  const [notePlace, setNotePlace] = useState<HTMLElement | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form aria-label={label} onSubmit={submit} noValidate style={COLUMN}>
      {form.isRestored && <Restored onDiscard={form.discard} />}
      <FormSummary {...form} />
      <SaveBarNoteContext.Provider value={notePlace}>{children}</SaveBarNoteContext.Provider>
      <SaveBar isSticky={!isPhone}>
        <EuiButton
          type="submit"
          fill
          isLoading={form.isBusy}
          id={submitId}
          data-test-subj={submitId}
        >
          {submitLabel}
        </EuiButton>
        {moreActions}
        <EuiButtonEmpty color="text" {...link(cancelPath, form.abandon)} data-test-subj="cancel">
          {t('uiKit.common.cancel', 'Cancel')}
        </EuiButtonEmpty>
        <div ref={setNotePlace} />
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
