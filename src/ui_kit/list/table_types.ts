/** What a table shows, and what its parent controls. */
import type { ReactNode } from 'react';
import type { ActionItem } from './actions_menu';

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

/** How a table is sorted. */
export type Sorting = NonNullable<TableProps<never>['sorting']>;

/** How a table's rows are selected. */
export type Selection<T> = NonNullable<TableProps<T>['selection']>;
