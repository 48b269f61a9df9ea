/** Repeatable rows of a form, which can be added and removed. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiFlexGroup,
  EuiFlexItem,
  EuiFormRow,
  EuiSpacer,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import {
  type Control,
  type FieldArray,
  type FieldArrayPath,
  type FieldValues,
  useFieldArray,
} from 'react-hook-form';

/** The position of the rows in the form's values. */
export interface RowsProps<S extends FieldValues, N extends FieldArrayPath<S>> {
  /** Control of the form. */
  readonly control: Control<S>;
  /** Path of the rows in the form's values. */
  readonly name: N;
  /** Creates an empty row. */
  readonly blank: () => FieldArray<S, N>;
}

/** The rows of a form, with functions to add and remove them. */
export interface Rows {
  /** Ids of the rows, in order. */
  readonly ids: readonly string[];
  /** Appends an empty row and moves the focus to its first field. */
  readonly add: () => void;
  /** Removes the row at this index, starting at 0. */
  readonly remove: (index: number) => void;
}

/** A list of similar rows in a form, such as the index permissions of a role. */
export function useRows<S extends FieldValues, N extends FieldArrayPath<S>>({
  control,
  name,
  blank,
}: RowsProps<S, N>): Rows {
  const { fields, append, remove } = useFieldArray({ control, name });
  const added = useRef<number>(undefined);
  useEffect(() => {
    if (added.current === undefined || fields.length <= added.current) return;
    document
      .querySelector<HTMLElement>(
        ['input', 'textarea', 'select']
          .flatMap((tag) => [
            `${tag}[id^="${name}.${added.current}."]`,
            `[id^="${name}.${added.current}."] ${tag}`,
          ])
          .join()
      )
      ?.focus();
    added.current = undefined;
  }, [fields.length, name]);
  return {
    ids: fields.map(({ id }) => id),
    add: () => {
      added.current = fields.length;
      append(blank(), { shouldFocus: false });
    },
    remove,
  };
}

/** Props of {@link FieldRows}. */
export interface FieldRowsProps<
  S extends FieldValues,
  N extends FieldArrayPath<S>,
> extends RowsProps<S, N> {
  /** Label of the button that adds a row. */
  readonly addLabel: ReactNode;
  /** Id of that button. */
  readonly addId?: string;
  /** Accessible name of the button that removes a row. */
  readonly removeLabel: (index: number) => string;
  /** Fields of a row, as items of a flex group. */
  readonly children: (index: number) => ReactNode;
}

/** Short rows with a few fields side by side. */
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
                {t('uiKit.rows.remove', 'Remove')}
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
