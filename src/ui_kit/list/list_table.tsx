/** The rows of a list, with its loading, empty and error states. */
import { EuiButtonEmpty, EuiScreenReaderOnly, EuiSpacer, EuiText } from '@elastic/eui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { errorText, t } from '@sd/core/public';
import { LoadError } from '../frame/load_error';
import { ColumnsMenu } from './columns_menu';
import { actionItems, type ListAction } from './list_actions';
import { isFiltered, PAGE_SIZES } from './list_state';
import { Table } from './table';
import type { ChosenColumns } from './use_columns';
import { type List, MAX_SELECTED } from './use_list';

/** Announces the number of results to screen readers when it changes. */
const ResultCount = ({ total }: { readonly total: number | undefined }): ReactElement => (
  <EuiScreenReaderOnly>
    <p role="status">
      {total !== undefined &&
        t(
          'uiKit.list.resultCount',
          '{total, plural, =0 {No results} one {# result} other {# results}}',
          { total }
        )}
    </p>
  </EuiScreenReaderOnly>
);

interface SelectionBarProps {
  readonly count: number;
  /** Number of selected items that are not on the current page. */
  readonly hiddenCount: number;
  readonly onClear: () => void;
  /** Offers the results on other pages; absent if there are none. */
  readonly onSelectAll?: () => Promise<void>;
  /** Number of results on all pages. */
  readonly total: number;
  /** Shown at the other end of the line. */
  readonly children: ReactNode;
}

/** Shows how many items are selected, so that actions never affect hidden items unnoticed. */
function SelectionBar({
  count,
  hiddenCount,
  onClear,
  onSelectAll,
  total,
  children,
}: SelectionBarProps): ReactElement {
  const [isSelecting, setIsSelecting] = useState(false);
  const [error, setError] = useState<string>();
  const selectAll = async () => {
    setIsSelecting(true);
    setError(undefined);
    await onSelectAll?.().catch((failure: unknown) => setError(errorText(failure)));
    setIsSelecting(false);
  };
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
      {/* Always rendered, so that the first selection is announced, too. */}
      <EuiText size="s" role="status">
        {count > 0 &&
          t(
            'uiKit.list.selected',
            '{count, number} selected{hidden, plural, =0 {} other {, {hidden, number} of them not on this page}}',
            { count, hidden: hiddenCount }
          )}
      </EuiText>
      {onSelectAll && (
        <EuiButtonEmpty size="xs" isLoading={isSelecting} onClick={() => void selectAll()}>
          {total > MAX_SELECTED
            ? t('uiKit.list.selectFirst', 'Select the first {count, number} results', {
                count: MAX_SELECTED,
              })
            : t('uiKit.list.selectAll', 'Select all {total, number} results', { total })}
        </EuiButtonEmpty>
      )}
      {error !== undefined && (
        <EuiText size="s" color="danger" role="alert">
          {error}
        </EuiText>
      )}
      {count > 0 && (
        <EuiButtonEmpty size="xs" onClick={onClear}>
          {t('uiKit.list.clearSelection', 'Clear selection')}
        </EuiButtonEmpty>
      )}
      <span style={END}>{children}</span>
    </div>
  );
}

const END = { display: 'flex', alignItems: 'center', gap: 12, marginInlineStart: 'auto' } as const;

interface EmptyListProps {
  /** Clears search and filters; absent if there are none. */
  readonly onClear?: () => void;
  /** Shown if the list has no items at all. */
  readonly children?: ReactNode;
}

