/** Password field with a button that reveals the password. */
import { EuiFieldPassword, EuiFormRow } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from './use_field';

/** Props of {@link PasswordField}. */
export interface PasswordFieldProps<S extends FieldValues> extends FieldProps<S, string> {
  /** Shown above the field. */
  readonly label: string;
  /** Shown below the field: the password rules. */
  readonly helpText?: ReactNode;
  /** Set on the input element. */
  readonly 'data-test-subj'?: string;
}

/**
 * A password field with a button that reveals the password. Browsers and password managers treat it
 * as a new password.
 */
export function PasswordField<S extends FieldValues>(props: PasswordFieldProps<S>): ReactElement {
  const { control, name, label, helpText } = props;
  const { value, onChange, onBlur, problem } = useField<S, string>({ control, name });
  const isInvalid = problem !== undefined;
  return (
    <EuiFormRow
      fullWidth
      id={name}
      label={label}
      helpText={helpText}
      isInvalid={isInvalid}
      error={problem}
    >
      <EuiFieldPassword
        fullWidth
        type="dual"
        value={value}
        isInvalid={isInvalid}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="new-password"
        data-test-subj={props['data-test-subj']}
      />
    </EuiFormRow>
  );
}
