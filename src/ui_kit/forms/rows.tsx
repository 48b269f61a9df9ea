/**
 * Parts of a form that repeat: one can be added and removed, and there is always one to type into.
 */
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

/** Where the rows stand in the form's values. */
export interface RowsProps<S extends FieldValues, N extends FieldArrayPath<S>> {
  /** Of the form. */
  readonly control: Control<S>;
  /** Path of the rows in the form's values. */
  readonly name: N;
  /** A row in which nothing was entered. */
  readonly blank: () => FieldArray<S, N>;
}

/** The rows of a form, and what changes their number. */
export interface Rows {
  /** Identities of the rows, in order. */
  readonly ids: readonly string[];
  /** Appends a blank row; the focus stays where it is. */
  readonly add: () => void;
  /** Takes out the row of this place, from 0. The last one that is left becomes blank instead. */
  readonly remove: (index: number) => void;
}

/**
 * A list of like rows in a form, such as the index permissions of a role. There always is one row.
 */
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

/** Props of {@link FieldRows}. */
export interface FieldRowsProps<
  S extends FieldValues,
  N extends FieldArrayPath<S>,
> extends RowsProps<S, N> {
  /** On the button that adds a row. */
  readonly addLabel: ReactNode;
  /** Id of that button. */
  readonly addId?: string;
  /** Says which row the button removes, for screen readers. */
  readonly removeLabel: (index: number) => string;
  /** Fields of a row, as items of a flex group. */
  readonly children: (index: number) => ReactNode;
}

/** Short rows: a few fields beside one another. */
export function FieldRows<S extends FieldValues, N extends FieldArrayPath<S>>({
  addLabel,
  addId,
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
      <EuiButton size="s" iconType="plusCircle" id={addId} onClick={add}>
        {addLabel}
      </EuiButton>
    </>
  );
}
