import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackendCall } from '../../../backend/api';
import { RequestMetrics } from '../http/request_metrics';
import { coreMock } from '../mocks';
import { MetricsService, type MetricsServiceDeps } from './index';

const services: MetricsService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});

async function setup(access: MetricsServiceDeps['access'] = 'admin') {
  const router = coreMock.createRouter();
  const metrics = new RequestMetrics();
  const levels = new Map<string, 'available' | 'unavailable'>([
    ['core:engine', 'available'],
    ['plugin:"odd"\n', 'available'],
  ]);
  let observe: (call: BackendCall) => void = () => undefined;
  const service = new MetricsService();
  services.push(service);
  await service.setup({
    http: { createRouter: () => router, metrics, connectionCount: async () => 3 },
    access,
    packageInfo: { version: '1.2.3', branch: 'main', buildNum: 7, buildSha: 'abc', dist: true },
    levels: () => levels,
    figures: () => ({
      sessions: 9,
      auditEventsWaiting: 3,
      auditEventsLost: 7,
      storeBytes: { audit: 4_096 },
      clusterCalls: { answered: { count: 2, seconds: 0.5 } },
    }),
    observeCalls: (observer) => void (observe = observer),
    certificates: () => new Map([['/etc/tls.pem', 864_000]]),
    auditOutputs: () => new Map([['file', { waiting: 4, written: 5, lost: 6 }]]),
  });
  const read = async () => {
    const request = coreMock.createRequest();
    const { handler } = router.find('get', '/api/metrics');
    return handler(request as never, coreMock.createResponse(request));
  };
  const line = async (name: string) =>
    String((await read()).body)
      .split('\n')
      .find((text) => text.startsWith(name));
  const call = (seconds: number) => observe({ method: 'GET', endpoint: 'search', seconds });
  return { service, router, metrics, levels, read, line, call };
}

it('counts requests since the start, independently of other collectors', async () => {
  const { metrics, read, line } = await setup();
  metrics.record(200, 1_500);
  metrics.record(200, 500);
  metrics.collect();
  metrics.record(404, 1);
  metrics.noteDisconnect();
  const { headers } = await read();
  expect(headers?.['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const requests = 'security_dashboards_http_requests_total';
  expect(await line(`${requests}{status="200"}`)).toBe(`${requests}{status="200"} 2`);
  expect(await line(`${requests}{status="404"}`)).toBe(`${requests}{status="404"} 1`);
  expect(await line(`${requests}{status="disc`)).toBe(`${requests}{status="disconnected"} 1`);
  const time = 'security_dashboards_http_request_seconds_total';
  expect(await line(`${time} `)).toBe(`${time} 2.001`);
});

it('reports metrics that a plugin adds, read at each scrape', async () => {
  const { service, line } = await setup();
  let waiting = 2;
  const labelNames = ['destination'];
  const labels = { destination: 'on-call' };
  service.addMetric?.({
    kind: 'gauge',
    name: 'messages_waiting',
    help: 'Messages by destination.',
    labelNames,
    read: () => [[waiting, labels]],
  });
  service.addMetric?.({
    kind: 'counter',
    name: 'messages_lost_total',
    help: 'Lost messages by destination.',
    labelNames,
    read: () => [[1, labels]],
  });
  const gauge = 'security_dashboards_messages_waiting{destination="on-call"}';
  expect(await line(gauge)).toBe(`${gauge} 2`);
  waiting = 3;
  expect(await line(gauge)).toBe(`${gauge} 3`);
  const counter = 'security_dashboards_messages_lost_total{destination="on-call"}';
  expect(await line(counter)).toBe(`${counter} 1`);
  expect(await line(counter)).toBe(`${counter} 1`);
});

it('reports when certificates in use end, by file', async () => {
  const { line } = await setup();
  const expiry = 'security_dashboards_certificate_expiry_seconds{file="/etc/tls.pem"}';
  expect(await line(expiry)).toBe(`${expiry} 864000`);
});

it('reports connections, version, and the current level of each part', async () => {
  const { levels, line, read } = await setup();
  expect(await line('security_dashboards_http_connections ')).toMatch(/ 3$/);
  expect(await line('security_dashboards_build_info{')).toMatch(/version="1.2.3",build="abc"} 1$/);
  levels.set('core:engine', 'unavailable');
  const text = String((await read()).body);
  expect(text).toContain('security_dashboards_status{part="core:engine",level="unavailable"} 1');
  expect(text).not.toContain('part="core:engine",level="available"');
  expect(text).toContain('part="plugin:\\"odd\\"\\n"');
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m);
});

it('is accessible to administrators or everyone, or not registered', async () => {
  const accessOf = async (access: MetricsServiceDeps['access']) =>
    (await setup(access)).router.find('get', '/api/metrics').config.options.access;
  expect(await accessOf('admin')).toBe('admin');
  expect(await accessOf('anonymous')).toBe('public');
  await expect(accessOf('off')).rejects.toThrow();
});

