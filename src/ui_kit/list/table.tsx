/**
 * The table of all lists: plain elements under one style sheet, and rows that are rendered again
 * only if their item changes. On narrow screens, each row is a card.
 */
import {
  EuiTablePagination,
  EuiTableSortMobile,
  useEuiTheme,
  useGeneratedHtmlId,
  useIsWithinBreakpoints,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import {
  Fragment,
  memo,
  type ReactElement,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { themeValues, useStaticStyle } from '../controls/static_style';
import type { ActionItem } from './actions_menu';
import { RowMenu } from './row_menu';
import { SORTABLE, SORTED_DOWN, SORTED_UP } from './table_icons';

/** A column of a {@link Table}. `T`: an item. */
export interface TableColumn<T> {
  /** Unique in the table. */
  readonly id: string;
  /** Heading of the column. */
  readonly name: ReactNode;
  /** Renders the cell of one item. */
  readonly render: (item: T) => ReactNode;
  /** Field to sort by; without it the column cannot be sorted. */
  readonly sortField?: string;
  /** CSS width. Default: determined by the content. */
  readonly width?: string;
  /** Whether the cells contain only controls: aligned to the end, in the corner of a card. */
  readonly isControl?: boolean;
}

/** Props of {@link Table}. `T`: an item. */
export interface TableProps<T> {
  /** Accessible name. */
  readonly caption: string;
  /** In display order. */
  readonly items: readonly T[];
  /** Returns the id of an item, unique in the table. */
  readonly idOf: (item: T) => string;
  /** In display order. Rows are rendered again if the array changes. */
  readonly columns: ReadonlyArray<TableColumn<T>>;
  /** Id of the column that names the row: the title of its card. Default: the first column. */
  readonly rowHeader?: string;
  /** Shown instead of rows. */
  readonly empty?: ReactNode;
  /** Whether newer items are loading. */
  readonly isLoading?: boolean;
  /** Whether rows and text are small. */
  readonly isCompact?: boolean;
  /** Current order; without it, no column can be sorted. */
  readonly sorting?: {
    readonly field: string;
    readonly order: 'asc' | 'desc';
    readonly onChange: (field: string, order: 'asc' | 'desc') => void;
  };
  /** Selected rows; without it, rows cannot be selected. */
  readonly selection?: {
    /** Ids of the selected items. */
    readonly selected: ReadonlySet<string>;
    /** Receives the selected items among those shown, in display order. */
    readonly onChange: (items: readonly T[]) => void;
    /** Accessible name of an item's checkbox. */
    readonly labelOf: (item: T) => string;
    /** Default: all items. */
    readonly isSelectable?: (item: T) => boolean;
  };
  /** Menu at the end of each row. */
  readonly menu?: {
    readonly nameOf: (item: T) => string;
    readonly itemsOf: (item: T) => readonly ActionItem[];
  };
  /** Content below a row, by id. */
  readonly expanded?: Readonly<Record<string, ReactNode>>;
  /** Pages; absent if there is one only. */
  readonly pages?: {
    /** Starts at 0. */
    readonly page: number;
    readonly perPage: number;
    /** Number of items on all pages. */
    readonly total: number;
    readonly onPage: (page: number) => void;
    /** Offered numbers of rows per page. Default: no choice. */
    readonly sizes?: readonly number[];
    readonly onPerPage?: (perPage: number) => void;
  };
  /** Set on the table element. */
  readonly 'data-test-subj'?: string;
}

/** A table with sorting, selection, row menus and pages, all controlled by its parent. */
export function Table<T extends object>(props: TableProps<T>): ReactElement {
  const { caption, items, idOf, columns, selection, menu, expanded, pages } = props;
  const { rowHeader = columns[0]?.id, isLoading = false, isCompact = false } = props;
  const sorting = columns.some((column) => column.sortField) ? props.sorting : undefined;
  useStaticStyle();
  const { euiTheme } = useEuiTheme();
  const style = useMemo(() => themeValues(euiTheme), [euiTheme]);
  const isNarrow = useIsWithinBreakpoints(['xs', 's']);
  const id = useGeneratedHtmlId({ prefix: 'table' });
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const toggle = useCallback((item: T) => {
    const { items: shown, idOf: idIn, selection: current } = latest.current;
    if (!current) return;
    const isOn = (one: T) => current.selected.has(idIn(one));
    current.onChange(shown.filter((one) => (one === item ? !isOn(one) : isOn(one))));
  }, []);
  const itemsOf = useCallback((item: T) => latest.current.menu?.itemsOf(item) ?? [], []);
  const isSelectable = selection?.isSelectable ?? (() => true);
  const selectAll = selection && <SelectAll {...{ items, idOf, selection, isSelectable }} />;
  const width = columns.length + (selection ? 1 : 0) + (menu ? 1 : 0);
  const pageCount = pages ? Math.ceil(pages.total / pages.perPage) : 1;
  return (
    <div style={style}>
      {isNarrow && (selection || sorting) && (
        <div className="sdTable__narrow">
          {selection && items.length > 0 ? (
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
      )}
      <div className="sdTable__scroll">
        <table
          id={id}
          className={isCompact ? 'sdTable sdTable--compressed' : 'sdTable'}
          aria-label={
            pageCount > 1
              ? t('uiKit.table.page', '{caption}, page {page} of {pages}', {
                  caption,
                  page: (pages?.page ?? 0) + 1,
                  pages: pageCount,
                })
              : caption
          }
          aria-busy={isLoading}
          data-test-subj={props['data-test-subj']}
        >
          <thead>
            <tr>
              {selection && (
                <th scope="col" className="sdTable__check">
                  {!isNarrow && selectAll}
                </th>
              )}
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} sorting={sorting} />
              ))}
              {menu && (
                <th scope="col" className="sdTable__end">
                  {t('uiKit.list.menuColumn', 'Menu')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {items.length === 0 && (
              <tr>
                <td colSpan={width} className="sdTable__empty">
                  {props.empty ?? t('uiKit.list.noItems', 'No items found')}
                </td>
              </tr>
            )}
            {items.map((item) => {
              const key = idOf(item);
              const details = expanded?.[key];
              return (
                <Fragment key={key}>
                  <Row<T>
                    item={item}
                    columns={columns}
                    rowHeader={rowHeader}
                    {...(selection && {
                      isSelected: selection.selected.has(key),
                      isSelectable: isSelectable(item),
                      selectLabel: selection.labelOf(item),
                    })}
                    {...(menu && { menuName: menu.nameOf(item) })}
                    onToggle={toggle}
                    itemsOf={itemsOf}
                  />
                  {details !== undefined && (
                    <tr>
                      <td colSpan={width} className="sdTable__wide">
                        {details}
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </div>
      {pages && (
        <div className="sdTable__pages">
          <EuiTablePagination
            aria-label={t('uiKit.table.pages', 'Pages of the table: {caption}', { caption })}
            aria-controls={id}
            activePage={pages.page}
            pageCount={pageCount}
            itemsPerPage={pages.perPage}
            itemsPerPageOptions={pages.sizes ? [...pages.sizes] : []}
            showPerPageOptions={pages.sizes !== undefined}
            onChangePage={pages.onPage}
            {...(pages.onPerPage && { onChangeItemsPerPage: pages.onPerPage })}
          />
        </div>
      )}
    </div>
  );
}

type Sorting = NonNullable<TableProps<never>['sorting']>;

/** Reverses the order of the field that the table is sorted by. */
const nextOrder = ({ field: current, order }: Sorting, field: string): 'asc' | 'desc' =>
  current === field && order === 'asc' ? 'desc' : 'asc';

const ORDERS = { asc: 'ascending', desc: 'descending' } as const;

function HeaderCell<T>({
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

/** Selects all rows of the page, or clears their selection if there is one. */
function SelectAll<T>({
  items,
  idOf,
  selection,
  isSelectable,
}: {
  readonly items: readonly T[];
  readonly idOf: (item: T) => string;
  readonly selection: NonNullable<TableProps<T>['selection']>;
  readonly isSelectable: (item: T) => boolean;
}): ReactElement {
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

interface RowProps<T> {
  readonly item: T;
  readonly columns: ReadonlyArray<TableColumn<T>>;
  readonly rowHeader: string | undefined;
  /** Absent if rows cannot be selected. */
  readonly isSelected?: boolean;
  readonly isSelectable?: boolean;
  readonly selectLabel?: string;
  /** Absent if rows have no menu. */
  readonly menuName?: string;
  readonly onToggle: (item: T) => void;
  readonly itemsOf: (item: T) => readonly ActionItem[];
}

function RowView<T>(props: RowProps<T>): ReactElement {
  const { item, columns, rowHeader, isSelected, isSelectable, menuName } = props;
  return (
    <tr className={isSelected ? 'sdTable__selected' : undefined}>
      {isSelected !== undefined && (
        <td className="sdTable__check">
          <input
            type="checkbox"
            className="sdTable__checkbox"
            aria-label={props.selectLabel}
            checked={isSelected}
            disabled={!isSelectable}
            onChange={() => props.onToggle(item)}
          />
        </td>
      )}
      {columns.map(({ id, name, render, isControl }) =>
        id === rowHeader ? (
          <th key={id} scope="row" className="sdTable__title">
            {render(item)}
          </th>
        ) : (
          <td
            key={id}
            {...(isControl && { className: 'sdTable__end' })}
            {...(!isControl && typeof name === 'string' && { 'data-label': name })}
          >
            {render(item)}
          </td>
        )
      )}
      {menuName !== undefined && (
        <td className="sdTable__end">
          <RowMenu name={menuName} itemsOf={() => props.itemsOf(item)} />
        </td>
      )}
    </tr>
  );
}

const Row = memo(RowView) as typeof RowView;
