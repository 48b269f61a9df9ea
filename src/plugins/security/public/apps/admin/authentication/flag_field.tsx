/** Switch bound to a boolean form field. */
import { EuiFormRow, EuiSwitch } from '@elastic/eui';
import { type FieldProps, type FieldValues, useField } from '@sd/ui_kit';
import type { ReactElement, ReactNode } from 'react';

export interface FlagFieldProps<S extends FieldValues> extends FieldProps<S, boolean> {
  readonly label: string;
  readonly help?: ReactNode;
}

export function FlagField<S extends FieldValues>(props: FlagFieldProps<S>): ReactElement {
  const { control, name, label, help } = props;
  const { value, onChange } = useField<S, boolean>({ control, name });
  return (
    <EuiFormRow fullWidth id={name} helpText={help}>
      <EuiSwitch
        label={label}
        checked={value}
        onChange={({ target }) => onChange(target.checked)}
      />
    </EuiFormRow>
  );
}
