/** `GET /api/status`: levels and metrics of core services and plugins. */
import { Type } from '@sinclair/typebox';
import {
  BehaviorSubject,
  Subject,
  distinctUntilChanged,
  map,
  takeUntil,
  throttleTime,
  type Observable,
} from 'rxjs';
import { STATUS_RESPONSE } from '../../../contracts/api/server';
import { defineMessage, type StatusResponse, type Text } from '../../common';
import { inEnglish, type I18nServiceSetup } from '../i18n';
import type { PackageInfo } from '../environment';
import type { InternalHttpServiceSetup } from '../http';
import type { Logger } from '../logging';
import { MetricsCollector } from './metrics_collector';
import { overallEntry, overallStatus, serviceEntry } from './status_levels';
import type { ServiceStatus, StatusServiceSetup } from './types';

export interface StatusServiceDeps {
  readonly http: InternalHttpServiceSetup;
  readonly i18n: Pick<I18nServiceSetup, 'localeOf' | 'translate'>;
  readonly log: Logger;
  readonly name: string;
  readonly uuid: string;
  readonly packageInfo: PackageInfo;
  readonly intervalMs: number;
  readonly isAnonymous: boolean;
  /** Why login is unavailable; the status is then open to everyone, without its details. */
  readonly outage: () => Text | undefined;
  /** Core's services by name. */
  readonly core: Readonly<Record<string, Observable<ServiceStatus>>>;
  readonly pluginIds: readonly string[];
  readonly now?: () => number;
}

export interface InternalStatusServiceSetup {
  /** Returns the contract for one plugin. */
  forPlugin(id: string): StatusServiceSetup;
  /** Current levels, by `core:<name>` and `plugin:<id>`. */
  levels(): ReadonlyMap<string, ServiceStatus['level']>;
}

/** Minimum interval between updates of the overall status. */
const OVERALL_EVERY_MS = 500;
/** Parts of core whose problems concern no plugin. */
const APART: ReadonlySet<string> = new Set(['core:certificates']);
const AVAILABLE: ServiceStatus = {
  level: 'available',
  summary: defineMessage('core.status.dependenciesAvailable', {
    defaultMessage: 'All dependencies are available',
  }),
};

/** Summary of a plugin that does not set its own status. */
const affectedBy = (services: readonly string[]): Text =>
  defineMessage('core.status.dependenciesTroubled', {
    defaultMessage: 'Affected by: {services}',
    values: { services: services.join(', ') },
  });

const STATUS_FAILED = defineMessage('core.status.unknown', {
  defaultMessage: 'Status unknown.',
});

interface Known {
  readonly status: ServiceStatus;
  readonly since: string;
}

/** Statuses by name, without prefix. */
const getStatuses = (
  known: ReadonlyArray<readonly [string, Known]>
): ReadonlyMap<string, ServiceStatus> =>
  new Map(known.map(([id, { status }]) => [id.replace(/^\w+:/, ''), status]));

export class StatusService {
  private readonly known = new Map<string, Known>();
  /** Plugins whose status is derived from core's. */
  private readonly derived = new Set<string>();
  /** Each emits to end the subscription to a replaced source. */
  private readonly follows = new Map<string, Subject<void>>();
  private readonly change$ = new BehaviorSubject<undefined>(undefined);
  private readonly stop$ = new Subject<void>();
  private overallSince: { readonly level: ServiceStatus['level']; readonly since: string } = {
    level: 'available',
    since: '',
  };
  private deps!: StatusServiceDeps;
  private metrics: MetricsCollector | undefined;
  /** Serialized responses by locale. */
  private readonly serialised = new Map<string, string>();

  setup(deps: StatusServiceDeps): InternalStatusServiceSetup {
    this.deps = deps;
    const { http, core, pluginIds } = deps;
    this.overallSince = { level: 'available', since: this.timestamp() };
    for (const [name, status$] of Object.entries(core)) this.follow(`core:${name}`, status$);
    for (const id of pluginIds) this.derived.add(`plugin:${id}`);
    this.derive();
    this.metrics = new MetricsCollector({
      requests: http.metrics,
      connectionCount: () => http.connectionCount(),
      intervalMs: deps.intervalMs,
      now: deps.now,
    });
    http.createRouter().get(
      {
        path: '/api/status',
        validate: { query: Type.Object({ v8format: Type.Optional(Type.Boolean()) }) },
        doc: {
          summary: 'Health of core and plugins, and metrics of the process',
          responses: { 200: STATUS_RESPONSE },
        },
        options: {
          access: deps.isAnonymous ? 'optional' : 'user',
          forCollectors: true,
          openWhile: () => deps.outage() !== undefined,
          anonymousWhenUnavailable: true,
        },
      },
      (request, response) => {
        const headers = { 'content-type': 'application/json; charset=utf-8' };
        const locale = deps.i18n.localeOf(request);
        const translate = (text: Text) => deps.i18n.translate(locale, text);
        if (!request.auth && !request.isCollector && !deps.isAnonymous)
          return response.ok({ body: this.outline(translate, request.query.v8format) });
        if (request.query.v8format) return response.ok({ body: this.newFormat(translate) });
        const body = this.serialised.get(locale) ?? JSON.stringify(this.response(translate));
        this.serialised.set(locale, body);
        return response.ok({ body, headers });
      }
    );
    const overall$ = this.change$.pipe(
      throttleTime(OVERALL_EVERY_MS, undefined, { leading: true, trailing: true }),
      map(() => this.overall()),
      distinctUntilChanged((a, b) => a.level === b.level && a.summary === b.summary),
      takeUntil(this.stop$)
    );
    return {
      forPlugin: (id) => ({ set: (status$) => this.follow(`plugin:${id}`, status$), overall$ }),
      levels: () => new Map([...this.known].map(([id, { status }]) => [id, status.level])),
    };
  }

