/** A password that can be looked at while one types. */
import { EuiFieldPassword, EuiFormRow } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from './use_field';

/** Props of {@link PasswordField}. */
export interface PasswordFieldProps<S extends FieldValues> extends FieldProps<S, string> {
  /** Above the field. */
  readonly label: string;
  /** Below the field: what a password must be like. */
  readonly helpText?: ReactNode;
  /** On the input. */
  readonly 'data-test-subj'?: string;
}

/**
 * A password with a button that shows it. Browsers and their password managers take it for a new
 * one.
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
