/** Requests the server status and converts it for the status page. */
import type { StatusEntry, StatusMetrics, StatusOutline, StatusResponse } from '../../../common';
import type { HttpSetup, IHttpFetchError } from '../../http/types';
import { t } from '../../i18n';
import type { IToasts } from '../../notifications/types';
import type { MetricType } from './format_number';

export interface Metric {
  readonly name: string;
  readonly value: number | undefined | ReadonlyArray<number | undefined>;
  readonly type?: MetricType;
}
export interface FormattedState {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  /** Causes and numbers for operators, in English. */
  readonly detail?: string;
  /** ISO 8601. */
  readonly since: string;
  readonly uiColor: string;
}
export interface ProcessedStatus {
  /** Absent, like all details, for visitors without a session while login is unavailable. */
  readonly name?: string;
  readonly version?: StatusResponse['version'];
  readonly serverState: FormattedState;
  /** The worst first. */
  readonly statuses: readonly FormattedState[];
  readonly metrics: readonly Metric[];
}

/** Shows a toast and rejects if the request fails. */
export async function loadStatus(deps: {
  readonly http: Pick<HttpSetup, 'get'>;
  readonly toasts: Pick<IToasts, 'addDanger'>;
}): Promise<ProcessedStatus> {
  let response: StatusOutline & Partial<StatusResponse>;
  try {
    response = await deps.http.get<typeof response>('/api/status');
  } catch (error) {
    deps.toasts.addDanger(failureText((error as Partial<IHttpFetchError>).response?.status ?? 0));
    throw error;
  }
  const { name, version, metrics } = response;
  const status: StatusOutline['status'] & Partial<StatusResponse['status']> = response.status;
  return {
    name,
    version,
    serverState: formatState(status.overall),
    statuses: [...(status.statuses ?? [])].sort((a, b) => toRank(a) - toRank(b)).map(formatState),
    metrics: formatMetrics(metrics),
  };
}

const failureText = (responseStatus: number): string =>
  responseStatus >= 400
    ? t(
        'core.statusPage.loadStatus.serverStatusCodeErrorMessage',
        'Failed to request server status with status code {responseStatus}',
        { responseStatus: String(responseStatus) }
      )
    : t(
        'core.statusPage.loadStatus.serverIsDownErrorMessage',
        'Failed to request server status. Perhaps your server is down?'
      );

const WORST_FIRST: ReadonlyArray<StatusEntry['state']> = ['red', 'yellow', 'green'];
const toRank = ({ state }: StatusEntry): number => WORST_FIRST.indexOf(state);

function formatState({ state, title, ...entry }: StatusEntry): FormattedState {
  const { id, message, detail, since, uiColor } = entry;
  return { id, title: stateTitle(state, title), message, detail, since, uiColor };
}

/** The server returns the names of states in English. */
function stateTitle(state: string, title: string): string {
  switch (state) {
    case 'green':
      return t('core.statusPage.state.green', 'Green');
    case 'yellow':
      return t('core.statusPage.state.yellow', 'Yellow');
    case 'red':
      return t('core.statusPage.state.red', 'Red');
    default:
      return title;
  }
}

/** Names and order follow OpenSearch Dashboards. Without metrics there are no tiles. */
export function formatMetrics(metrics: StatusMetrics | undefined): readonly Metric[] {
  if (!metrics) return [];
  const {
    collection_interval_in_millis: intervalMs,
    os,
    process,
    requests,
    response_times: times,
  } = metrics;
  return [
    {
      name: t('core.statusPage.metricsTiles.columns.heapTotalHeader', 'Heap total'),
      value: process.memory.heap.size_limit,
      type: 'byte',
    },
    {
      name: t('core.statusPage.metricsTiles.columns.heapUsedHeader', 'Heap used'),
      value: process.memory.heap.used_in_bytes,
      type: 'byte',
    },
    {
      name: t('core.statusPage.metricsTiles.columns.loadHeader', 'Load'),
      value: [os.load['1m'], os.load['5m'], os.load['15m']],
    },
    {
      name: t('core.statusPage.metricsTiles.columns.resTimeAvgHeader', 'Response time avg'),
      value: times.avg_in_millis,
      type: 'time',
    },
    {
      name: t('core.statusPage.metricsTiles.columns.resTimeMaxHeader', 'Response time max'),
      value: times.max_in_millis,
      type: 'time',
    },
    {
      name: t('core.statusPage.metricsTiles.columns.requestsPerSecHeader', 'Requests per second'),
      value: (requests.total * 1000) / intervalMs,
    },
  ];
}
