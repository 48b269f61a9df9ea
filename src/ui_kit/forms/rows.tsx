/** Parts of a form that repeat: one can be added and removed, and there is always one to type into. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiFlexGroup,
  EuiFlexItem,
  EuiFormRow,
  EuiSpacer,
} from '@elastic/eui';
import { FormattedMessage } from '@sd/core/public';
import type { ReactElement, ReactNode } from 'react';
import {
  type Control,
  type FieldArray,
  type FieldArrayPath,
  type FieldValues,
  useFieldArray,
} from 'react-hook-form';

export interface RowsProps<S extends FieldValues, N extends FieldArrayPath<S>> {
  readonly control: Control<S>;
  /** Path of the rows in the form's values. */
  readonly name: N;
  /** A row in which nothing was entered. */
  readonly blank: () => FieldArray<S, N>;
}

export interface Rows {
  /** Identities of the rows, in order. */
  readonly ids: readonly string[];
  readonly add: () => void;
  readonly remove: (index: number) => void;
}

export function useRows<S extends FieldValues, N extends FieldArrayPath<S>>({
  control,
  name,
  blank,
}: RowsProps<S, N>): Rows {
  const { fields, append, remove, replace } = useFieldArray({ control, name });
  return {
    ids: fields.map(({ id }) => id),
    add: () => append(blank(), { shouldFocus: false }),
    remove: (index) => (fields.length > 1 ? remove(index) : replace([blank()])),
  };
}

export interface FieldRowsProps<
  S extends FieldValues,
  N extends FieldArrayPath<S>,
> extends RowsProps<S, N> {
  readonly addLabel: ReactNode;
  /** Says which row the button removes, for screen readers. */
  readonly removeLabel: (index: number) => string;
  /** Fields of a row, as items of a flex group. */
  readonly children: (index: number) => ReactNode;
}

/** Short rows: a few fields beside one another. */
export function FieldRows<S extends FieldValues, N extends FieldArrayPath<S>>({
  addLabel,
  removeLabel,
  children,
  ...props
}: FieldRowsProps<S, N>): ReactElement {
  const { ids, add, remove } = useRows(props);
  return (
    <>
      {ids.map((id, index) => (
        <EuiFlexGroup key={id} gutterSize="s" alignItems="flexStart" style={{ marginBlockEnd: 8 }}>
          {children(index)}
          <EuiFlexItem grow={false}>
            <EuiFormRow hasEmptyLabelSpace>
              <EuiButtonEmpty
                color="danger"
                onClick={() => remove(index)}
                aria-label={removeLabel(index)}
              >
                <FormattedMessage id="uiKit.rows.remove" defaultMessage="Remove" />
              </EuiButtonEmpty>
            </EuiFormRow>
          </EuiFlexItem>
        </EuiFlexGroup>
      ))}
      <EuiSpacer size="s" />
      <EuiButton size="s" iconType="plusCircle" onClick={add}>
        {addLabel}
      </EuiButton>
    </>
  );
}
