import {
  EuiBasicTable,
  EuiEmptyPrompt,
  EuiText,
  type CriteriaWithPagination,
  type EuiBasicTableColumn,
} from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ObjectRow, ObjectsQuery, ObjectSortField } from '../services/saved_objects_page';
import { ChangedTime } from './changed_time';
import { ObjectTypeLabel } from './object_type_label';

const PAGE_SIZES = [10, 25, 50, 100];
/** Beyond it the server would have to count more than people turn pages. */
const MAX_REACHABLE = 10_000;

interface SavedObjectsTableProps {
  readonly rows: readonly ObjectRow[];
  readonly total: number;
  readonly isLoading: boolean;
  readonly query: ObjectsQuery;
  readonly onQueryChange: (query: ObjectsQuery) => void;
  /** Setting `dateFormat`. */
  readonly dateFormat: string;
}

const columnsFor = (dateFormat: string): Array<EuiBasicTableColumn<ObjectRow>> => [
  {
    field: 'title',
    name: i18n.translate('home.objects.column.title', { defaultMessage: 'Title' }),
    sortable: true,
    render: (title: string, { description }) => (
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {title}
        {description !== '' && (
          <EuiText size="xs" color="subdued">
            {description}
          </EuiText>
        )}
      </div>
    ),
    mobileOptions: { header: false, width: '100%' },
  },
  {
    field: 'type',
    name: i18n.translate('home.objects.column.type', { defaultMessage: 'Type' }),
    sortable: true,
    render: (type: string) => <ObjectTypeLabel type={type} />,
  },
  {
    field: 'updated_at',
    name: i18n.translate('home.objects.column.changed', { defaultMessage: 'Changed' }),
    sortable: true,
    render: (_value: unknown, { changedAt }) =>
      changedAt === undefined ? '–' : <ChangedTime at={changedAt} format={dateFormat} />,
  },
];

export function SavedObjectsTable({
  rows,
  total,
  isLoading,
  query,
  onQueryChange,
  dateFormat,
}: SavedObjectsTableProps): ReactElement {
  const onChange = ({ page, sort }: CriteriaWithPagination<ObjectRow>) =>
    onQueryChange({
      ...query,
      pageIndex: page.index,
      pageSize: page.size,
      ...(sort && { sortField: sort.field as ObjectSortField, sortOrder: sort.direction }),
    });
  return (
    <EuiBasicTable<ObjectRow>
      tableCaption={i18n.translate('home.objects.caption', {
        defaultMessage: 'Saved objects of this tenant',
      })}
      items={[...rows]}
      itemId="key"
      columns={columnsFor(dateFormat)}
      loading={isLoading}
      noItemsMessage={
        isLoading ? (
          i18n.translate('home.objects.loading', { defaultMessage: 'Loading saved objects' })
        ) : (
          <NoObjects isSearch={query.search.trim() !== ''} />
        )
      }
      pagination={{
        pageIndex: query.pageIndex,
        pageSize: query.pageSize,
        totalItemCount: Math.min(total, MAX_REACHABLE),
        pageSizeOptions: PAGE_SIZES,
      }}
      sorting={{ sort: { field: query.sortField as keyof ObjectRow, direction: query.sortOrder } }}
      onChange={onChange}
      data-test-subj="homeObjectsTable"
    />
  );
}

function NoObjects({ isSearch }: { readonly isSearch: boolean }): ReactElement {
  return (
    <EuiEmptyPrompt
      paddingSize="s"
      titleSize="xs"
      title={
        <h3>
          {isSearch ? (
            <FormattedMessage id="home.objects.noneFound" defaultMessage="Nothing found" />
          ) : (
            <FormattedMessage
              id="home.objects.none"
              defaultMessage="This tenant has no saved objects yet"
            />
          )}
        </h3>
      }
      body={
        <p>
          {isSearch ? (
            <FormattedMessage
              id="home.objects.noneFoundHint"
              defaultMessage="No saved object of this tenant has these words in its title or description."
            />
          ) : (
            <FormattedMessage
              id="home.objects.noneHint"
              defaultMessage="Objects appear here as soon as somebody saves one in this tenant."
            />
          )}
        </p>
      }
    />
  );
}
