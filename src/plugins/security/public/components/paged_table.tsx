/** Table of loaded items. Paging appears only if there is more than one page. */
import { Table, type TableProps } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';

const PER_PAGE = 25;
const NONE: ReadonlySet<string> = new Set();

export interface PagedTableProps<T extends object> extends Pick<
  TableProps<T>,
  'caption' | 'items' | 'idOf' | 'columns' | 'rowHeader' | 'empty' | 'expanded'
> {
  /** The selection ends when the page changes. */
  readonly selection?: Omit<NonNullable<TableProps<T>['selection']>, 'selected'>;
}

export function PagedTable<T extends object>({
  selection,
  ...props
}: PagedTableProps<T>): ReactElement {
  const { items, idOf } = props;
  const [page, setPage] = useState(0);
  const [selected, setSelected] = useState(NONE);
  const select = (chosen: readonly T[]) => {
    setSelected(new Set(chosen.map(idOf)));
    selection?.onChange(chosen);
  };
  // The number of items may have decreased.
  const visiblePage = Math.min(page, Math.max(0, Math.ceil(items.length / PER_PAGE) - 1));
  return (
    <Table<T>
      {...props}
      items={items.slice(visiblePage * PER_PAGE, (visiblePage + 1) * PER_PAGE)}
      {...(selection && { selection: { ...selection, selected, onChange: select } })}
      {...(items.length > PER_PAGE && {
        pages: {
          page: visiblePage,
          perPage: PER_PAGE,
          total: items.length,
          onPage: (turned: number) => {
            setPage(turned);
            select([]);
          },
        },
      })}
    />
  );
}
