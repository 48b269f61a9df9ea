import { EuiBasicTable, type EuiBasicTableColumn, EuiHealth } from '@elastic/eui';
import type { ReactElement } from 'react';
import { i18n } from '../../i18n';
import type { FormattedState } from './load_status';
import { designSystemColor } from './status_color';

/** Nothing at all without statuses. */
export function StatusTable({
  statuses,
}: {
  readonly statuses: readonly FormattedState[];
}): ReactElement | null {
  if (statuses.length === 0) return null;
  const columns: Array<EuiBasicTableColumn<FormattedState>> = [
    {
      field: 'id',
      name: i18n.translate('core.statusPage.statusTable.columns.idHeader', {
        defaultMessage: 'ID',
      }),
      'data-test-subj': 'statusTableId',
    },
    {
      field: 'message',
      name: i18n.translate('core.statusPage.statusTable.columns.statusHeader', {
        defaultMessage: 'Status',
      }),
      render: (message: string | undefined, { title, uiColor }: FormattedState) => (
        <EuiHealth color={designSystemColor(uiColor)} textSize="inherit">
          {message ?? title}
        </EuiHealth>
      ),
    },
  ];
  return (
    <EuiBasicTable<FormattedState>
      columns={columns}
      items={[...statuses]}
      itemId="id"
      rowProps={({ uiColor }) => ({ className: `status-table-row-${uiColor}` })}
      tableCaption={i18n.translate('core.statusPage.statusTable.caption', {
        defaultMessage: 'Plugin status',
      })}
      data-test-subj="statusBreakdown"
    />
  );
}
