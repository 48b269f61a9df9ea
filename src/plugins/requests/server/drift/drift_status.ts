/** Drift on the status page and in the metrics. */
import { combineLatest, map, type Observable } from 'rxjs';
import type { AddedMetric, BackendStatus, ServiceStatus } from '@sd/core/server';
import { defineMessage } from '@sd/core/common';
import type { DriftResult } from './drift_checker';

/** Entries that differ from the folder; absent while that is not known. */
export function driftMetric(result$: Observable<DriftResult | undefined>): AddedMetric {
  let last: DriftResult | undefined;
  result$.subscribe((result) => (last = result));
  return {
    kind: 'gauge',
    name: 'drift_entities',
    help: 'Entries that differ from the folder of opensearch_security.drift; absent without one, or while it cannot be read.',
    read: () => (last && last.state !== 'broken' ? [[last.entries.length]] : []),
  };
}

/** Status of the plugin. Without a working engine, that is what matters. */
export const driftStatus = (
  engine$: Observable<BackendStatus>,
  result$: Observable<DriftResult | undefined>
): Observable<ServiceStatus> =>
  combineLatest([engine$, result$]).pipe(
    map(([{ level, summary }, result]) =>
      level === 'available' ? getStatus(result) : { level, summary }
    )
  );

function getStatus(result: DriftResult | undefined): ServiceStatus {
  if (result?.state === 'broken')
    return {
      level: 'degraded',
      summary: defineMessage('requests.status.driftBroken', {
        defaultMessage:
          "The folder with the desired configuration can't be read. The Drift page shows the reason.",
      }),
    };
  if (result?.state === 'drifted')
    return {
      level: 'degraded',
      summary: defineMessage('requests.status.drifted', {
        defaultMessage:
          '{count, plural, one {# entry differs} other {# entries differ}} from the desired configuration in the folder. See the Drift page.',
        values: { count: result.entries.length },
      }),
    };
  return {
    level: 'available',
    summary: result
      ? defineMessage('requests.status.inSync', {
          defaultMessage: 'The configuration matches the desired configuration in the folder.',
        })
      : defineMessage('requests.status.driftUnknown', {
          defaultMessage: 'Comparing the configuration with the folder.',
        }),
  };
}