it('includes requests before the first scrape, by route pattern', async () => {
  const { metrics, read } = await setup();
  metrics.record(200, 300, 'GET', '/api/x/:id');
  metrics.record(429, 1, 'POST', '/auth/login');
  metrics.record(404, 1);
  const text = String((await read()).body);
  const name = 'security_dashboards_http_request_duration_seconds';
  expect(text).toContain(
    `${name}_bucket{le="0.25",method="GET",route="/api/x/:id",status="2xx"} 0`
  );
  expect(text).toContain(`${name}_bucket{le="0.5",method="GET",route="/api/x/:id",status="2xx"} 1`);
  expect(text).toContain(`${name}_count{method="GET",route="none",status="4xx"} 1`);
  expect(text).toContain('security_dashboards_rate_limited_requests_total{route="/auth/login"} 1');
});

it('counts sessions opened and failed logins by method, unknown methods together', async () => {
  const { service, line, read } = await setup();
  service.countLogin?.('openid', 'success');
  service.countLogin?.('openid', 'success');
  service.countLogin?.('apikey', 'invalid');
  for (let i = 0; i < 50; i++) service.countLogin?.(`invented ${i}`, 'blocked');
  const logins = 'security_dashboards_logins_total';
  for (const [method, outcome, count] of [
    ['openid', 'success', 2],
    ['apikey', 'invalid', 1],
    ['other', 'blocked', 50],
  ]) {
    const labels = `${logins}{method="${method}",outcome="${outcome}"}`;
    expect(await line(labels)).toBe(`${labels} ${count}`);
  }
  expect(String((await read()).body)).not.toContain('invented');
  expect((await setup('off').catch(() => undefined))?.service.countLogin).toBeUndefined();
});

it('reports the audit queue, lost events, store sizes and cluster requests', async () => {
  const { read } = await setup();
  const text = String((await read()).body);
  for (const figure of [
    'sessions 9',
    'audit_events_waiting 3',
    'audit_events_lost_total 7',
    'audit_output_events_waiting{output="file"} 4',
    'audit_output_events_total{output="file",outcome="written"} 5',
    'audit_output_events_total{output="file",outcome="lost"} 6',
    'store_bytes{store="audit"} 4096',
    'cluster_requests_total{outcome="answered"} 2',
    'cluster_request_seconds_total{outcome="answered"} 0.5',
  ])
    expect(text).toContain(`\nsecurity_dashboards_${figure}\n`);
});

// @feature metrics/2
it('has the latency of calls to the cluster by group of endpoints', async () => {
  const { call, read } = await setup();
  call(0.3);
  call(3);
  const text = String((await read()).body);
  const name = 'security_dashboards_cluster_request_duration_seconds';
  for (const [le, count] of [
    ['0.25', 0],
    ['0.5', 1],
    ['+Inf', 2],
  ])
    expect(text).toContain(`${name}_bucket{le="${le}",method="GET",endpoint="search"} ${count}`);
});

/** Debian: package prometheus. If it is missing, the report shows the tests as skipped. */
const withPromtool = spawnSync('promtool', ['--version']).status === 0 ? it : it.skip;
const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: MONITORING });
const MONITORING = join(__dirname, '../../../../deploy/monitoring');

withPromtool('passes promtool check metrics', async () => {
  const { metrics, read } = await setup();
  metrics.record(200, 5, 'GET', '/x');
  const { body } = await read();
  const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: String(body) });
  expect(`${stdout}${stderr}`).toBe('');
});

withPromtool('includes alert rules that fire as their tests expect', () => {
  const { status, stdout, stderr } = promtool('test', 'rules', 'alerts_test.yml');
  expect({ status, output: `${stdout}${stderr}` }).toMatchObject({ status: 0 });
});

// @feature alerts/1
it('tests every alert rule', () => {
  const namesIn = (file: string, key: string) => [
    ...new Set(
      [
        ...readFileSync(join(MONITORING, file), 'utf8').matchAll(new RegExp(`${key}: (\\w+)`, 'g')),
      ].map(([, name]) => name)
    ),
  ];
  const rules = namesIn('alerts.yml', '- alert');
  expect(rules).toHaveLength(15);
  expect(namesIn('alerts_test.yml', 'alertname').sort()).toEqual(rules.sort());
});

/** Of a plugin, whose tests look for them. */
const ADDED = /^security_dashboards_alarms_/;

it('includes every metric used by the alert rules and the dashboard', async () => {
  const { metrics, read } = await setup();
  metrics.record(200, 5, 'GET', '/x');
  const text = String((await read()).body);
  const queried = ['alerts.yml', 'grafana.json'].flatMap((file) =>
    [
      ...readFileSync(join(MONITORING, file), 'utf8').matchAll(
        /(security_dashboards|nodejs|process)_\w+/g
      ),
    ]
      .map(([name]) => name)
      .filter((name) => !ADDED.test(name))
  );
  expect(queried.length).toBeGreaterThan(20);
  for (const name of new Set(queried))
    expect(text).toMatch(new RegExp(`^# TYPE ${name.replace(/_(bucket|count)$/, '')} `, 'm'));
});
