/** Every metric: its name, what it says, and where its figures come from. */
import type { Counter, Registry } from 'prom-client';
import type { Backend, BackendFigures } from '../../../backend/api';
import { METRIC_BUCKETS_SECONDS } from '../../common';
import type { OutputFigures } from '../audit_outputs';
import type { AddedMetric, MetricSample } from '../backend';
import type { PackageInfo } from '../environment';
import type { InternalHttpServiceSetup } from '../http';
import type { ServiceStatusLevel } from '../status';

export interface MetricSources {
  readonly http: Pick<InternalHttpServiceSetup, 'metrics' | 'connectionCount'>;
  readonly packageInfo: PackageInfo;
  /** Health of core services and plugins, by `core:<name>` and `plugin:<id>`. */
  readonly levels: () => ReadonlyMap<string, ServiceStatusLevel>;
  readonly figures: () => BackendFigures;
  readonly observeCalls?: Backend['observeCalls'];
  /** Of audit events that go to a file or elsewhere, by name of the output. */
  readonly auditOutputs: () => ReadonlyMap<string, OutputFigures>;
  /** Seconds until the certificates in use end, by file. */
  readonly certificates: () => ReadonlyMap<string, number>;
}

export interface Metrics {
  readonly registry: Registry;
  readonly logins: Counter;
  /** Adds a metric of a plugin. */
  add(metric: AddedMetric): void;
}

type Library = typeof import('prom-client');

/** A metric of core; unlike one of a plugin, it may take time to read. */
interface Figure extends Omit<AddedMetric, 'kind' | 'read'> {
  readonly read: () => readonly MetricSample[] | Promise<readonly MetricSample[]>;
}

const PREFIX = 'security_dashboards_';

/** Loads the library, which nothing else needs. */
export async function createMetrics(sources: MetricSources): Promise<Metrics> {
  const library = await import('prom-client');
  const registry = new library.Registry();
  addProcessMetrics(library, registry);
  observeRequests(library, registry, sources);
  observeClusterCalls(library, registry, sources);
  for (const figure of listGauges(sources)) addFigure(library, 'gauge', registry, figure);
  for (const figure of listCounters(sources)) addFigure(library, 'counter', registry, figure);
  const logins = new library.Counter({
    name: `${PREFIX}logins_total`,
    help: 'Sessions opened by a login ("success") and failed logins, by login method.',
    labelNames: ['method', 'outcome'],
    registers: [registry],
  });
  const add = ({ kind, ...figure }: AddedMetric) => addFigure(library, kind, registry, figure);
  return { registry, logins, add };
}

function addProcessMetrics({ collectDefaultMetrics }: Library, registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  // Gauges with the suffix of counters. The variants without the suffix report the same numbers by
  // type.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
}

function observeRequests(
  { Counter: OwnCounter, Histogram }: Library,
  registry: Registry,
  { http }: MetricSources
): void {
  const durations = new Histogram({
    name: `${PREFIX}http_request_duration_seconds`,
    help: 'Time from the arrival of a request to its response, by pattern of the route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [...METRIC_BUCKETS_SECONDS],
    registers: [registry],
  });
  const limited = new OwnCounter({
    name: `${PREFIX}rate_limited_requests_total`,
    help: 'Requests that a limit of requests or logins refused (429).',
    labelNames: ['route'],
    registers: [registry],
  });
  http.metrics.onResponse = (method, route, statusCode, tookMs) => {
    const status = `${Math.floor(statusCode / 100)}xx`;
    durations.observe({ method, route, status }, tookMs / 1_000);
    if (statusCode === 429) limited.inc({ route });
  };
}

function observeClusterCalls(
  { Histogram }: Library,
  registry: Registry,
  { observeCalls }: MetricSources
): void {
  const durations = new Histogram({
    name: `${PREFIX}cluster_request_duration_seconds`,
    help: 'Time of calls to the cluster, by group of endpoints.',
    labelNames: ['method', 'endpoint'],
    buckets: [...METRIC_BUCKETS_SECONDS],
    registers: [registry],
  });
  observeCalls?.(({ method, endpoint, seconds }) =>
    durations.observe({ method, endpoint }, seconds)
  );
}

