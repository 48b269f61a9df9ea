/** Frame of a form page: summary of what is wrong, fields, buttons. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiFlexGroup,
  EuiFlexItem,
  EuiSpacer,
} from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { useLink } from '../../apps/admin/routing/use_link';
import type { EntityForm } from './use_entity_form';

export interface FormFrameProps {
  readonly state: Pick<
    EntityForm<object>,
    'submit' | 'isBusy' | 'summary' | 'failure' | 'refusals'
  >;
  /** Name of the form, for screen readers. */
  readonly label: string;
  readonly cancelPath: string;
  readonly submitLabel: ReactNode;
  readonly children: ReactNode;
}

export function FormFrame({
  state,
  label,
  cancelPath,
  submitLabel,
  children,
}: FormFrameProps): ReactElement {
  const link = useLink();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void state.submit();
  };
  return (
    <form aria-label={label} onSubmit={submit} noValidate>
      <FormSummary {...state} />
      {children}
      <EuiSpacer size="m" />
      <EuiFlexGroup justifyContent="flexEnd" gutterSize="s" responsive={false}>
        <EuiFlexItem grow={false}>
          <EuiButtonEmpty {...link(cancelPath)} data-test-subj="cancel">
            <FormattedMessage id="security.form.cancel" defaultMessage="Cancel" />
          </EuiButtonEmpty>
        </EuiFlexItem>
        <EuiFlexItem grow={false}>
          <EuiButton type="submit" fill isLoading={state.isBusy} data-test-subj="submit">
            {submitLabel}
          </EuiButton>
        </EuiFlexItem>
      </EuiFlexGroup>
    </form>
  );
}

function FormSummary({ summary, failure, refusals }: FormFrameProps['state']): ReactElement | null {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals > 0) box.current?.focus();
  }, [refusals]);
  const problems = Object.entries(summary);
  if (refusals === 0 || (problems.length === 0 && failure === undefined)) return null;
  return (
    <div ref={box} tabIndex={-1} role="alert">
      <EuiCallOut
        color="danger"
        iconType="warning"
        title={
          failure === undefined
            ? i18n.translate('security.form.problems', {
                defaultMessage: 'Address the highlighted areas',
              })
            : i18n.translate('security.form.failed', {
                defaultMessage: 'Nothing was saved; what you typed is kept',
              })
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

/** The address stays as it is: a fragment would mean another page to old links. */
function focusField(event: { preventDefault(): void }, field: string): void {
  event.preventDefault();
  const target = document.getElementById(field);
  const input = target?.matches('input, textarea, select')
    ? target
    : target?.querySelector<HTMLElement>('input, textarea, select');
  (input ?? target)?.focus();
}
