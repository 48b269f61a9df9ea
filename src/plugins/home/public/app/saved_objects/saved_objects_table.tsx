import { EuiIcon, EuiScreenReaderOnly, EuiText } from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ObjectRow, ObjectsQuery, ObjectSortField } from '../../services/saved_objects_page';
import { ChangedTime } from '../changed_time';
import { ObjectTypeLabel } from '../object_type_label';
import { useProgressClass, useTableClass } from './table_styles';

interface SavedObjectsTableProps {
  readonly rows: readonly ObjectRow[];
  readonly isLoading: boolean;
  readonly query: ObjectsQuery;
  readonly onQueryChange: (query: ObjectsQuery) => void;
  /** Setting `dateFormat`. */
  readonly dateFormat: string;
}

interface Column {
  readonly field: ObjectSortField;
  readonly name: string;
}

const columns = (): readonly Column[] => [
  {
    field: 'title',
    name: i18n.translate('home.objects.column.title', { defaultMessage: 'Title' }),
  },
  { field: 'type', name: i18n.translate('home.objects.column.type', { defaultMessage: 'Type' }) },
  {
    field: 'updated_at',
    name: i18n.translate('home.objects.column.changed', { defaultMessage: 'Changed' }),
  },
];

/** The roles say what the elements are anyway: browsers forget it when CSS makes cards of the rows. */
export function SavedObjectsTable(props: SavedObjectsTableProps): ReactElement {
  const { rows, isLoading, query, onQueryChange, dateFormat } = props;
  const className = useTableClass();
  const progressClass = useProgressClass();
  return (
    <div className={className}>
      {isLoading && <div className={progressClass} />}
      <table role="table" data-test-subj="homeObjectsTable">
        <EuiScreenReaderOnly>
          <caption>
            <FormattedMessage
              id="home.objects.caption"
              defaultMessage="Saved objects of this tenant"
            />
          </caption>
        </EuiScreenReaderOnly>
        <thead role="rowgroup">
          <tr role="row">
            {columns().map((column) => (
              <SortableHeader key={column.field} {...{ column, query, onQueryChange }} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ key, title, description, type, changedAt }) => (
            <tr key={key} role="row">
              <td role="cell">
                <span>{title}</span>
                {description !== '' && (
                  <EuiText size="xs" color="subdued">
                    {description}
                  </EuiText>
                )}
              </td>
              <td role="cell">
                <ObjectTypeLabel type={type} />
              </td>
              <td role="cell">
                {changedAt === undefined ? '–' : <ChangedTime at={changedAt} format={dateFormat} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortableHeaderProps {
  readonly column: Column;
  readonly query: ObjectsQuery;
  readonly onQueryChange: (query: ObjectsQuery) => void;
}

function SortableHeader({ column, query, onQueryChange }: SortableHeaderProps): ReactElement {
  const isSorted = query.sortField === column.field;
  const isAscending = query.sortOrder === 'asc';
  const sort = () =>
    onQueryChange({
      ...query,
      pageIndex: 0,
      sortField: column.field,
      sortOrder: isSorted && isAscending ? 'desc' : 'asc',
    });
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" onClick={sort} data-test-subj={`homeObjectsSort-${column.field}`}>
        {column.name}
        {isSorted ? (
          <EuiIcon type={isAscending ? 'sortUp' : 'sortDown'} aria-hidden />
        ) : (
          <EuiIcon type="sortable" size="s" color="subdued" aria-hidden />
        )}
      </button>
    </th>
  );
}
