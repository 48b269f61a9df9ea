/** Several values, picked from suggestions or typed. */
import { EuiComboBox, type EuiComboBoxOptionOption, EuiFormRow } from '@elastic/eui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { comboPopover } from '../combo_popover';

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
  /** Why a typed value cannot be added; it then stays to be corrected. */
  readonly problemOfNew?: (value: string) => string | undefined;
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
    problemOfNew,
  } = props;
  const [newProblem, setNewProblem] = useState<string>();
  /** @returns false to keep what was typed */
  const add = (typed: string): false | void => {
    const value = typed.trim();
    const found = value === '' ? undefined : problemOfNew?.(value);
    setNewProblem(found);
    if (found !== undefined) return false;
    if (value !== '' && !values.includes(value)) onChange([...values, value]);
  };
  const shownProblem = problem ?? newProblem;
  return (
    <EuiFormRow
      fullWidth
      label={label}
      helpText={helpText}
      isInvalid={shownProblem !== undefined}
      error={shownProblem}
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
        isInvalid={shownProblem !== undefined}
        onBlur={onBlur}
        async={onSearch !== undefined}
        onSearchChange={(text) => {
          if (text === '') setNewProblem(undefined);
          onSearch?.(text);
        }}
        isLoading={isLoading}
        inputPopoverProps={comboPopover(label)}
        data-test-subj={id}
      />
    </EuiFormRow>
  );
}