function EmptyList({ onClear, children }: EmptyListProps): ReactElement {
  if (!onClear && children) return <EuiText size="s">{children}</EuiText>;
  return (
    <EuiText size="s">
      <p>
        <strong>{t('uiKit.list.noItems', 'No items found')}</strong>
      </p>
      {onClear && (
        <>
          <p>{t('uiKit.list.noMatches', 'No matches for the search and filters.')}</p>
          <EuiButtonEmpty onClick={onClear}>
            {t('uiKit.list.clear', 'Clear search and filters')}
          </EuiButtonEmpty>
        </>
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
  /** Offered in each row's menu. Without actions, rows cannot be selected. */
  readonly actions?: ReadonlyArray<ListAction<T>>;
  /** Replaces "No items found" if the list has no items at all. */
  readonly empty?: ReactNode;
  /** Controls beside the columns menu. */
  readonly toolbar?: ReactNode;
  /** Set on the table element. */
  readonly 'data-test-subj'?: string;
}

const NO_ACTIONS: readonly never[] = [];

/**
 * The rows of a list with pages, column selection, row selection and row menus, for pages with more
 * than a list. {@link ListPage} includes it.
 */
export function ListTable<T extends object>({
  list,
  columns,
  caption,
  actions = NO_ACTIONS,
  empty,
  toolbar,
  ...rest
}: ListTableProps<T>): ReactElement {
  const { state, change, page, selection, source, error, isLoading } = list;
  const { idOf, nameOf, maxReachable = Infinity } = source;
  const hasActions = actions.length > 0;
  const selectLabel = (item: T) =>
    t('uiKit.list.selectRow', 'Select {name}', { name: nameOf(item) });
  const failure = error !== undefined && (
    <LoadError error={error} onRetry={list.reload} isRetrying={isLoading} />
  );
  if (failure && !page) return failure;

  const { items = [], total = 0 } = page ?? {};
  const selected = new Set(selection.map(idOf));
  const hasFilters = isFiltered(state);
  const isPageSelected =
    hasActions && items.length > 0 && items.every((item) => selected.has(idOf(item)));
  const canSelectMore =
    isPageSelected && total > items.length && selection.length < Math.min(total, MAX_SELECTED);
  return (
    <>
      {failure}
      <ResultCount total={isLoading ? undefined : page?.total} />
      <SelectionBar
        count={selection.length}
        hiddenCount={list.hiddenCount}
        onClear={() => list.deselect()}
        total={total}
        {...(canSelectMore && { onSelectAll: list.selectAll })}
      >
        {toolbar}
        <ColumnsMenu columns={columns} />
      </SelectionBar>
      {!page && <Loading />}
      {page && (
        <Table<T>
          {...rest}
          caption={caption}
          isCompact={columns.isCompact}
          isLoading={isLoading}
          idOf={idOf}
          items={items}
          columns={columns.visible}
          empty={
            isLoading ? (
              loadingText()
            ) : (
              <EmptyList
                {...(hasFilters && { onClear: () => change({ search: '', filters: {} }) })}
              >
                {empty}
              </EmptyList>
            )
          }
          {...(hasActions && {
            selection: { selected, onChange: list.selectOnPage, labelOf: selectLabel },
            menu: { nameOf, itemsOf: (item: T) => actionItems(actions, [item]) },
          })}
          sorting={{
            field: state.sortField,
            order: state.sortOrder,
            onChange: (sortField, sortOrder) => change({ sortField, sortOrder }),
          }}
          pages={{
            page: state.page - 1,
            perPage: state.perPage,
            total: Math.min(total, maxReachable),
            onPage: (index) => change({ page: index + 1 }),
            sizes: PAGE_SIZES,
            onPerPage: (perPage) => change({ perPage }),
          }}
        />
      )}
      {state.page * state.perPage >= maxReachable && total > maxReachable && (
        <EuiText size="s">
          <p>{t('uiKit.list.beyond', 'The list ends here. Search to find more.')}</p>
        </EuiText>
      )}
    </>
  );
}

const loadingText = (): string => t('uiKit.list.loading', 'Loading…');

/** Replaces an empty table, whose layout would shift when rows arrive. */
const Loading = (): ReactElement => (
  <EuiText size="s" textAlign="center" aria-busy="true">
    <EuiSpacer size="s" />
    <p>{loadingText()}</p>
  </EuiText>
);
