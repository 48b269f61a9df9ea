/**
 * What is wrong with a form, each point a link to its field; takes the focus when saving was
 * refused.
 */
import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import { type ReactElement, useEffect, useRef } from 'react';
import type { FormProblems } from './form_types';

export interface FormSummaryProps {
  readonly problems: FormProblems;
  readonly failure: string | undefined;
  readonly refusals: number;
}

export function FormSummary(props: FormSummaryProps): ReactElement | null {
  const { failure, refusals: errors } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors > 0) box.current?.focus();
  }, [errors]);
  const problems = Object.entries(props.problems);
  if (errors === 0 || (problems.length === 0 && failure === undefined)) return null;
  return (
    <div ref={box} tabIndex={-1} role="alert">
      <EuiCallOut
        color="danger"
        iconType="warning"
        title={
          failure === undefined
            ? i18n.translate('uiKit.form.problems', {
                defaultMessage: 'Address the highlighted areas',
              })
            : i18n.translate('uiKit.form.failed', {
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