function addFigure(
  library: Library,
  kind: AddedMetric['kind'],
  registry: Registry,
  { name, help, labelNames = [], read }: Figure
): void {
  new library[kind === 'gauge' ? 'Gauge' : 'Counter']({
    name: PREFIX + name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const samples = await read();
      // Without labels, a reset would leave a zero behind.
      if (labelNames.length === 0) this.remove();
      else this.reset();
      for (const [value, labels = {}] of samples) this.inc(labels, value);
    },
  });
}

const listGauges = (sources: MetricSources): readonly Figure[] => [
  {
    name: 'sessions',
    help: 'Sessions that have not expired; absent where the backend does not count them.',
    read: () => {
      const { sessions } = sources.figures();
      return sessions === undefined ? [] : [[sessions]];
    },
  },
  {
    name: 'audit_events_waiting',
    help: 'Audit events in memory that are not in the log yet.',
    read: () => [[sources.figures().auditEventsWaiting ?? 0]],
  },
  {
    name: 'audit_output_events_waiting',
    help: 'Audit events in memory that an output besides the log does not have yet.',
    labelNames: ['output'],
    read: () =>
      Array.from(sources.auditOutputs(), ([output, { waiting }]) => [waiting, { output }]),
  },
  {
    name: 'store_bytes',
    help: 'Size of each database file, its write-ahead log included.',
    labelNames: ['store'],
    read: () =>
      Object.entries(sources.figures().storeBytes ?? {}).map(([store, bytes]) => [
        bytes,
        { store },
      ]),
  },
  {
    name: 'certificate_expiry_seconds',
    help: 'Seconds until a certificate in use ends, by its file or where it comes from; negative after its end.',
    labelNames: ['file'],
    read: () => Array.from(sources.certificates(), ([file, seconds]) => [seconds, { file }]),
  },
  {
    name: 'build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'build'],
    read: () => {
      const { version, buildSha } = sources.packageInfo;
      return [[1, { version, build: buildSha }]];
    },
  },
  {
    name: 'http_connections',
    help: 'Open connections.',
    read: async () => [[await sources.http.connectionCount()]],
  },
  {
    name: 'status',
    help: '1 for the level that a part of core or a plugin is at.',
    labelNames: ['part', 'level'],
    read: () => Array.from(sources.levels(), ([part, level]) => [1, { part, level }]),
  },
];

const listCounters = (sources: MetricSources): readonly Figure[] => [
  {
    name: 'audit_events_lost_total',
    help: 'Audit events that were lost because the log could not be written.',
    read: () => [[sources.figures().auditEventsLost ?? 0]],
  },
  {
    name: 'audit_output_events_total',
    help: 'Audit events that an output besides the log has, or that were lost on the way.',
    labelNames: ['output', 'outcome'],
    read: () =>
      Array.from(sources.auditOutputs()).flatMap(([output, { written, lost }]): MetricSample[] => [
        [written, { output, outcome: 'written' }],
        [lost, { output, outcome: 'lost' }],
      ]),
  },
  {
    name: 'cluster_requests_total',
    help: 'Calls to the cluster by outcome.',
    labelNames: ['outcome'],
    read: () => readClusterCalls(sources, 'count'),
  },
  {
    name: 'cluster_request_seconds_total',
    help: 'Time of calls to the cluster, added up.',
    labelNames: ['outcome'],
    read: () => readClusterCalls(sources, 'seconds'),
  },
  {
    name: 'http_requests_total',
    help: 'Answered requests by status code; "disconnected" for those whose client went away.',
    labelNames: ['status'],
    read: () => {
      const { statusCodes, disconnects } = sources.http.metrics.sinceStart();
      const answered = Object.entries(statusCodes).map(([status, count]): MetricSample => [
        count,
        { status },
      ]);
      return [...answered, [disconnects, { status: 'disconnected' }]];
    },
  },
  {
    name: 'http_request_seconds_total',
    help: 'Time from the arrival of requests to their answers, added up.',
    read: () => [[sources.http.metrics.sinceStart().totalMs / 1_000]],
  },
];

const readClusterCalls = (
  { figures }: MetricSources,
  figure: 'count' | 'seconds'
): readonly MetricSample[] =>
  Object.entries(figures().clusterCalls ?? {}).map(([outcome, calls]) => [
    calls[figure],
    { outcome },
  ]);
