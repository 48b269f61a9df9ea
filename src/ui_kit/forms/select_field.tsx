/** Field to select one of a few values. */
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
  /** Shown above the field. */
  readonly label: string;
  /** In display order; `value` is stored in the form, `text` is shown. */
  readonly options: ReadonlyArray<{ readonly value: V; readonly text: string }>;
  /** Marks the field as optional. */
  readonly isOptional?: boolean;
}

/** Selects one of a few fixed values. */
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
