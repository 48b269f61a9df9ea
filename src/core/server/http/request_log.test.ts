import { connect } from 'node:net';
import { waitForCondition } from '../../../../test/helpers/wait_for';
import { requestTrace } from '../../../backend/api';
import { HTTP_LIMITS } from '../../common';
import { coreMock } from '../mocks';
import type { InternalHttpServiceSetup } from './http_service';
import { rawRequest, loggedIn, startHttp, stopHttp, XSRF } from './mocks';

afterEach(stopHttp);

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const open = { options: { access: 'public' as const } };

describe('the request id', () => {
  const withRoutes = (http: InternalHttpServiceSetup) => {
    const router = http.createRouter();
    const currentTrace = () => requestTrace.getStore();
    router.get({ path: '/api/x', validate: false, ...open }, async (request, response) =>
      response.ok({ body: { id: request.id, trace: currentTrace() } })
    );
    router.post({ path: '/api/x', validate: false, ...open }, async (_request, response) => {
      await new Promise((resolve) => setImmediate(resolve));
      return response.ok({ body: { trace: currentTrace() } });
    });
    router.get({ path: '/api/fail', validate: false, ...open }, async () => {
      throw new Error('detail');
    });
    http.registerEntryPoint({
      prefix: '/raw',
      handler: async () => ({ statusCode: 200, body: { trace: currentTrace() } }),
    });
  };

  it('is in a header of every response, and unique', async () => {
    const { get, send } = await startHttp(withRoutes);
    const responses = [
      await get('/api/x'),
      await send('POST', '/api/x', '{}', XSRF),
      await send('POST', '/raw', '{"a":1}', XSRF),
      await get('/nothing'),
      await get('/%zz'),
    ];
    const ids = responses.map(({ headers }) => headers['x-request-id']);
    for (const id of ids) expect(id).toMatch(ID);
    expect(new Set(ids).size).toBe(ids.length);
    const [first, ...others] = responses.slice(0, 3).map(({ json }) => json);
    expect(first).toEqual({ id: ids[0], trace: { id: ids[0] } });
    expect(others).toEqual([{ trace: { id: ids[1] } }, { trace: { id: ids[2] } }]);
  });

  it('is in error bodies and in the log line of the error', async () => {
    const { get, log } = await startHttp(withRoutes);
    const { headers, json } = await get('/api/fail');
    expect(json).toMatchObject({ statusCode: 500, requestId: headers['x-request-id'] });
    expect(log.error).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ requestId: json.requestId })
    );
    expect((await get('/nothing')).json.requestId).toMatch(ID);
  });

  it('is accompanied by x-opaque-id, unless that is too long or not printable', async () => {
    const { get, service } = await startHttp(withRoutes);
    const own = 'a'.repeat(HTTP_LIMITS.opaqueIdLength);
    const taken = await get('/api/x', { 'x-opaque-id': own, 'x-request-id': 'mine' });
    expect(taken.headers['x-opaque-id']).toBe(own);
    expect(taken.json.trace).toEqual({ id: taken.headers['x-request-id'], opaqueId: own });
    expect(taken.headers['x-request-id']).toMatch(ID);
    for (const bad of [`${own}a`, 'two words', '']) {
      const response = await get('/api/x', { 'x-opaque-id': bad });
      expect([response.status, response.headers['x-opaque-id']]).toEqual([200, undefined]);
    }
    const raw = await rawRequest(
      Number(new URL(service.url).port),
      'GET /api/x HTTP/1.1\r\nhost: a\r\nx-opaque-id: \xe4\r\nconnection: close\r\n\r\n'
    );
    expect(raw).toMatch(/^HTTP\/1.1 200/);
    expect(raw).not.toMatch(/x-opaque-id/i);
  });
});

describe('the access log', () => {
  /** What the route that waits does meanwhile. */
  let meanwhile: () => unknown = () => undefined;
  const withRoutes = (http: InternalHttpServiceSetup) => {
    http.registerAuth(() => loggedIn());
    const router = http.createRouter();
    router.get(
      { path: '/api/x', validate: false, options: { access: 'user' } },
      async (_request, response) => response.ok({ body: 'x'.repeat(1_000) })
    );
    router.get({ path: '/api/wait', validate: false, ...open }, async (_request, response) => {
      await meanwhile();
      return response.ok({ body: 'done' });
    });
  };

  it('includes user, address, bytes and duration of each request, but no query', async () => {
    const accessLog = coreMock.createLogger();
    accessLog.isEnabled.mockReturnValue(true);
    const { get } = await startHttp(withRoutes, {}, undefined, accessLog);
    const { headers } = await get('/api/x?token=abc', { 'x-opaque-id': 'mine' });
    await waitForCondition(() => accessLog.info.mock.calls.length > 0);
    const [line, about] = accessLog.info.mock.calls[0] as [string, Record<string, unknown>];
    expect(line).toMatch(/^GET \/api\/x 200 \d+ms$/);
    expect(about).toMatchObject({
      type: 'response',
      requestId: headers['x-request-id'],
      opaqueId: 'mine',
      method: 'GET',
      path: '/api/x',
      statusCode: 200,
      tookMs: expect.any(Number),
      user: 'anna',
      remoteAddress: '127.0.0.1',
    });
    expect(about['bytes']).toBeGreaterThan(1_000);
  });

  it('logs a request as 499 if the client disconnected', async () => {
    const accessLog = coreMock.createLogger();
    accessLog.isEnabled.mockReturnValue(true);
    const { service } = await startHttp(withRoutes, {}, undefined, accessLog);
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    meanwhile = async () => {
      socket.destroy();
      await waitForCondition(() => accessLog.info.mock.calls.length > 0);
    };
    socket.write('GET /api/wait HTTP/1.1\r\nhost: a\r\n\r\n');
    await waitForCondition(() => accessLog.info.mock.calls.length > 0);
    expect(accessLog.info.mock.calls[0]?.[1]).toMatchObject({ statusCode: 499, path: '/api/wait' });
  });

  it('is off by default, but warns of slow requests', async () => {
    const settings = { 'logging.slowRequest': '600000' };
    const clock = performance.now.bind(performance);
    meanwhile = () =>
      jest
        .spyOn(performance, 'now')
        .mockImplementation(() => clock() + Number(settings['logging.slowRequest']));
    const accessLog = coreMock.createLogger();
    const { get } = await startHttp(withRoutes, settings, undefined, accessLog);
    await get('/api/x');
    await get('/api/wait');
    await waitForCondition(() => accessLog.warn.mock.calls.length > 0);
    expect(accessLog.warn.mock.calls).toEqual([
      [
        expect.stringMatching(/^Slow request: GET \/api\/wait 200 \d+ms$/),
        expect.objectContaining({ type: 'slow', path: '/api/wait' }),
      ],
    ]);
    expect(accessLog.info).not.toHaveBeenCalled();
  });
});
