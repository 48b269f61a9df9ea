import {
  EuiBadge,
  EuiBasicTable,
  type EuiBasicTableColumn,
  EuiFlexGrid,
  EuiFlexGroup,
  EuiFlexItem,
  EuiHealth,
  EuiPanel,
  EuiStat,
  EuiText,
  EuiTitle,
} from '@elastic/eui';
import type { ReactElement } from 'react';
import { formatNumber } from './format_number';
import type { FormattedState, Metric } from './load_status';
import { FormattedMessage, i18n, t } from '../../i18n';

export function MetricTiles({ metrics }: { readonly metrics: readonly Metric[] }): ReactElement {
  return (
    <EuiFlexGrid columns={3} gutterSize="m" data-test-subj="serverMetrics">
      {metrics.map((metric) => (
        <EuiFlexItem key={metric.name} data-test-subj="serverMetric">
          <EuiPanel hasBorder hasShadow={false}>
            <EuiStat
              data-test-subj={`serverMetric-${metric.name.toLowerCase().replaceAll(' ', '-')}`}
              title={formatMetric(metric)}
              titleElement="p"
              titleSize="xs"
              description={metric.name}
              reverse
            />
          </EuiPanel>
        </EuiFlexItem>
      ))}
    </EuiFlexGrid>
  );
}

const formatMetric = ({ value, type }: Metric): string =>
  (Array.isArray(value) ? value : [value]).map((number) => formatNumber(number, type)).join(', ');

type DesignSystemColor = 'success' | 'warning' | 'danger' | 'subdued';

/** The API uses the color names of an older design system. */
function designSystemColor(uiColor: string): DesignSystemColor {
  switch (uiColor) {
    case 'secondary':
    case 'success':
      return 'success';
    case 'warning':
      return 'warning';
    case 'danger':
      return 'danger';
    default:
      return 'subdued';
  }
}

interface ServerStatusProps {
  readonly name?: string;
  readonly serverState: FormattedState;
  readonly productName: string;
}

export function ServerStatus({ name, serverState, productName }: ServerStatusProps): ReactElement {
  const badge = (
    <EuiBadge
      data-test-subj="serverStatusTitleBadge"
      color={designSystemColor(serverState.uiColor)}
    >
      {serverState.title}
    </EuiBadge>
  );
  return (
    <EuiFlexGroup alignItems="center" justifyContent="spaceBetween" wrap gutterSize="m">
      <EuiFlexItem grow={false}>
        <EuiTitle size="l">
          <h1 data-test-subj="serverStatusTitle">
            <FormattedMessage
              id="core.statusPage.serverStatus.statusTitle"
              defaultMessage="{productName} status is {kibanaStatus}"
              values={{ productName, kibanaStatus: badge }}
            />
          </h1>
        </EuiTitle>
      </EuiFlexItem>
      {name !== undefined && (
        <EuiFlexItem grow={false}>
          <EuiText data-test-subj="serverStatusName">
            <p>{name}</p>
          </EuiText>
        </EuiFlexItem>
      )}
    </EuiFlexGroup>
  );
}

/** Aligned with the message, which follows a dot. */
const BELOW_MESSAGE = { paddingInlineStart: 20, overflowWrap: 'anywhere' } as const;

/**
 * The level as text: colors alone do not tell it (WCAG 1.4.1). Not every server tells since when.
 */
function levelText({ title, since }: FormattedState): string {
  const start = new Date(since);
  if (Number.isNaN(start.getTime())) return title;
  return t('core.statusPage.statusTable.level', '{level} since {since}', {
    level: title,
    since: i18n.formatDate(start, { dateStyle: 'medium', timeStyle: 'short' }),
  });
}

/** Renders nothing without statuses. */
export function StatusTable({
  statuses,
}: {
  readonly statuses: readonly FormattedState[];
}): ReactElement | null {
  if (statuses.length === 0) return null;
  const columns: Array<EuiBasicTableColumn<FormattedState>> = [
    {
      field: 'id',
      name: t('core.statusPage.statusTable.columns.idHeader', 'ID'),
      'data-test-subj': 'statusTableId',
    },
    {
      field: 'message',
      name: t('core.statusPage.statusTable.columns.statusHeader', 'Status'),
      render: (message: string | undefined, state: FormattedState) => (
        <div>
          <EuiHealth color={designSystemColor(state.uiColor)} textSize="inherit">
            {message ?? state.title}
          </EuiHealth>
          <EuiText size="s" color="subdued" style={BELOW_MESSAGE}>
            {state.detail !== undefined && <p>{state.detail}</p>}
            <p>{levelText(state)}</p>
          </EuiText>
        </div>
      ),
    },
  ];
  return (
    <EuiBasicTable<FormattedState>
      columns={columns}
      items={[...statuses]}
      itemId="id"
      rowProps={({ uiColor }) => ({ className: `status-table-row-${uiColor}` })}
      tableCaption={t('core.statusPage.statusTable.caption', 'Plugin status')}
      data-test-subj="statusBreakdown"
    />
  );
}
