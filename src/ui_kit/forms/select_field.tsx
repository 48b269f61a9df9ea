/** One of a few values. */
import { EuiFormRow, EuiSelect } from '@elastic/eui';
import type { ReactElement } from 'react';
import type { FieldValues } from 'react-hook-form';
import { OptionalMark } from './optional_mark';
import { type FieldProps, useField } from './use_field';

/** Props of {@link SelectField}. */
export interface SelectFieldProps<S extends FieldValues, V extends string> extends FieldProps<
  S,
  V
> {
  /** Above the field. */
  readonly label: string;
  /** In their order; `value` is what the form holds, `text` what people read. */
  readonly options: ReadonlyArray<{ readonly value: V; readonly text: string }>;
  /** Says that it need not be chosen. */
  readonly isOptional?: boolean;
}

/** One value out of few that are known. */
export function SelectField<S extends FieldValues, V extends string>({
  control,
  name,
  label,
  options,
  isOptional = false,
}: SelectFieldProps<S, V>): ReactElement {
  const { value, onChange, onBlur, problem } = useField<S, V>({ control, name });
  return (
    <EuiFormRow
      fullWidth
      id={name}
      label={label}
      labelAppend={isOptional && <OptionalMark />}
      isInvalid={problem !== undefined}
      error={problem}
    >
      <EuiSelect
        fullWidth
        value={value}
        options={options.map((option) => ({ ...option }))}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value as V)}
      />
    </EuiFormRow>
  );
}
