/** The rows of a table; one is rendered again only if its item or the columns change. */
import { t } from '@sd/core/public';
import { Fragment, memo, type ReactElement, useCallback, useLayoutEffect, useRef } from 'react';
import type { ActionItem } from './actions_menu';
import { RowMenu } from './row_menu';
import type { TableColumn, TableProps } from './table_types';

interface TableRowsProps<T> {
  readonly table: TableProps<T>;
  /** Number of cells in a row. */
  readonly width: number;
}

export function TableRows<T extends object>({ table, width }: TableRowsProps<T>): ReactElement {
  const { items, idOf, columns, selection, menu, expanded } = table;
  const { rowHeader = columns[0]?.id } = table;
  const latest = useRef(table);
  useLayoutEffect(() => {
    latest.current = table;
  });
  const toggle = useCallback((item: T) => {
    const { items: shown, idOf: idIn, selection: current } = latest.current;
    if (!current) return;
    const isOn = (one: T) => current.selected.has(idIn(one));
    current.onChange(shown.filter((one) => (one === item ? !isOn(one) : isOn(one))));
  }, []);
  const menuItems = useCallback((item: T) => latest.current.menu?.itemsOf(item) ?? [], []);
  return (
    <tbody>
      {items.length === 0 && (
        <tr>
          <td colSpan={width} className="sdTable__empty">
            {table.empty ?? t('uiKit.list.noItems', 'No items found')}
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
                isSelectable: selection.isSelectable?.(item) ?? true,
                selectLabel: selection.labelOf(item),
              })}
              {...(menu && { menuName: menu.nameOf(item) })}
              onToggle={toggle}
              itemsOf={menuItems}
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
