/** A line, or several lines, of text. */
import { EuiFieldText, EuiFormRow, EuiTextArea } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { OptionalMark } from './optional_mark';
import { type FieldProps, useField } from './use_field';

/** Props of {@link TextField}. */
export interface TextFieldProps<S extends FieldValues> extends FieldProps<S, string> {
  /** Above the field. */
  readonly label: string;
  /** Below the field. */
  readonly helpText?: ReactNode;
  /** While it is empty; an example, never what the field means. */
  readonly placeholder?: string;
  /** May stay blank, and says so. */
  readonly isOptional?: boolean;
  /** Shows its value, and cannot be changed. */
  readonly isDisabled?: boolean;
  /** Code or another text in which every character counts. */
  readonly isCode?: boolean;
  /** More than one makes it a field of several lines. */
  readonly rows?: number;
  /** On the input. */
  readonly 'data-test-subj'?: string;
}

/** A line of text, or several lines, bound to a string in the form's values. */
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
