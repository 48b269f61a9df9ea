/** The table of a list page, with its loading, empty and error states. */
import {
  type Criteria,
  EuiBasicTable,
  type EuiBasicTableColumn,
  EuiButtonEmpty,
  EuiText,
} from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import type { ResourceName, SearchItem } from '../../common';
import { PAGE_SIZES } from './list_state';
import { LoadError } from './load_error';
import type { ResourceList } from './use_resource_list';

export interface ResourceTableProps<R extends ResourceName> {
  readonly list: ResourceList<R>;
  readonly columns: Array<EuiBasicTableColumn<SearchItem<R>>>;
  /** Caption of the table, for screen readers. */
  readonly caption: string;
  readonly 'data-test-subj'?: string;
}

export function ResourceTable<R extends ResourceName>({
  list,
  columns,
  caption,
  ...rest
}: ResourceTableProps<R>): ReactElement {
  const { state, change, request, selection, select } = list;
  if (request.error !== undefined && request.data === undefined) {
    return <LoadError error={request.error} onRetry={request.reload} />;
  }
  const items = request.data?.items ?? [];
  const isFiltered = state.search !== '' || Object.keys(state.filters).length > 0;
  // Not known yet: enough for the page asked for, or the table would turn back to the first one.
  const total = request.data?.total ?? state.page * state.perPage;
  return (
    <>
      {request.error !== undefined && <LoadError error={request.error} onRetry={request.reload} />}
      <EuiBasicTable<SearchItem<R>>
        {...rest}
        tableCaption={caption}
        tableLayout="auto"
        itemId="name"
        rowHeader="name"
        items={[...items]}
        columns={columns}
        loading={request.isLoading}
        noItemsMessage={
          request.isLoading ? loadingText() : <NothingFound isFiltered={isFiltered} />
        }
        selection={{
          selected: [...selection],
          onSelectionChange: select,
          selectableMessage: (_isSelectable, { name }) =>
            i18n.translate('security.table.selectRow', {
              defaultMessage: 'Select {name}',
              values: { name },
            }),
        }}
        sorting={{
          sort: { field: state.sortField as keyof SearchItem<R>, direction: state.sortOrder },
        }}
        pagination={{
          pageIndex: state.page - 1,
          pageSize: state.perPage,
          totalItemCount: total,
          pageSizeOptions: [...PAGE_SIZES],
        }}
        onChange={({ page, sort }: Criteria<SearchItem<R>>) => {
          const isSorted =
            sort !== undefined &&
            (sort.field !== state.sortField || sort.direction !== state.sortOrder);
          if (isSorted) change({ sortField: String(sort.field), sortOrder: sort.direction });
          else if (page && page.size !== state.perPage) change({ perPage: page.size });
          else if (page) change({ page: page.index + 1 });
        }}
      />
      {isFiltered && !request.isLoading && items.length === 0 && (
        <div style={{ textAlign: 'center' }}>
          <EuiButtonEmpty onClick={() => change({ search: '', filters: {} })}>
            <FormattedMessage id="security.table.clear" defaultMessage="Clear search and filters" />
          </EuiButtonEmpty>
        </div>
      )}
    </>
  );
}

const loadingText = (): string =>
  i18n.translate('security.table.loading', { defaultMessage: 'Loading…' });

/** Text only: the table repeats it in its caption, where a button could be reached but not seen. */
function NothingFound({ isFiltered }: { readonly isFiltered: boolean }): ReactElement {
  return (
    <EuiText size="s">
      <p>
        <strong>
          <FormattedMessage id="security.table.noItems" defaultMessage="No items found" />
        </strong>
      </p>
      {isFiltered && (
        <p>
          <FormattedMessage
            id="security.table.noMatches"
            defaultMessage="Nothing matches the search and the filters."
          />
        </p>
      )}
    </EuiText>
  );
}
