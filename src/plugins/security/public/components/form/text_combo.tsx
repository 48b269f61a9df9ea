/** Several values, picked from suggestions or typed. */
import { EuiComboBox, type EuiComboBoxOptionOption, EuiFormRow } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';

export type ComboOptions = Array<EuiComboBoxOptionOption<string>>;

export interface TextComboProps {
  readonly id: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly options?: ComboOptions;
  readonly placeholder?: string;
  readonly helpText?: ReactNode;
  readonly problem?: string;
  readonly onBlur?: () => void;
  /** Suggestions come from the server: tells what is typed. */
  readonly onSearch?: (text: string) => void;
  readonly isLoading?: boolean;
  /** Nothing but suggestions. */
  readonly isClosed?: boolean;
}

export function TextCombo(props: TextComboProps): ReactElement {
  const {
    id,
    label,
    values,
    onChange,
    options = [],
    placeholder,
    helpText,
    problem,
    onBlur,
    onSearch,
    isLoading,
    isClosed,
  } = props;
  const add = (typed: string) => {
    const value = typed.trim();
    if (value !== '' && !values.includes(value)) onChange([...values, value]);
  };
  return (
    <EuiFormRow
      fullWidth
      label={label}
      helpText={helpText}
      isInvalid={problem !== undefined}
      error={problem}
      id={id}
    >
      <EuiComboBox<string>
        fullWidth
        options={options}
        selectedOptions={values.map((value) => ({ label: value }))}
        onChange={(selected) => onChange(selected.map(({ label: value }) => value))}
        onCreateOption={isClosed ? undefined : add}
        delimiter={isClosed ? undefined : ','}
        placeholder={placeholder}
        isInvalid={problem !== undefined}
        onBlur={onBlur}
        async={onSearch !== undefined}
        onSearchChange={onSearch}
        isLoading={isLoading}
        data-test-subj={id}
      />
    </EuiFormRow>
  );
}
