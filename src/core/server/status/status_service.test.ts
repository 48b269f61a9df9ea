import { BehaviorSubject, Subject } from 'rxjs';
import { createI18nMock } from '../i18n/mocks';
import { RequestMetrics } from '../http/request_metrics';
import type { InternalHttpServiceSetup } from '../http';
import { coreMock } from '../mocks';
import { savedObjectsStatus } from './core_statuses';
import { MetricsCollector } from './metrics_collector';
import type { Text } from '../../common';
import type { RequestAuth } from '../http/types';
import { overallStatus } from './status_levels';
import { StatusService } from './status_service';
import type { ServiceStatus } from './types';

const available: ServiceStatus = { level: 'available', summary: 'fine' };
const services: StatusService[] = [];
afterEach(() => services.splice(0).forEach((service) => service.stop()));

function setup({ isAnonymous = false } = {}) {
  const outage: { current?: Text } = {};
  let nowMs = Date.UTC(2026, 0, 1);
  const router = coreMock.createRouter();
  const engine$ = new BehaviorSubject<ServiceStatus>(available);
  const metrics = new RequestMetrics();
  const service = new StatusService();
  services.push(service);
  const status = service.setup({
    http: {
      createRouter: () => router,
      metrics,
      connectionCount: async () => 3,
    } as unknown as InternalHttpServiceSetup,
    log: coreMock.createLogger(),
    i18n: createI18nMock(),
    name: 'node-1',
    uuid: 'u',
    packageInfo: {
      version: '1.2.3-SNAPSHOT',
      branch: 'main',
      buildNum: 7,
      buildSha: 'abc',
      dist: false,
    },
    intervalMs: 5000,
    isAnonymous,
    outage: () => outage.current,
    core: { engine: engine$ },
    pluginIds: ['security', 'home'],
    now: () => nowMs,
  });
  const route = router.find('get', '/api/status');
  const read = async (
    query: object = {},
    auth: RequestAuth | undefined = coreMock.createAuth()
  ) => {
    const request = coreMock.createRequest({ query, auth });
    const { body } = await route.handler(request as never, coreMock.createResponse(request));
    return typeof body === 'string' ? JSON.parse(body) : body;
  };
  return {
    service,
    status,
    route,
    read,
    outage,
    engine$,
    metrics,
    tick: (ms: number) => void (nowMs += ms),
  };
}

