/**
 * `GET /api/metrics`: figures of this process in the text format of Prometheus, since its start.
 */
import type { Registry } from 'prom-client';
import { HTTP_LIMITS } from '../../common';
import type { PackageInfo } from '../environment';
import type { InternalHttpServiceSetup } from '../http';
import type { ServiceStatusLevel } from '../status';

export interface MetricsServiceDeps {
  readonly http: Pick<InternalHttpServiceSetup, 'createRouter' | 'metrics' | 'connectionCount'>;
  /** `metrics.access`: `off` registers nothing. */
  readonly access: 'off' | 'admin' | 'anonymous';
  readonly packageInfo: PackageInfo;
  /** Of core's parts and plugins, by `core:<name>` and `plugin:<id>`. */
  readonly levels: () => ReadonlyMap<string, ServiceStatusLevel>;
}

const PREFIX = 'security_dashboards_';

export class MetricsService {
  private registry: Promise<Registry> | undefined;

  setup({ http, access, ...deps }: MetricsServiceDeps): void {
    if (access === 'off') return;
    http.createRouter().get(
      {
        path: '/api/metrics',
        validate: false,
        doc: {
          summary: 'Figures of this process for Prometheus',
          answers: { 200: { contentType: 'text/plain' } },
        },
        options: {
          access: access === 'admin' ? 'admin' : 'public',
          rateLimitPerMinute: HTTP_LIMITS.metricsPerMinute,
        },
      },
      async (_request, response) => {
        // Whoever never asks does not pay for it.
        this.registry ??= createRegistry({ http, ...deps });
        const registry = await this.registry;
        const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
        return response.ok({ headers, body: await registry.metrics() });
      }
    );
  }

  /** Ends what the process's own figures observe. */
  async stop(): Promise<void> {
    (await this.registry)?.clear();
  }
}

async function createRegistry({
  http,
  packageInfo,
  levels,
}: Omit<MetricsServiceDeps, 'access'>): Promise<Registry> {
  const {
    collectDefaultMetrics,
    Counter,
    Gauge,
    Registry: OwnRegistry,
  } = await import('prom-client');
  const registry = new OwnRegistry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: `${PREFIX}build_info`,
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'build'],
    registers,
  }).set({ version: packageInfo.version, build: packageInfo.buildSha }, 1);
  new Counter({
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
  new Counter({
    name: `${PREFIX}http_request_seconds_total`,
    help: 'Time from the arrival of requests to their answers, added up.',
    registers,
    collect() {
      this.reset();
      this.inc(http.metrics.sinceStart().totalMs / 1_000);
    },
  });
  new Gauge({
    name: `${PREFIX}http_connections`,
    help: 'Open connections.',
    registers,
    async collect() {
      this.set(await http.connectionCount());
    },
  });
  new Gauge({
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
