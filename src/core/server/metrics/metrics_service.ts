/** `GET /api/metrics`: metrics of this process since its start, in Prometheus text format. */
import type { Counter, Gauge, Registry } from 'prom-client';
import type { Backend, BackendFigures } from '../../../backend/api';
import { HTTP_LIMITS, METRIC_BUCKETS_SECONDS } from '../../common';
import type { OutputFigures } from '../audit_outputs';
import type { AlarmFigures, PrivilegedBackend } from '../backend';
import type { PackageInfo } from '../environment';
import type { InternalHttpServiceSetup } from '../http';
import type { ServiceStatusLevel } from '../status';

export interface MetricsServiceDeps {
  readonly http: Pick<InternalHttpServiceSetup, 'createRouter' | 'metrics' | 'connectionCount'>;
  /** `metrics.access`. With `off`, the route is not registered. */
  readonly access: 'off' | 'admin' | 'anonymous';
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

const PREFIX = 'security_dashboards_';
/** As `auth.type` names them, and those that it does not name. */
const LOGIN_METHODS: ReadonlySet<string> = new Set([
  'basicauth',
  'openid',
  'saml',
  'jwt',
  'proxy',
  'anonymous',
  'passkey',
  'certificate',
  'apikey',
]);
const OTHER_METHOD = 'other';

export class MetricsService {
  private registry: Registry | undefined;
  private logins: Counter | undefined;
  private drift: Gauge | undefined;
  private alarmFigures: () => readonly AlarmFigures[] = () => [];

  /** Counts from setup on, so that the first scrape includes all events. */
  async setup({ http, access, ...deps }: MetricsServiceDeps): Promise<void> {
    if (access === 'off') return;
    const alarms = () => this.alarmFigures();
    const registry = await createRegistry({ http, alarms, ...deps });
    this.registry = registry;
    this.logins = registry.getSingleMetric(`${PREFIX}logins_total`) as Counter;
    this.drift = registry.getSingleMetric(`${PREFIX}drift_entities`) as Gauge;
    http.createRouter().get(
      {
        path: '/api/metrics',
        validate: false,
        doc: {
          summary: 'Metrics of this process for Prometheus',
          responses: { 200: { contentType: 'text/plain' } },
        },
        options: {
          ...(access === 'admin' ? { access, rights: 'any' } : { access: 'public' }),
          forCollectors: true,
          rateLimitPerMinute: HTTP_LIMITS.metricsPerMinute,
        },
      },
      async (_request, response) => {
        const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
        return response.ok({ headers, body: await registry.metrics() });
      }
    );
  }

  /** Sessions opened and failed logins; undefined when metrics are off. */
  get countLogin(): PrivilegedBackend['countLogin'] {
    const { logins } = this;
    return (
      logins &&
      ((method, outcome) =>
        logins.inc({ method: LOGIN_METHODS.has(method) ? method : OTHER_METHOD, outcome }))
    );
  }

  /** Undefined when metrics are off. */
  get setDrift(): PrivilegedBackend['setDrift'] {
    const { drift } = this;
    return drift && ((entries) => (entries === undefined ? drift.remove() : drift.set(entries)));
  }

  /** Undefined when metrics are off. */
  get observeAlarms(): PrivilegedBackend['observeAlarms'] {
    const { registry } = this;
    return (
      registry &&
      ((figures) => {
        this.alarmFigures = figures;
      })
    );
  }