describe('GET /api/status', () => {
  it('has the documented shape', async () => {
    const { service, read, metrics } = setup();
    metrics.record(200, 10);
    metrics.record(404, 30);
    metrics.noteDisconnect();
    await service.start();
    const since = '2026-01-01T00:00:00.000Z';
    const entry = {
      since,
      state: 'green',
      title: 'Green',
      icon: 'success',
      uiColor: 'secondary',
    };
    expect(await read()).toEqual({
      name: 'node-1',
      uuid: 'u',
      version: { number: '1.2.3', build_hash: 'abc', build_number: 7, build_snapshot: true },
      status: {
        overall: {
          ...entry,
          id: 'overall',
          message: 'All services are available',
          nickname: 'Looking good',
        },
        statuses: [
          { ...entry, id: 'core:engine@1.2.3', message: 'fine' },
          { ...entry, id: 'plugin:security@1.2.3', message: 'All dependencies are available' },
          { ...entry, id: 'plugin:home@1.2.3', message: 'All dependencies are available' },
        ],
      },
      metrics: {
        last_updated: since,
        collection_interval_in_millis: 5000,
        os: expect.objectContaining({
          platform: process.platform,
          load: { '1m': expect.any(Number), '5m': expect.any(Number), '15m': expect.any(Number) },
        }),
        process: {
          memory: {
            heap: {
              total_in_bytes: expect.any(Number),
              used_in_bytes: expect.any(Number),
              size_limit: expect.any(Number),
            },
            resident_set_size_in_bytes: expect.any(Number),
          },
          event_loop_delay: expect.any(Number),
          pid: process.pid,
          uptime_in_millis: expect.any(Number),
        },
        response_times: { avg_in_millis: 20, max_in_millis: 30 },
        requests: {
          total: 3,
          disconnects: 1,
          statusCodes: { 200: 1, 404: 1 },
          status_codes: { 200: 1, 404: 1 },
        },
        concurrent_connections: 3,
      },
    });
  });

  it('reflects the statuses of plugins and core, with the time of the last change', async () => {
    const { status, read, engine$, tick } = setup();
    await read();
    tick(1000);
    status
      .forPlugin('home')
      .set(
        new BehaviorSubject<ServiceStatus>({ level: 'degraded', summary: 'slow', detail: '9 s' })
      );
    let { status: response } = await read();
    expect(response.overall).toMatchObject({
      state: 'yellow',
      title: 'Yellow',
      uiColor: 'warning',
      since: '2026-01-01T00:00:01.000Z',
    });
    expect(response.statuses[2]).toMatchObject({
      message: 'slow',
      detail: '9 s',
      state: 'yellow',
      since: '2026-01-01T00:00:01.000Z',
    });
    tick(1000);
    engine$.next({ level: 'unavailable', summary: 'gone' });
    ({ status: response } = await read());
    expect(response.overall).toMatchObject({
      state: 'red',
      uiColor: 'danger',
      since: '2026-01-01T00:00:02.000Z',
    });
    expect(response.statuses[0]).toMatchObject({ state: 'red', message: 'gone' });
  });

  it('uses only the latest source of a plugin, and tolerates one that fails', async () => {
    const { status, read } = setup();
    const first$ = new Subject<ServiceStatus>();
    const second$ = new Subject<ServiceStatus>();
    const home = status.forPlugin('home');
    home.set(first$);
    home.set(second$);
    first$.next({ level: 'critical', summary: 'old' });
    expect((await read()).status.overall.state).toBe('green');
    second$.error(new Error('broken'));
    expect((await read()).status.statuses[2]).toMatchObject({
      state: 'red',
      message: 'Status unknown.',
    });
  });

  it('returns the newer format on request', async () => {
    const { read } = setup();
    expect((await read({ v8format: true })).status).toEqual({
      overall: { level: 'available', summary: 'All services are available' },
      core: { engine: available },
      plugins: {
        security: expect.objectContaining({ level: 'available' }),
        home: expect.objectContaining({ level: 'available' }),
      },
    });
  });

  it('is open to everyone while login is unavailable, with state and reason only', async () => {
    const { route, outage, engine$, service } = setup();
    await service.start();
    const { openWhile } = route.config.options;
    const readAnonymously = async (query: object = {}) => {
      const request = coreMock.createRequest({ query });
      return (await route.handler(request as never, coreMock.createResponse(request))).body;
    };
    expect(openWhile?.()).toBe(false);
    outage.current = 'The cluster cannot be reached.';
    engine$.next({ level: 'unavailable', summary: 'https://10.0.0.7:9200: ECONNREFUSED' });
    expect(openWhile?.()).toBe(true);
    expect(await readAnonymously()).toEqual({
      status: {
        overall: {
          id: 'overall',
          message: 'The cluster cannot be reached.',
          state: 'red',
          title: 'Red',
          nickname: 'Out of order',
          icon: 'danger',
          uiColor: 'danger',
          since: '2026-01-01T00:00:00.000Z',
        },
      },
    });
    expect(await readAnonymously({ v8format: true })).toEqual({
      status: { overall: { level: 'unavailable', summary: 'The cluster cannot be reached.' } },
    });
  });

  it('names the core services that affect a plugin without its own status', async () => {
    const { status, read, engine$ } = setup();
    status.forPlugin('home').set(new BehaviorSubject<ServiceStatus>(available));
    engine$.next({ level: 'unavailable', summary: 'gone' });
    const { overall, statuses } = (await read()).status;
    expect(statuses).toMatchObject([
      { id: 'core:engine@1.2.3', message: 'gone', state: 'red' },
      { id: 'plugin:security@1.2.3', message: 'Affected by: engine', state: 'red' },
      { id: 'plugin:home@1.2.3', message: 'fine', state: 'green' },
    ]);
    // One cause, not two.
    expect(overall.message).toBe('[engine]: gone');
    engine$.next(available);
    expect((await read()).status.statuses[1]).toMatchObject({
      message: 'All dependencies are available',
    });
  });

  it('emits the overall status to plugins at most twice a second', () => {
    jest.useFakeTimers();
    try {
      const { status, engine$ } = setup();
      const recorded: string[] = [];
      status.forPlugin('home').overall$.subscribe(({ summary }) => recorded.push(summary));
      engine$.next({ level: 'degraded', summary: 'one' });
      engine$.next({ level: 'degraded', summary: 'two' });
      expect(recorded).toEqual(['All services are available']);
      jest.advanceTimersByTime(500);
      expect(recorded).toEqual(['All services are available', '[engine]: two']);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('savedObjectsStatus', () => {
  it.each([
    ['embedded', /data folder/],
    ['opensearch', /^The cluster accepts no changes/],
  ] as const)('reports what is not writable: %s', (kind, sentence) => {
    expect(savedObjectsStatus(kind, 'available', false)).toMatchObject({
      level: 'degraded',
      summary: { defaultMessage: expect.stringMatching(sentence) },
    });
  });
});

describe('overallStatus', () => {
  it('is the worst of all levels, in one sentence', () => {
    const of = (...levels: ServiceStatus['level'][]) =>
      overallStatus(
        new Map(levels.map((level, index) => [`s${index}`, { level, summary: `is ${level}` }]))
      );
    expect(of('available')).toEqual({ level: 'available', summary: 'All services are available' });
    expect(of('available', 'degraded', 'critical')).toEqual({
      level: 'critical',
      summary: '[s2]: is critical',
    });
    expect(of('degraded', 'degraded')).toEqual({
      level: 'degraded',
      summary: '[2] services are degraded',
    });
  });
});

describe('MetricsCollector', () => {
  it('collects again after each interval, starting from zero', async () => {
    const requests = new RequestMetrics();
    const collector = new MetricsCollector({
      requests,
      connectionCount: async () => 0,
      intervalMs: 20,
    });
    requests.record(200, 5);
    await new Promise<void>((resolve) => void collector.start(resolve));
    expect(collector.current?.requests.total).toBe(0);
    expect(collector.current?.response_times).toEqual({
      avg_in_millis: 0,
      max_in_millis: 0,
    });
    collector.stop();
  });
});
