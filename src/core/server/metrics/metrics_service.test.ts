import { RequestMetrics } from '../http/request_metrics';
import { coreMock } from '../mocks';
import { MetricsService, type MetricsServiceDeps } from './index';

const services: MetricsService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});

function setup(access: MetricsServiceDeps['access'] = 'admin') {
  const router = coreMock.createRouter();
  const metrics = new RequestMetrics();
  const levels = new Map<string, 'available' | 'unavailable'>([
    ['core:engine', 'available'],
    ['plugin:"odd"\n', 'available'],
  ]);
  const service = new MetricsService();
  services.push(service);
  service.setup({
    http: { createRouter: () => router, metrics, connectionCount: async () => 3 },
    access,
    packageInfo: { version: '1.2.3', branch: 'main', buildNum: 7, buildSha: 'abc', dist: true },
    levels: () => levels,
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
  return { router, metrics, levels, read, line };
}

it('counts requests since the start, whoever else collects in between', async () => {
  const { metrics, read, line } = setup();
  metrics.answered(200, 1_500);
  metrics.answered(200, 500);
  metrics.collect();
  metrics.answered(404, 1);
  metrics.disconnected();
  const { headers } = await read();
  expect(headers?.['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const requests = 'security_dashboards_http_requests_total';
  expect(await line(`${requests}{status="200"}`)).toBe(`${requests}{status="200"} 2`);
  expect(await line(`${requests}{status="404"}`)).toBe(`${requests}{status="404"} 1`);
  expect(await line(`${requests}{status="disc`)).toBe(`${requests}{status="disconnected"} 1`);
  const time = 'security_dashboards_http_request_seconds_total';
  expect(await line(`${time} `)).toBe(`${time} 2.001`);
});

it('tells connections, version, and the level of each part as of now', async () => {
  const { levels, line, read } = setup();
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

it('is for administrators, for everybody, or not there', () => {
  const accessOf = (access: MetricsServiceDeps['access']) =>
    setup(access).router.find('get', '/api/metrics').config.options.access;
  expect(accessOf('admin')).toBe('admin');
  expect(accessOf('anonymous')).toBe('public');
  expect(() => accessOf('off')).toThrow();
});
