/** Text field with one or several lines. */
import { EuiFieldText, EuiFormRow, EuiTextArea } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { OptionalMark } from './optional_mark';
import { type FieldProps, useField } from './use_field';

/** Props of {@link TextField}. */
export interface TextFieldProps<S extends FieldValues> extends FieldProps<S, string> {
  /** Shown above the field. */
  readonly label: string;
  /** Shown below the field. */
  readonly helpText?: ReactNode;
  /** Example shown while the field is empty; never a replacement for the label. */
  readonly placeholder?: string;
  /** Marks the field as optional. */
  readonly isOptional?: boolean;
  /** Makes the field read-only. */
  readonly isDisabled?: boolean;
  /** For code, and other texts in which every character matters. */
  readonly isCode?: boolean;
  /** More than one row makes it a multi-line field. */
  readonly rows?: number;
  /** Set on the input element. */
  readonly 'data-test-subj'?: string;
}

/** A text field with one or several lines, bound to a string in the form's values. */
export function TextField<S extends FieldValues>(props: TextFieldProps<S>): ReactElement {
  const { control, name, label, helpText, placeholder, isDisabled, isCode = false } = props;
  const { value, onChange, onBlur, problem } = useField<S, string>({ control, name });
  const isInvalid = problem !== undefined;
  const shared = {
    fullWidth: true,
    name,
    value,
    placeholder,
    isInvalid,
    disabled: isDisabled,
    onBlur,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange(event.target.value),
    'data-test-subj': props['data-test-subj'],
    ...(isCode && { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false }),
  };
  return (
    <EuiFormRow
      fullWidth
      id={name}
      label={label}
      labelAppend={props.isOptional && <OptionalMark />}
      helpText={helpText}
      isInvalid={isInvalid}
      error={problem}
    >
      {props.rows === undefined ? (
        <EuiFieldText {...shared} />
      ) : (
        <EuiTextArea
          {...shared}
          rows={props.rows}
          style={isCode ? { fontFamily: 'monospace' } : undefined}
        />
      )}
    </EuiFormRow>
  );
}
