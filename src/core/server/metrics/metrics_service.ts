/** `GET /api/metrics`: metrics of this process since its start, in Prometheus text format. */
import type { Counter, Registry } from 'prom-client';
import { HTTP_LIMITS } from '../../common';
import type { AddedMetric, PrivilegedBackend } from '../backend';
import type { InternalHttpServiceSetup } from '../http';
import { createMetrics, type MetricSources } from './metrics';

export interface MetricsServiceDeps extends MetricSources {
  readonly http: MetricSources['http'] & Pick<InternalHttpServiceSetup, 'createRouter'>;
  /** `metrics.access`. With `off`, the route is not registered. */
  readonly access: 'off' | 'admin' | 'anonymous';
}

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
  private add: ((metric: AddedMetric) => void) | undefined;

  /** Counts from setup on, so that the first scrape includes all events. */
  async setup({ http, access, ...deps }: MetricsServiceDeps): Promise<void> {
    if (access === 'off') return;
    const { registry, logins, add } = await createMetrics({ http, ...deps });
    this.registry = registry;
    this.logins = logins;
    this.add = add;
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
  get addMetric(): PrivilegedBackend['addMetric'] {
    return this.add;
  }

  /** Stops the observers of process metrics. */
  stop(): void {
    this.registry?.clear();
  }
}