  /** Stops the observers of process metrics. */
  stop(): void {
    this.registry?.clear();
  }
}

async function createRegistry({
  http,
  packageInfo,
  levels,
  figures,
  auditOutputs,
  certificates,
  observeCalls,
  alarms,
}: Omit<MetricsServiceDeps, 'access'> & {
  readonly alarms: () => readonly AlarmFigures[];
}): Promise<Registry> {
  const {
    collectDefaultMetrics,
    Counter: OwnCounter,
    Gauge: OwnGauge,
    Histogram,
    Registry: OwnRegistry,
  } = await import('prom-client');
  const registry = new OwnRegistry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Gauges with the suffix of counters. The variants without the suffix report the same numbers by
  // type.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const durations = new Histogram({
    name: `${PREFIX}http_request_duration_seconds`,
    help: 'Time from the arrival of a request to its response, by pattern of the route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [...METRIC_BUCKETS_SECONDS],
    registers,
  });
  const limited = new OwnCounter({
    name: `${PREFIX}rate_limited_requests_total`,
    help: 'Requests that a limit of requests or logins refused (429).',
    labelNames: ['route'],
    registers,
  });
  http.metrics.onResponse = (method, route, statusCode, tookMs) => {
    const status = `${Math.floor(statusCode / 100)}xx`;
    durations.observe({ method, route, status }, tookMs / 1_000);
    if (statusCode === 429) limited.inc({ route });
  };
  new OwnCounter({
    name: `${PREFIX}logins_total`,
    help: 'Sessions opened by a login ("success") and failed logins, by login method.',
    labelNames: ['method', 'outcome'],
    registers,
  });
  new OwnGauge({
    name: `${PREFIX}drift_entities`,
    help: 'Entries that differ from the folder of opensearch_security.drift; absent without one, or while it cannot be read.',
    registers,
  }).remove();
  new OwnGauge({
    name: `${PREFIX}sessions`,
    help: 'Sessions that have not expired; absent where the backend does not count them.',
    registers,
    collect() {
      const { sessions } = figures();
      if (sessions === undefined) this.remove();
      else this.set(sessions);
    },
  });
  new OwnGauge({
    name: `${PREFIX}audit_events_waiting`,
    help: 'Audit events in memory that are not in the log yet.',
    registers,
    collect() {
      this.set(figures().auditEventsWaiting ?? 0);
    },
  });
  new OwnCounter({
    name: `${PREFIX}audit_events_lost_total`,
    help: 'Audit events that were lost because the log could not be written.',
    registers,
    collect() {
      this.reset();
      this.inc(figures().auditEventsLost ?? 0);
    },
  });
  new OwnGauge({
    name: `${PREFIX}audit_output_events_waiting`,
    help: 'Audit events in memory that an output besides the log does not have yet.',
    labelNames: ['output'],
    registers,
    collect() {
      for (const [output, { waiting }] of auditOutputs()) this.set({ output }, waiting);
    },
  });
  new OwnCounter({
    name: `${PREFIX}audit_output_events_total`,
    help: 'Audit events that an output besides the log has, or that were lost on the way.',
    labelNames: ['output', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const [output, { written, lost }] of auditOutputs()) {
        this.inc({ output, outcome: 'written' }, written);
        this.inc({ output, outcome: 'lost' }, lost);
      }
    },
  });
  new OwnGauge({
    name: `${PREFIX}store_bytes`,
    help: 'Size of each database file, its write-ahead log included.',
    labelNames: ['store'],
    registers,
    collect() {
      this.reset();
      for (const [store, bytes] of Object.entries(figures().storeBytes ?? {}))
        this.set({ store }, bytes);
    },
  });
  new OwnGauge({
    name: `${PREFIX}certificate_expiry_seconds`,
    help: 'Seconds until a certificate in use ends, by its file or where it comes from; negative after its end.',
    labelNames: ['file'],
    registers,
    collect() {
      this.reset();
      for (const [file, seconds] of certificates()) this.set({ file }, seconds);
    },
  });
  for (const state of ['waiting', 'delivered', 'lost'] as const) {
    const isGauge = state === 'waiting';
    const name = `${PREFIX}alarms_${state}${isGauge ? '' : '_total'}`;
    const help = `Alarm messages by destination: ${state}.`;
    const labelNames = ['destination'];
    if (isGauge)
      new OwnGauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          for (const one of alarms()) this.set({ destination: one.name }, one.waiting);
        },
      });
    else
      new OwnCounter({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset();
          for (const one of alarms()) this.inc({ destination: one.name }, one[state]);
        },
      });
  }
  const clusterCalls = [
    ['cluster_requests_total', 'Calls to the cluster by outcome.', 'count'],
    ['cluster_request_seconds_total', 'Time of calls to the cluster, added up.', 'seconds'],
  ] as const;
  for (const [name, help, figure] of clusterCalls)
    new OwnCounter({
      name: PREFIX + name,
      help,
      labelNames: ['outcome'],
      registers,
      collect() {
        this.reset();
        for (const [outcome, calls] of Object.entries(figures().clusterCalls ?? {}))
          this.inc({ outcome }, calls[figure]);
      },
    });
  const clusterDurations = new Histogram({
    name: `${PREFIX}cluster_request_duration_seconds`,
    help: 'Time of calls to the cluster, by group of endpoints.',
    labelNames: ['method', 'endpoint'],
    buckets: [...METRIC_BUCKETS_SECONDS],
    registers,
  });
  observeCalls?.(({ method, endpoint, seconds }) =>
    clusterDurations.observe({ method, endpoint }, seconds)
  );
  new OwnGauge({
    name: `${PREFIX}build_info`,
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'build'],
    registers,
  }).set({ version: packageInfo.version, build: packageInfo.buildSha }, 1);
  new OwnCounter({
    name: `${PREFIX}http_requests_total`,
    help: 'Answered requests by status code; "disconnected" for those whose client went away.',
    labelNames: ['status'],
    registers,
    collect() {
      this.reset();
      const { statusCodes, disconnects } = http.metrics.sinceStart();
      for (const [status, count] of Object.entries(statusCodes)) this.inc({ status }, count);
      this.inc({ status: 'disconnected' }, disconnects);
    },
  });
  new OwnCounter({
    name: `${PREFIX}http_request_seconds_total`,
    help: 'Time from the arrival of requests to their answers, added up.',
    registers,
    collect() {
      this.reset();
      this.inc(http.metrics.sinceStart().totalMs / 1_000);
    },
  });
  new OwnGauge({
    name: `${PREFIX}http_connections`,
    help: 'Open connections.',
    registers,
    async collect() {
      this.set(await http.connectionCount());
    },
  });
  new OwnGauge({
    name: `${PREFIX}status`,
    help: '1 for the level that a part of core or a plugin is at.',
    labelNames: ['part', 'level'],
    registers,
    collect() {
      this.reset();
      for (const [part, level] of levels()) this.set({ part, level }, 1);
    },
  });
  return registry;
}
