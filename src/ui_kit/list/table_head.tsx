/** The header of a table: sorting and selection, also above the cards of narrow screens. */
import { EuiTableSortMobile } from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement, ReactNode } from 'react';
import { SORTABLE, SORTED_DOWN, SORTED_UP } from './table_icons';
import type { Selection, Sorting, TableColumn } from './table_types';

interface NarrowControlsProps<T> {
  readonly columns: ReadonlyArray<TableColumn<T>>;
  readonly sorting: Sorting | undefined;
  /** Absent if there is nothing to select. */
  readonly selectAll: ReactNode;
}

/** Selection and sorting above cards, which have no header. */
export const NarrowControls = <T,>({
  columns,
  sorting,
  selectAll,
}: NarrowControlsProps<T>): ReactElement => (
  <div className="sdTable__narrow">
    {selectAll ? (
      <label>
        {selectAll}
        {t('uiKit.table.selectAll', 'Select all rows')}
      </label>
    ) : (
      <span />
    )}
    {sorting && (
      <EuiTableSortMobile
        items={columns.flatMap(({ id: key, name, sortField: field }) => {
          if (field === undefined) return [];
          const isSorted = sorting.field === field;
          return {
            key,
            name,
            isSorted,
            isSortAscending: sorting.order === 'asc',
            onSort: () => sorting.onChange(field, nextOrder(sorting, field)),
          };
        })}
      />
    )}
  </div>
);

/** Reverses the order of the field that the table is sorted by. */
const nextOrder = ({ field: current, order }: Sorting, field: string): 'asc' | 'desc' =>
  current === field && order === 'asc' ? 'desc' : 'asc';

const ORDERS = { asc: 'ascending', desc: 'descending' } as const;

export function HeaderCell<T>({
  column: { name, sortField, width, isControl },
  sorting,
}: {
  readonly column: TableColumn<T>;
  readonly sorting: Sorting | undefined;
}): ReactElement {
  const isSortable = sorting !== undefined && sortField !== undefined;
  const isSorted = isSortable && sorting.field === sortField;
  return (
    <th
      scope="col"
      {...(width !== undefined && { style: { width } })}
      {...(isControl && { className: 'sdTable__end' })}
      {...(isSortable && { 'aria-sort': isSorted ? ORDERS[sorting.order] : 'none' })}
    >
      {isSortable ? (
        <button
          type="button"
          className="sdTable__sort"
          data-test-subj="tableHeaderSortButton"
          onClick={() => sorting.onChange(sortField, nextOrder(sorting, sortField))}
        >
          {name}
          {isSorted ? (sorting.order === 'asc' ? SORTED_UP : SORTED_DOWN) : SORTABLE}
        </button>
      ) : (
        name
      )}
    </th>
  );
}

/** Selects all selectable rows of the page, or clears their selection if there is one. */
export function SelectAll<T>({
  items,
  idOf,
  selection,
}: {
  readonly items: readonly T[];
  readonly idOf: (item: T) => string;
  readonly selection: Selection<T>;
}): ReactElement {
  const { isSelectable = () => true } = selection;
  const selectable = items.filter(isSelectable);
  const count = selectable.filter((item) => selection.selected.has(idOf(item))).length;
  const isAll = count > 0 && count === selectable.length;
  return (
    <input
      type="checkbox"
      className="sdTable__checkbox"
      aria-label={
        count > 0
          ? t('uiKit.table.deselect', 'Deselect rows')
          : t('uiKit.table.selectAll', 'Select all rows')
      }
      ref={(element) => {
        if (element) element.indeterminate = count > 0 && !isAll;
      }}
      checked={isAll}
      disabled={selectable.length === 0}
      onChange={() => selection.onChange(count > 0 ? [] : selectable)}
    />
  );
}
