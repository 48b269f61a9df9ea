/** Several values, picked from suggestions or typed. */
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

/** What a {@link TextCombo} offers: texts, or groups of texts with a heading. */
export type ComboOptions = Array<EuiComboBoxOptionOption<string>>;

/** Props of {@link TextCombo}. */
export interface TextComboProps<S extends FieldValues> extends FieldProps<S, readonly string[]> {
  /** Above the field. */
  readonly label: string;
  /** Offered while typing. Large lists are made once, not with each rendering. */
  readonly options?: ComboOptions;
  /** While nothing is chosen. */
  readonly placeholder?: string;
  /** Below the field. */
  readonly helpText?: ReactNode;
  /** Suggestions come from the server: tells what is typed. */
  readonly onSearch?: (text: string) => void;
  /** Somebody is at the field: suggestions are wanted from now on. */
  readonly onFocus?: () => void;
  /** The options are still on their way; others can be typed already. */
  readonly isLoading?: boolean;
  /** Why a typed value cannot be added; it then stays to be corrected. */
  readonly problemOfNew?: (value: string) => string | undefined;
  /** Chosen values that may stay and are hardly meant, with what is said of them. */
  readonly doubts?: ReadonlyMap<string, string>;
  /** What is shown of a value; options then hold the value beside their label. */
  readonly labelOf?: (value: string) => string;
  /** For a typed text that no suggestion holds, which stands in it as `{searchValue}`. */
  readonly newText?: string;
  /** Nothing but suggestions. */
  readonly isClosed?: boolean;
  /** Options have a second line: what they say in `aria-description`. */
  readonly isDescribed?: boolean;
}

const itself = (value: string): string => value;

/** Two lines. */
const DESCRIBED_HEIGHT_PX = 48;

const describedOption = (option: ComboOptions[number], search: string): ReactElement => (
  <span style={{ lineHeight: 1.3 }}>
    <EuiHighlight search={search}>{option.label}</EuiHighlight>
    {/* Read to those who cannot see it as the description of the option. */}
    <EuiText aria-hidden="true" className="eui-textTruncate" color="subdued" size="xs">
      {option['aria-description']}
    </EuiText>
  </span>
);

/**
 * Several texts, chosen from a list or typed: permissions, index patterns, backend roles. The form
 * holds an array of strings.
 */
export function TextCombo<S extends FieldValues>(props: TextComboProps<S>): ReactElement {
  const { control, name, label, options = [], placeholder, helpText, isLoading } = props;
  const { isClosed = false, isDescribed = false, onSearch, problemOfNew } = props;
  const { doubts, labelOf = itself, newText } = props;
  const field = useField<S, readonly string[]>({ control, name });
  const [newProblem, setNewProblem] = useState<string>();
  const [typed, setTyped] = useState('');
  // Several that were pasted are added one by one, with nothing drawn in between.
  const values = useRef(field.value);
  useEffect(() => {
    values.current = field.value;
  }, [field.value]);
  /** @returns false to keep what was typed */
  const add = (given: string): false | void => {
    const text = given.trim();
    // Whoever types what an option is called means that option.
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
        // The commas of a distinguished name are its own.
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
        {...(isDescribed && { renderOption: describedOption, rowHeight: DESCRIBED_HEIGHT_PX })}
        data-test-subj={name}
      />
    </EuiFormRow>
  );
}
