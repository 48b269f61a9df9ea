/** Picker of entity names outside forms, single or multiple, selected or typed. */
import { EuiComboBox, EuiFormRow } from '@elastic/eui';
import type { ResourceType } from '@sd/contracts';
import { comboPopover, DESCRIBED_OPTIONS } from '@sd/ui_kit';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useEntityNames } from './entity_names';

export interface EntityPickerProps {
  readonly resource: ResourceType;
  readonly label: string;
  readonly helpText?: ReactNode;
  readonly placeholder?: string;
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
  /** Accepts at most one name. */
  readonly isSingle?: boolean;
  /** Accepts existing names only. */
  readonly isClosed?: boolean;
  /** Suggested before the names from the server. */
  readonly first?: readonly string[];
  /** Names from the server that are not suggested. */
  readonly hidden?: readonly string[];
  /** Validation error. */
  readonly error?: string;
}

export function EntityPicker(props: EntityPickerProps): ReactElement {
  const { resource, label, chosen, onChange, isSingle = false } = props;
  const { first = [], hidden = [], error } = props;
  const [search, setSearch] = useState('');
  const { names, descriptions, isLoading } = useEntityNames(resource, search);
  const options = [
    ...first,
    ...names.filter((name) => !first.includes(name) && !hidden.includes(name)),
  ]
    .filter((name) => isSingle || !chosen.includes(name))
    .map((name) => ({ label: name, 'aria-description': descriptions.get(name) }));
  return (
    <EuiFormRow
      fullWidth
      label={label}
      helpText={props.helpText}
      isInvalid={error !== undefined}
      error={error}
    >
      <EuiComboBox<string>
        fullWidth
        async
        isInvalid={error !== undefined}
        singleSelection={isSingle ? { asPlainText: true } : false}
        options={options}
        selectedOptions={chosen.map((name) => ({ label: name }))}
        onChange={(selected) => onChange(selected.map(({ label: name }) => name))}
        onCreateOption={
          props.isClosed
            ? undefined
            : (typed) =>
                onChange(isSingle ? [typed.trim()] : [...new Set([...chosen, typed.trim()])])
        }
        placeholder={props.placeholder}
        onSearchChange={setSearch}
        isLoading={isLoading}
        inputPopoverProps={comboPopover(label)}
        {...(resource === 'roles' && DESCRIBED_OPTIONS)}
      />
    </EuiFormRow>
  );
}
