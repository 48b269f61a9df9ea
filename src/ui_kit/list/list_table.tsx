/** The rows of a list, with its loading, empty and failed states. */
import {
  type Criteria,
  EuiBasicTable,
  type EuiBasicTableColumn,
  EuiButtonEmpty,
  EuiScreenReaderOnly,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import { LoadError } from '../frame/load_error';
import { ActionsMenu } from './actions_menu';
import { ColumnsMenu } from './columns_menu';
import { actionItems, type ListAction } from './list_actions';
import { isFiltered, PAGE_SIZES } from './list_state';
import type { ChosenColumns, ListColumn } from './use_columns';
import type { List } from './use_list';

/** Tells screen readers how many results there are, when that changes. */
const ResultCount = ({ total }: { readonly total: number | undefined }): ReactElement => (
  <EuiScreenReaderOnly>
    <p role="status">
      {total !== undefined && (
        <FormattedMessage
          id="uiKit.list.resultCount"
          defaultMessage="{total, plural, =0 {No results} one {# result} other {# results}}"
          values={{ total }}
        />
      )}
    </p>
  </EuiScreenReaderOnly>
);

interface SelectionBarProps {
  readonly count: number;
  /** Of them, how many the page does not show. */
  readonly hiddenCount: number;
  readonly onClear: () => void;
  /** At the other end of the line. */
  readonly children: ReactNode;
}

/** How much is chosen: what is not on the page must not be acted upon unseen. */
function SelectionBar({ count, hiddenCount, onClear, children }: SelectionBarProps): ReactElement {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
      {/* There all the time, so that the first choice is announced too. */}
      <EuiText size="s" role="status">
        {count > 0 && (
          <FormattedMessage
            id="uiKit.list.selected"
            defaultMessage="{count} selected{hidden, plural, =0 {} other {, # of them not on this page}}"
            values={{ count, hidden: hiddenCount }}
          />
        )}
      </EuiText>
      {count > 0 && (
        <EuiButtonEmpty size="xs" onClick={onClear}>
          <FormattedMessage id="uiKit.list.clearSelection" defaultMessage="Clear selection" />
        </EuiButtonEmpty>
      )}
      <span style={{ marginInlineStart: 'auto' }}>{children}</span>
    </div>
  );
}

interface EmptyListProps {
  readonly isFiltered: boolean;
  /** Said when there is nothing at all. */
  readonly children?: ReactNode;
}

/** Text only: the table repeats it in its caption, where a button could be reached but not seen. */
function EmptyList({ isFiltered, children }: EmptyListProps): ReactElement {
  if (!isFiltered && children) return <EuiText size="s">{children}</EuiText>;
  return (
    <EuiText size="s">
      <p>
        <strong>
          <FormattedMessage id="uiKit.list.noItems" defaultMessage="No items found" />
        </strong>
      </p>
      {isFiltered && (
        <p>
          <FormattedMessage
            id="uiKit.list.noMatches"
            defaultMessage="Nothing matches the search and the filters."
          />
        </p>
      )}
    </EuiText>
  );
}

/** Props of {@link ListTable}. `T`: an item. */
export interface ListTableProps<T> {
  /** From {@link useList}. */
  readonly list: List<T>;
  /** From {@link useColumns}. */
  readonly columns: ChosenColumns<T>;
  /** Caption of the table, for screen readers. */
  readonly caption: string;
  /** Offered in each row's menu; without any, rows cannot be selected. */
  readonly actions?: ReadonlyArray<ListAction<T>>;
  /** Said when there is nothing at all, in place of "No items found". */
  readonly empty?: ReactNode;
  /** On the table. */
  readonly 'data-test-subj'?: string;
}

const NO_ACTIONS: readonly never[] = [];

/** EUI wants rows whose type has an index. */
type Row<T> = T & object;

/**
 * The rows of a list with pages, column choice, selection and row menus; for pages that are more
 * than a list. {@link ListPage} includes it.
 */
