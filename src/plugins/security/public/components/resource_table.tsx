/** The table of a list page, with its loading, empty and error states. */
import {
  type Criteria,
  EuiBasicTable,
  type EuiBasicTableColumn,
  EuiButtonEmpty,
  EuiEmptyPrompt,
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
          request.isLoading ? loadingText() : <NothingFound state={state} change={change} />
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
    </>
  );
}

const loadingText = (): string =>
  i18n.translate('security.table.loading', { defaultMessage: 'Loading…' });

function NothingFound({
  state,
  change,
}: Pick<ResourceList<ResourceName>, 'state' | 'change'>): ReactElement {
  const isFiltered = state.search !== '' || Object.keys(state.filters).length > 0;
  return (
    <EuiEmptyPrompt
      titleSize="xs"
      paddingSize="s"
      title={
        <h3>
          <FormattedMessage id="security.table.noItems" defaultMessage="No items found" />
        </h3>
      }
      body={
        isFiltered ? (
          <p>
            <FormattedMessage
              id="security.table.noMatches"
              defaultMessage="Nothing matches the search and the filters."
            />
          </p>
        ) : undefined
      }
      actions={
        isFiltered ? (
          <EuiButtonEmpty onClick={() => change({ search: '', filters: {} })}>
            <FormattedMessage id="security.table.clear" defaultMessage="Clear search and filters" />
          </EuiButtonEmpty>
        ) : undefined
      }
    />
  );
}
