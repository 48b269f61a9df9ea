import { EuiFlexGrid, EuiFlexItem, EuiPanel, EuiStat } from '@elastic/eui';
import type { ReactElement } from 'react';
import { formatNumber } from './format_number';
import type { Metric } from './load_status';

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
