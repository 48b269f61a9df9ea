import {
  EuiBasicTable,
  EuiButtonEmpty,
  EuiLink,
  EuiText,
  EuiToolTip,
  type Criteria,
  type EuiBasicTableColumn,
} from '@elastic/eui';
import moment from 'moment';
import { useMemo, type ReactElement } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ObjectKey } from '../../common';
import { ObjectType } from './object_type';
import type { ObjectRow } from './objects_api';
import {
  PAGE_SIZES,
  type ChangeQuery,
  type ObjectsQuery,
  type ObjectSortField,
} from './objects_query';

/** Beyond it the server would have to count more than people turn pages. */
const MAX_REACHABLE = 10_000;

export interface ObjectsTableProps {
  readonly rows: readonly ObjectRow[];
  readonly total: number;
  readonly isLoading: boolean;
  readonly query: ObjectsQuery;
  readonly onChange: ChangeQuery;
  readonly selection: readonly ObjectRow[];
  readonly onSelect: (selection: ObjectRow[]) => void;
  readonly onInspect: (object: ObjectKey) => void;
  /** Setting `dateFormat`. */
  readonly dateFormat: string;
}

export function ObjectsTable(props: ObjectsTableProps): ReactElement {
  const { rows, total, isLoading, query, onChange, selection, onSelect, onInspect, dateFormat } =
    props;
  const columns = useMemo(() => columnsFor(onInspect, dateFormat), [onInspect, dateFormat]);
  const onTableChange = ({ page, sort }: Criteria<ObjectRow>) => {
    const isSorted = sort && (sort.field !== query.sortField || sort.direction !== query.sortOrder);
    onSelect([]);
    if (isSorted) onChange({ sortField: sort.field as ObjectSortField, sortOrder: sort.direction });
    else if (page && page.size !== query.pageSize) onChange({ pageSize: page.size });
    else if (page) onChange({ pageIndex: page.index });
  };
  const isFiltered = query.search !== '' || query.types.length > 0;
  return (
    <>
      <EuiBasicTable<ObjectRow>
        tableCaption={i18n.translate('management.objects.caption', {
          defaultMessage: 'Saved objects of this tenant',
        })}
        tableLayout="auto"
        items={[...rows]}
        itemId="key"
        rowHeader="title"
        columns={columns}
        loading={isLoading}
        noItemsMessage={isLoading ? loadingText() : <NoObjects isFiltered={isFiltered} />}
        selection={{
          selected: [...selection],
          onSelectionChange: onSelect,
          selectableMessage: (_isSelectable, { title }) =>
            i18n.translate('management.objects.selectRow', {
              defaultMessage: 'Select {title}',
              values: { title },
            }),
        }}
        sorting={{ sort: { field: query.sortField, direction: query.sortOrder } }}
        pagination={{
          pageIndex: query.pageIndex,
          pageSize: query.pageSize,
          totalItemCount: Math.min(total, MAX_REACHABLE),
          pageSizeOptions: [...PAGE_SIZES],
        }}
        onChange={onTableChange}
        data-test-subj="savedObjectsTable"
      />
      {isFiltered && !isLoading && rows.length === 0 && (
        <div style={{ textAlign: 'center' }}>
          <EuiButtonEmpty onClick={() => onChange({ search: '', types: [] })}>
            <FormattedMessage
              id="management.objects.clear"
              defaultMessage="Clear search and filters"
            />
          </EuiButtonEmpty>
        </div>
      )}
    </>
  );
}

const loadingText = (): string =>
  i18n.translate('management.objects.loading', { defaultMessage: 'Loading saved objects' });

const columnsFor = (
  onInspect: ObjectsTableProps['onInspect'],
  dateFormat: string
): Array<EuiBasicTableColumn<ObjectRow>> => [
  {
    field: 'title',
    name: i18n.translate('management.objects.column.title', { defaultMessage: 'Title' }),
    sortable: true,
    render: (title: string, object) => (
      <EuiLink
        onClick={() => onInspect(object)}
        style={{ overflowWrap: 'anywhere', textAlign: 'left' }}
      >
        {title}
      </EuiLink>
    ),
    mobileOptions: { header: false, width: '100%' },
  },
  {
    field: 'type',
    name: i18n.translate('management.objects.column.type', { defaultMessage: 'Type' }),
    sortable: true,
    render: (type: string) => <ObjectType type={type} />,
  },
  {
    field: 'updatedAt',
    name: i18n.translate('management.objects.column.updated', { defaultMessage: 'Last updated' }),
    sortable: true,
    render: (updatedAt: string | undefined) =>
      updatedAt === undefined ? '–' : <UpdatedTime at={updatedAt} format={dateFormat} />,
  },
];

/** How long ago; the exact time on hover and focus. */
function UpdatedTime({
  at,
  format,
}: {
  readonly at: string;
  readonly format: string;
}): ReactElement {
  const instant = moment(at);
  return (
    <EuiToolTip content={instant.format(format)}>
      <time dateTime={at} tabIndex={0}>
        {instant.fromNow()}
      </time>
    </EuiToolTip>
  );
}

/** Text only: the table repeats it in its caption, where a link could be reached but not seen. */
function NoObjects({ isFiltered }: { readonly isFiltered: boolean }): ReactElement {
  return (
    <EuiText size="s">
      <p>
        <strong>
          {isFiltered ? (
            <FormattedMessage id="management.objects.noneFound" defaultMessage="Nothing found" />
          ) : (
            <FormattedMessage
              id="management.objects.none"
              defaultMessage="This tenant has no saved objects yet"
            />
          )}
        </strong>
      </p>
      {!isFiltered && (
        <p>
          <FormattedMessage
            id="management.objects.noneHint"
            defaultMessage="Objects appear here as soon as somebody saves or imports one."
          />
        </p>
      )}
    </EuiText>
  );
}