  async start(): Promise<void> {
    await this.metrics?.start(() => {
      this.serialised.clear();
    });
  }

  stop(): void {
    this.metrics?.stop();
    this.stop$.next();
    this.stop$.complete();
    this.change$.complete();
  }

  private follow(id: string, status$: Observable<ServiceStatus>): void {
    this.derived.delete(id);
    this.follows.get(id)?.next();
    const replaced$ = new Subject<void>();
    this.follows.set(id, replaced$);
    status$.pipe(takeUntil(replaced$), takeUntil(this.stop$)).subscribe({
      next: (status) => this.update(id, status),
      error: (error: unknown) => {
        this.deps.log.error(error instanceof Error ? error : new Error(String(error)), {
          status: id,
        });
        this.update(id, { level: 'unavailable', summary: STATUS_FAILED });
      },
    });
  }

  private update(id: string, status: ServiceStatus): void {
    this.keep(id, status);
    this.derive();
    const { level } = this.overall();
    if (this.overallSince.level !== level) this.overallSince = { level, since: this.timestamp() };
    this.serialised.clear();
    this.change$.next(undefined);
  }

  /** Plugins without their own status get the worst status of core. */
  private derive(): void {
    const core = [...this.known].filter(([name]) => name.startsWith('core:') && !APART.has(name));
    const troubled = core.filter(([, known]) => known.status.level !== 'available');
    const names = troubled.map(([name]) => name.slice('core:'.length));
    const { level: worst } = overallStatus(getStatuses(troubled));
    for (const plugin of this.derived)
      this.keep(
        plugin,
        troubled.length > 0 ? { level: worst, summary: affectedBy(names) } : AVAILABLE
      );
  }

  private keep(id: string, status: ServiceStatus): void {
    const before = this.known.get(id);
    const since = before?.status.level === status.level ? before.since : this.timestamp();
    this.known.set(id, { status, since });
  }

  /** Counts each cause once, by leaving out the plugins with a derived status. */
  private overall(translate: (text: Text) => string = inEnglish): ReturnType<typeof overallStatus> {
    const own = [...this.known].filter(([id]) => !this.derived.has(id));
    return overallStatus(getStatuses(own), translate);
  }

  /** Status for callers without a session while login is unavailable. */
  private outline(translate: (text: Text) => string, isNewFormat = false): object {
    const { level } = this.overall();
    const reason = this.deps.outage();
    const summary = reason === undefined ? '' : translate(reason);
    const { since } = this.overallSince;
    return {
      status: {
        overall: isNewFormat ? { level, summary } : overallEntry({ level, summary }, since),
      },
    };
  }

  private response(translate: (text: Text) => string): StatusResponse {
    const overall = this.overall(translate);
    const { number, ...version } = this.version();
    const statuses = [...this.known].map(([id, { status, since }]) =>
      serviceEntry(`${id}@${number}`, status, since, translate)
    );
    return {
      ...this.identity(),
      version: { number, ...version },
      status: { overall: overallEntry(overall, this.overallSince.since), statuses },
      metrics: this.metrics?.current,
    };
  }

  /** Response format with levels instead of colors, by group. */
  private newFormat(translate: (text: Text) => string): object {
    const group = (prefix: string) =>
      Object.fromEntries(
        [...this.known]
          .filter(([id]) => id.startsWith(prefix))
          .map(([id, { status }]) => [
            id.slice(prefix.length),
            { ...status, summary: translate(status.summary) },
          ])
      );
    return {
      ...this.identity(),
      version: this.version(),
      status: { overall: this.overall(translate), core: group('core:'), plugins: group('plugin:') },
      metrics: this.metrics?.current,
    };
  }

  private identity(): Pick<StatusResponse, 'name' | 'uuid'> {
    return { name: this.deps.name, uuid: this.deps.uuid };
  }

  private version(): StatusResponse['version'] {
    const { version, buildSha, buildNum } = this.deps.packageInfo;
    const isSnapshot = version.endsWith('-SNAPSHOT');
    return {
      number: version.replace(/-SNAPSHOT$/, ''),
      build_hash: buildSha,
      build_number: buildNum,
      build_snapshot: isSnapshot,
    };
  }

  private timestamp(): string {
    return new Date((this.deps.now ?? Date.now)()).toISOString();
  }
}
