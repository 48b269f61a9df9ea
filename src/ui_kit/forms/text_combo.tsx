/** Field for several values, selected from suggestions or typed. */
import {
  EuiComboBox,
  type EuiComboBoxOptionOption,
  EuiFormRow,
  EuiHighlight,
  EuiText,
} from '@elastic/eui';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { comboPopover } from '../controls/combo_popover';
import { type FieldProps, useField } from './use_field';

/** Options of a {@link TextCombo}: texts, or groups of texts with a heading. */
export type ComboOptions = Array<EuiComboBoxOptionOption<string>>;

/** Props of {@link TextCombo}. */
export interface TextComboProps<S extends FieldValues> extends FieldProps<S, readonly string[]> {
  /** Shown above the field. */
  readonly label: string;
  /** Suggestions. Create large lists once instead of on every render. */
  readonly options?: ComboOptions;
  /** Shown while nothing is selected. */
  readonly placeholder?: string;
  /** Shown below the field. */
  readonly helpText?: ReactNode;
  /** Called with the typed text, if suggestions come from the server. */
  readonly onSearch?: (text: string) => void;
  /** Called on focus, when suggestions start to be needed. */
  readonly onFocus?: () => void;
  /** Whether the options are still loading; other values can already be typed. */
  readonly isLoading?: boolean;
  /** Returns why a typed value cannot be added; the text then stays for correction. */
  readonly problemOfNew?: (value: string) => string | undefined;
  /** Warnings about selected values that are valid but probably unintended. */
  readonly doubts?: ReadonlyMap<string, string>;
  /** Returns the label of a value; options then have separate labels and values. */
  readonly labelOf?: (value: string) => string;
  /** Text for a typed value without a suggestion; contains `{searchValue}`. */
  readonly newText?: string;
  /** Allows suggestions only. */
  readonly isClosed?: boolean;
  /** Whether options have a second line with their `aria-description`. */
  readonly isDescribed?: boolean;
}

const itself = (value: string): string => value;

/** Height of two lines. */
const DESCRIBED_HEIGHT_PX = 48;

const describedOption = (option: ComboOptions[number], search: string): ReactElement => (
  <span style={{ lineHeight: 1.3 }}>
    <EuiHighlight search={search}>{option.label}</EuiHighlight>
    {/* Exposed to screen readers as the option's description. */}
    <EuiText aria-hidden="true" className="eui-textTruncate" color="subdued" size="xs">
      {option['aria-description']}
    </EuiText>
  </span>
);

/** Props of a combo box whose options have a second line with their `aria-description`. */
export const DESCRIBED_OPTIONS = {
  renderOption: describedOption,
  rowHeight: DESCRIBED_HEIGHT_PX,
} as const;

/**
 * Several texts, selected from a list or typed: permissions, index patterns, backend roles. The
 * form stores an array of strings.
 */
export function TextCombo<S extends FieldValues>(props: TextComboProps<S>): ReactElement {
  const { control, name, label, options = [], placeholder, helpText, isLoading } = props;
  const { isClosed = false, isDescribed = false, onSearch, problemOfNew } = props;
  const { doubts, labelOf = itself, newText } = props;
  const field = useField<S, readonly string[]>({ control, name });
  const [newProblem, setNewProblem] = useState<string>();
  const [typed, setTyped] = useState('');
  // Several pasted values are added one by one, without a render in between.
  const values = useRef(field.value);
  useEffect(() => {
    values.current = field.value;
  }, [field.value]);
  /** @returns false to keep the typed text */
  const add = (given: string): false | void => {
    const text = given.trim();
    // A typed label selects the option with this label.
    const value = options.find(({ label: one }) => one === text)?.value ?? text;
    const found = value === '' ? undefined : problemOfNew?.(value);
    setNewProblem(found);
    if (found !== undefined) return false;
    if (value === '' || values.current.includes(value)) return;
    values.current = [...values.current, value];
    field.onChange(values.current);
  };
  const problem = field.problem ?? newProblem;
  const doubted = field.value.filter((value) => doubts?.has(value));
  return (
    <EuiFormRow
      fullWidth
      label={label}
      helpText={
        <>
          {helpText}
          {doubted.length > 0 && (
            <EuiText size="xs" role="status" color="warning">
              {doubted.map((value) => (
                <div key={value} style={{ overflowWrap: 'anywhere' }}>
                  {doubts?.get(value)}
                </div>
              ))}
            </EuiText>
          )}
        </>
      }
      isInvalid={problem !== undefined}
      error={problem}
      id={name}
    >
      <EuiComboBox<string>
        fullWidth
        options={options}
        selectedOptions={field.value.map((value) => ({
          label: labelOf(value),
          key: value,
          value,
          ...(doubts?.has(value) && { color: 'warning' }),
        }))}
        onChange={(selected) =>
          field.onChange(selected.map(({ label: text, value = text }) => value))
        }
        customOptionText={newText}
        onCreateOption={isClosed ? undefined : add}
        // Distinguished names contain commas.
        delimiter={isClosed || typed.includes('=') ? undefined : ','}
        placeholder={placeholder}
        isInvalid={problem !== undefined}
        onBlur={field.onBlur}
        onFocus={props.onFocus}
        async={onSearch !== undefined}
        onSearchChange={(text) => {
          setTyped(text);
          if (text === '') setNewProblem(undefined);
          onSearch?.(text);
        }}
        isLoading={isLoading}
        inputPopoverProps={comboPopover(label)}
        {...(isDescribed && DESCRIBED_OPTIONS)}
        data-test-subj={name}
      />
    </EuiFormRow>
  );
}
