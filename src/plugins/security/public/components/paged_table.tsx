/** Table of loaded items. Paging appears only if there is more than one page. */
import { Table, type TableProps } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';

const PER_PAGE = 25;
const NONE: ReadonlySet<string> = new Set();

export interface PagedTableProps<T extends object> extends Pick<
  TableProps<T>,
  'caption' | 'items' | 'idOf' | 'columns' | 'rowHeader' | 'empty' | 'expanded'
> {
  /** Without `selected`, the selection ends when the page changes. */
  readonly selection?: Omit<NonNullable<TableProps<T>['selection']>, 'selected' | 'onChange'> & {
    readonly selected?: ReadonlySet<string>;
    /** @param shown - the items of the page, of which `chosen` are selected */
    readonly onChange: (chosen: readonly T[], shown: readonly T[]) => void;
  };
}

export function PagedTable<T extends object>({
  selection,
  ...props
}: PagedTableProps<T>): ReactElement {
  const { items, idOf } = props;
  const [page, setPage] = useState(0);
  const [selected, setSelected] = useState(NONE);
  // The number of items may have decreased.
  const visiblePage = Math.min(page, Math.max(0, Math.ceil(items.length / PER_PAGE) - 1));
  const shown = items.slice(visiblePage * PER_PAGE, (visiblePage + 1) * PER_PAGE);
  const select = (chosen: readonly T[]) => {
    setSelected(new Set(chosen.map(idOf)));
    selection?.onChange(chosen, shown);
  };
  return (
    <Table<T>
      {...props}
      items={shown}
      {...(selection && {
        selection: { ...selection, selected: selection.selected ?? selected, onChange: select },
      })}
      {...(items.length > PER_PAGE && {
        pages: {
          page: visiblePage,
          perPage: PER_PAGE,
          total: items.length,
          onPage: (turned: number) => {
            setPage(turned);
            if (!selection?.selected) select([]);
          },
        },
      })}
    />
  );
}