export function ListTable<T extends object>({
  list,
  columns,
  caption,
  actions = NO_ACTIONS,
  empty,
  ...rest
}: ListTableProps<T>): ReactElement {
  const { state, change, page, selection, source, error, isLoading } = list;
  const { idOf, nameOf, maxReachable = Infinity } = source;
  const { shown } = columns;
  const hasActions = actions.length > 0;
  const tableColumns = useMemo(
    () => [...shown.map(toTableColumn), ...(hasActions ? [menuColumn(actions, nameOf)] : [])],
    [shown, hasActions, actions, nameOf]
  );
  const failure = error !== undefined && (
    <LoadError error={error} onRetry={list.reload} isRetrying={isLoading} />
  );
  if (failure && !page) return failure;

  const { items = [], total = 0 } = page ?? {};
  const chosen = new Set(selection.map(idOf));
  const onPage = items.filter((item) => chosen.has(idOf(item)));
  const hasFilters = isFiltered(state);
  return (
    <>
      {failure}
      <ResultCount total={isLoading ? undefined : page?.total} />
      <SelectionBar
        count={selection.length}
        hiddenCount={list.hiddenCount}
        onClear={() => list.deselect()}
      >
        <ColumnsMenu columns={columns} />
      </SelectionBar>
      {!page && <Loading />}
      {page && (
        <EuiBasicTable<Row<T>>
          {...rest}
          tableCaption={caption}
          tableLayout="auto"
          compressed={columns.isCompact}
          itemId={idOf}
          rowHeader={shown[0] && fieldOf(shown[0])}
          items={[...items] as Array<Row<T>>}
          columns={tableColumns as Array<EuiBasicTableColumn<Row<T>>>}
          loading={isLoading}
          noItemsMessage={
            isLoading ? loadingText() : <EmptyList isFiltered={hasFilters}>{empty}</EmptyList>
          }
          {...(hasActions && {
            selection: {
              selected: onPage as Array<Row<T>>,
              onSelectionChange: list.selectOnPage,
              selectableMessage: (_isSelectable: boolean, item: Row<T>) =>
                i18n.translate('uiKit.list.selectRow', {
                  defaultMessage: 'Select {name}',
                  values: { name: nameOf(item) },
                }),
            },
          })}
          sorting={{ sort: { field: state.sortField as keyof Row<T>, direction: state.sortOrder } }}
          pagination={{
            pageIndex: state.page - 1,
            pageSize: state.perPage,
            totalItemCount: Math.min(total, maxReachable),
            pageSizeOptions: [...PAGE_SIZES],
          }}
          onChange={({ page: turned, sort }: Criteria<Row<T>>) => {
            // The table gives up its selection before it turns a page; ours stays.
            list.selectOnPage(onPage);
            const isSorted =
              sort !== undefined &&
              (sort.field !== state.sortField || sort.direction !== state.sortOrder);
            if (isSorted) change({ sortField: String(sort.field), sortOrder: sort.direction });
            else if (turned && turned.size !== state.perPage) change({ perPage: turned.size });
            else if (turned) change({ page: turned.index + 1 });
          }}
        />
      )}
      {state.page * state.perPage >= maxReachable && total > maxReachable && (
        <EuiText size="s">
          <p>
            <FormattedMessage
              id="uiKit.list.beyond"
              defaultMessage="The list ends here. Search for the others."
            />
          </p>
        </EuiText>
      )}
      {hasFilters && !isLoading && items.length === 0 && (
        <div style={{ textAlign: 'center' }}>
          <EuiSpacer size="s" />
          <EuiButtonEmpty onClick={() => change({ search: '', filters: {} })}>
            <FormattedMessage id="uiKit.list.clear" defaultMessage="Clear search and filters" />
          </EuiButtonEmpty>
        </div>
      )}
    </>
  );
}

const loadingText = (): string =>
  i18n.translate('uiKit.list.loading', { defaultMessage: 'Loading…' });

/** In the place of a table without rows, which would jump when they come. */
const Loading = (): ReactElement => (
  <EuiText size="s" textAlign="center" aria-busy="true">
    <EuiSpacer size="s" />
    <p>{loadingText()}</p>
  </EuiText>
);

/** Columns that the server cannot sort by have a field that no item has. */
const fieldOf = <T,>({ id, sortField }: ListColumn<T>): string => sortField ?? `column:${id}`;

const toTableColumn = <T extends object>(
  column: ListColumn<T>,
  index: number
): EuiBasicTableColumn<T> => ({
  field: fieldOf(column),
  name: column.name,
  sortable: column.sortField !== undefined,
  render: (_value: unknown, item: T) => column.render(item),
  'data-test-subj': column.id,
  ...(column.width !== undefined && { width: column.width }),
  // A card's heading needs no label.
  ...(index === 0 && { mobileOptions: { header: false, width: '100%' } }),
});

const menuColumn = <T extends object>(
  actions: ReadonlyArray<ListAction<T>>,
  nameOf: (item: T) => string
): EuiBasicTableColumn<T> => ({
  name: i18n.translate('uiKit.list.menuColumn', { defaultMessage: 'Menu' }),
  width: '56px',
  align: 'right',
  render: (item: T) => <ActionsMenu items={actionItems(actions, [item])} rowName={nameOf(item)} />,
});
