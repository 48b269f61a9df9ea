/** Table of loaded items. Paging appears only if there is more than one page. */
import { EuiBasicTable, type EuiBasicTableColumn, type Criteria } from '@elastic/eui';
import { type ReactElement, type ReactNode, useState } from 'react';

const PER_PAGE = 25;

export interface PagedTableProps<T extends object> {
  /** Table caption for screen readers. */
  readonly caption: string;
  readonly items: readonly T[];
  /** Field that is unique among the items. */
  readonly itemId: keyof T & string;
  readonly columns: Array<EuiBasicTableColumn<T>>;
  /** Expanded content by row id. */
  readonly expanded?: Record<string, ReactNode>;
  readonly selection?: {
    readonly onChange: (items: T[]) => void;
    readonly isSelectable: (item: T) => boolean;
    readonly label: (isSelectable: boolean, item: T) => string;
  };
}

export function PagedTable<T extends object>(props: PagedTableProps<T>): ReactElement {
  const { caption, items, itemId, columns, expanded, selection } = props;
  const [page, setPage] = useState(0);
  // The number of items may have decreased.
  const visiblePage = Math.min(page, Math.max(0, Math.ceil(items.length / PER_PAGE) - 1));
  const pagination =
    items.length > PER_PAGE
      ? {
          pageIndex: visiblePage,
          pageSize: PER_PAGE,
          totalItemCount: items.length,
          showPerPageOptions: false,
        }
      : undefined;
  return (
    <EuiBasicTable<T>
      tableCaption={caption}
      tableLayout="auto"
      itemId={itemId}
      items={items.slice(visiblePage * PER_PAGE, (visiblePage + 1) * PER_PAGE)}
      columns={columns}
      {...(expanded && { itemIdToExpandedRowMap: expanded })}
      {...(selection && {
        selection: {
          onSelectionChange: selection.onChange,
          selectable: selection.isSelectable,
          selectableMessage: selection.label,
        },
      })}
      {...(pagination && {
        pagination,
        onChange: ({ page: turned }: Criteria<T>) => turned && setPage(turned.index),
      })}
    />
  );
}
