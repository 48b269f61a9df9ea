import { Type } from '@sinclair/typebox';
import fc from 'fast-check';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { HTTP_LIMITS } from '../../common';
import type { InternalHttpServiceSetup } from './http_service';
import { jsonBytes, jsonResponse } from './responses/json_response';
import { jsonProblem } from './body/json_scan';
import { call, JSON_TYPE, loggedIn, startHttp, stopHttp, XSRF } from './mocks';
import { normalTarget } from './request/request_target';
import { waitForCondition } from '../../../../test/helpers/wait_for';

afterEach(stopHttp);

const anything = Type.Any();

const withRoutes = (http: InternalHttpServiceSetup) => {
  const router = http.createRouter();
  router.post(
    { path: '/api/echo', validate: { body: anything }, options: { access: 'public' } },
    ({ body }, response) => response.ok({ body: { kind: typeof body } })
  );
  router.post(
    {
      path: '/api/small',
      validate: { body: anything },
      options: {
        access: 'public',
        body: { maxBytes: 40, json: { depth: 2, values: 5, items: 3 } },
        response: { maxBytes: 1_000 },
        rateLimitPerMinute: 1_000,
      },
    },
    ({ body }, response) => response.ok({ body: { text: 'x'.repeat(Number(body.length)) } })
  );
  router.post(
    { path: '/api/unread', validate: false, options: { access: 'public' } },
    (_request, response) => response.ok()
  );
  http.registerEntryPoint({
    prefix: '/raw',
    maxBytes: 100_000,
    handler: async ({ rawBody }) => ({ statusCode: 200, body: { length: rawBody?.length } }),
  });
};
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('body limits', () => {
  it.each([
    ['/api/echo', nested(64), 200, undefined],
    ['/api/echo', nested(65), 400, 'The request body nests deeper than 64 levels.'],
    ['/api/echo', `{"a":${'{"b":'.repeat(64)}1${'}'.repeat(65)}`, 400, 'deeper than 64 levels'],
    ['/api/echo', `{"text":"${'[{'.repeat(5_000)}"}`, 200, undefined],
    ['/api/echo', `[${'0,'.repeat(9_999)}0]`, 200, undefined],
    ['/api/echo', `[${'0,'.repeat(10_000)}0]`, 400, 'an array or object of more than 10000 items'],
    [
      '/api/echo',
      `[${'[0],'.repeat(50_000)}0]`,
      400,
      'an array or object of more than 10000 items',
    ],
    [
      '/api/echo',
      `[${`[${'0,'.repeat(9_000)}0],`.repeat(12)}0]`,
      400,
      'holds more than 100000 values',
    ],
    ['/api/small', '[[1]]', 200, undefined],
    ['/api/small', '[[[1]]]', 400, 'deeper than 2 levels'],
    ['/api/small', '[1,2,3]', 200, undefined],
    ['/api/small', '[1,2,3,4]', 400, 'an array or object of more than 3 items'],
    ['/api/small', '{"a":1,"b":2,"c":3,"d":4}', 400, 'an array or object of more than 3 items'],
    ['/api/small', '{"a":1,"b":2,"c":[3,4,5]}', 400, 'holds more than 5 values'],
    ['/api/small', `"${'x'.repeat(39)}"`, 413, 'greater than maximum allowed: 40 bytes'],
    ['/api/unread', '{}', 200, undefined],
    ['/api/unread', `"${'x'.repeat(4_096)}"`, 413, 'maximum allowed: 4096 bytes'],
    ['/raw/x', nested(65), 400, 'deeper than 64 levels'],
    ['/raw/x', ` {"a":${nested(5_000)}`, 400, 'deeper than 64 levels'],
    ['/raw/x', nested(64), 200, undefined],
    ['/raw/x', 'x'.repeat(100_001), 413, 'maximum allowed: 100000 bytes'],
    ['/nothing', `"${'x'.repeat(5_000)}"`, 404, undefined],
  ])('apply to POST %s (case %#)', async (path, body, status, message) => {
    const { send } = await startHttp(withRoutes);
    const response = await send('POST', path, body, XSRF);
    expect(response.status).toBe(status);
    if (message !== undefined) expect(response.json.message).toContain(message);
  });

  it('count depth, values and items like the parser (property)', () => {
    const shape = (value: unknown): { depth: number; values: number; items: number } => {
      if (typeof value !== 'object' || value === null) return { depth: 0, values: 1, items: 0 };
      const children = Object.values(value).map(shape);
      return {
        depth: 1 + Math.max(0, ...children.map(({ depth }) => depth)),
        values: 1 + children.reduce((sum, { values }) => sum + values, 0),
        items: Math.max(children.length, ...children.map(({ items }) => items)),
      };
    };
    fc.assert(
      fc.property(fc.json(), (text) => {
        const { depth, values, items } = shape(JSON.parse(text));
        // An empty container adds a value, a member without a comma adds none, so twice the limit
        // always suffices.
        const wide = { depth, values: 2 * values, items: Math.max(1, items) };
        expect(jsonProblem(text, wide)).toBeUndefined();
        if (depth > 0)
          expect(jsonProblem(text, { ...wide, depth: depth - 1 })?.message).toContain('nests');
        if (items > 1)
          expect(jsonProblem(text, { ...wide, items: items - 1 })?.message).toContain('array');
      })
    );
  });

  it('restrict the bodies in memory for one address until they end', async () => {
    const { service, send } = await startHttp(withRoutes, {
      'server.maxPayload': String(HTTP_LIMITS.bodiesBytesPerAddress),
    });
    const port = Number(new URL(service.url).port);
    const half = HTTP_LIMITS.bodiesBytesPerAddress / 2;
    const slow = await Promise.all(
      [1, 2].map(
        () =>
          new Promise<ReturnType<typeof connect>>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => {
              socket.write(
                `POST /api/echo HTTP/1.1\r\nhost: x\r\nkbn-xsrf: 1\r\ncontent-length: ${half}\r\n\r\n[`,
                () => resolve(socket)
              );
            });
          })
      )
    );
    await waitForCondition(
      async () => (await send('POST', '/api/echo', '[]', XSRF)).status === 429
    );
    const refused = await send('POST', '/api/echo', '[]', XSRF);
    expect(refused.json.message).toContain(`more than ${HTTP_LIMITS.bodiesBytesPerAddress} bytes`);
    const other = await call(port, 'POST', '/api/echo', '[]', XSRF, '127.0.0.2');
    expect(other.status).toBe(200);
    slow.forEach((socket) => socket.destroy());
    await waitForCondition(
      async () => (await send('POST', '/api/echo', '[]', XSRF)).status === 200
    );
  });
});

describe('request heads', () => {
  it.each([
    ['a long path', `/api/${'x/'.repeat(4_100)}`, {}, 414, 'path is longer than 8192 bytes'],
    ['a long part', `/api/${'x'.repeat(5_000)}`, {}, 401, undefined],
    ['a long query', `/api/echo?q=${'x'.repeat(12_300)}`, {}, 414, 'longer than 12288 bytes'],
    [
      'many headers',
      '/api/echo',
      Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`x-${i}`, '1'])),
      431,
      'more than 100 headers',
    ],
    ['many cookies', '/api/echo', { cookie: 'a=1;'.repeat(201) }, 431, 'more than 200 cookies'],
    ['a long head', '/raw/x', { 'x-long': 'x'.repeat(17_000) }, 431, 'Too Large'],
  ])('are rejected with %s', async (_what, path, headers, status, message) => {
    const { get } = await startHttp(withRoutes);
    const response = await get(path, headers as Record<string, string>);
    expect(response.status).toBe(status);
    if (message !== undefined) expect(response.text).toContain(message);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  it('are rejected with a path segment that is too long for its parameter', async () => {
    const { get } = await startHttp((http) => {
      http
        .createRouter()
        .get({ path: '/api/x/{id}', validate: false, options: { access: 'public' } }, (_q, r) =>
          r.ok()
        );
    });
    const response = await get(`/api/x/${'x'.repeat(4_097)}`);
    expect([response.status, response.json.message]).toEqual([
      414,
      'A part of the path is longer than 4096 bytes.',
    ]);
  });
});

describe('request URLs', () => {
  const withPages = (http: InternalHttpServiceSetup) => {
    http.registerAuth(() => loggedIn());
    const router = http.createRouter();
    for (const path of ['/app/{id}/{any*}', '/api/{id}'])
      router.get({ path, validate: false, options: { access: 'user' } }, (request, response) =>
        response.ok({ body: { path: request.url.pathname, route: request.route.path } })
      );
    http.registerEntryPoint({
      prefix: '/raw',
      handler: async ({ path }) => ({ statusCode: 200, body: { path } }),
    });
  };

  it.each([
    ['/app/..\\x', 400],
    ['/app/../api/x', 400],
    ['/app/%2e%2e/api/x', 400],
    ['/app/.%2E', 400],
    ['/app/./x', 400],
    ['\\app/x', 400],
    ['/raw/..', 400],
    ['/app/x#y?z', 400],
    ['http://evil.example/app/x', 400],
    ['*', 400],
    ['/app/ä', 400],
    ['//app/x', 404],
    ['/app%2Fx', 404],
    ['/app/a..b/...', { path: '/app/a..b/...', route: '/app/{id}/{any*}' }],
    ['/%61pp/home?a=%2e%2e/', { path: '/app/home', route: '/app/{id}/{any*}' }],
    ['/api/%7Ea%2Fb%5cc%E4%BA%AC', { path: '/api/~a%2Fb%5cc%E4%BA%AC', route: '/api/{id}' }],
    ['/r%61w/%61%2f', { path: '/raw/a%2f' }],
  ])('are normalized or rejected: %s', async (path, expected) => {
    const { service } = await startHttp(withPages);
    const response = await rawGet(Number(new URL(service.url).port), path);
    if (typeof expected === 'number') expect(response.status).toBe(expected);
    else expect(JSON.parse(response.body)).toEqual(expected);
  });

  it('stay the same when they are normalized again (property)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('/', '.', '%2e', '%2F', '%61', '%', 'a', '\\', '?', '#', '%25')),
        (parts) => {
          const target = normalTarget(`/${parts.join('')}`);
          if (target === undefined) return;
          expect(new URL(`http://h${target}`).pathname).toBe(target.split('?', 1)[0]);
        }
      )
    );
  });
});

describe('response limits', () => {
  const large = {
    items: Array.from({ length: 40_000 }, (_, id) => ({
      id,
      title: `title "${id}" ä`,
      when: new Date(0),
      nothing: undefined,
      list: [undefined, null, true],
    })),
    empty: {},
    none: [],
    text: 'ä'.repeat(200_000),
  };
  const withResponses = (http: InternalHttpServiceSetup) => {
    const router = http.createRouter();
    const options = { access: 'public' } as const;
    router.get({ path: '/api/large', validate: false, options }, (_request, response) =>
      response.ok({ body: large })
    );
    router.get({ path: '/api/long', validate: false, options }, (_request, response) =>
      response.ok({ body: [Array<number>(7_000_000).fill(1)] })
    );
    router.get({ path: '/api/vast', validate: false, options }, (_request, response) =>
      response.ok({ body: Array<string>(5_000).fill('x'.repeat(900_000)) })
    );
    withRoutes(http);
  };

  it('let large responses arrive completely', async () => {
    const { get } = await startHttp(withResponses);
    const response = await get('/api/large');
    expect(response.text).toBe(JSON.stringify(large));
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('split large responses into time slices that let other work run in between', async () => {
    let turns = 0;
    const takeTurn = () => {
      turns++;
      timer = setImmediate(takeTurn);
    };
    let timer = setImmediate(takeTurn);
    const recorded: number[] = [];
    for await (const slice of jsonResponse({ ...large, text: '' }, Infinity) as Readable) {
      expect((slice as Buffer).length).toBeLessThan(2 * HTTP_LIMITS.responseSliceBytes);
      recorded.push(turns);
    }
    clearImmediate(timer);
    expect(recorded.length).toBeGreaterThan(5);
    expect(new Set(recorded).size).toBe(recorded.length);
  });

  it('measure long lists in steps that let other work run in between', async () => {
    const { get } = await startHttp(withResponses);
    let turns = 0;
    const takeTurn = () => {
      turns++;
      timer = setImmediate(takeTurn);
    };
    let timer = setImmediate(takeTurn);
    const { status } = await get('/api/long');
    clearImmediate(timer);
    // Beyond the limit, so nothing is serialized.
    expect(status).toBe(413);
    expect(turns).toBeGreaterThan(100);
  });

  it('reject responses above the limit, however large', async () => {
    const { get, send } = await startHttp(withResponses);
    const vast = await get('/api/vast');
    expect([vast.status, vast.json.message]).toEqual([
      413,
      'The response would be larger than 33554432 bytes. Request less.',
    ]);
    const statusFor = async (length: number) =>
      (await send('POST', '/api/small', `{"length":${length}}`, XSRF)).status;
    expect([await statusFor(900), await statusFor(1_100)]).toEqual([200, 413]);
  });

  it('estimate the serialized size (property)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const bytes = Buffer.byteLength(JSON.stringify(value));
        expect(jsonBytes(value, Infinity)).toBeLessThanOrEqual(10 * bytes + 20);
        expect(jsonBytes(value, Infinity)).toBeGreaterThan(bytes / 40 - 1);
      })
    );
    const numbers = new Array<number | null>(1_000).fill(123_456).concat(null);
    expect(jsonBytes(numbers, 4_000)).toBeGreaterThan(4_000);
  });
});

describe('the table of limits', () => {
  it('lists the effective limits of all routes and entry points', async () => {
    const { send, service } = await startHttp(withRoutes, { 'server.maxPayload': '5000' });
    const json = { depth: 64, values: 100_000, items: 10_000 };
    const responseBytes = 33_554_432;
    const common = { method: 'POST', access: 'public', json, responseBytes };
    expect(service.budgets()).toEqual([
      { ...common, path: '/api/echo', bodyBytes: 5_000 },
      {
        ...common,
        path: '/api/small',
        bodyBytes: 40,
        json: { depth: 2, values: 5, items: 3 },
        responseBytes: 1_000,
        requestsPerMinute: 1_000,
      },
      { ...common, path: '/api/unread', bodyBytes: 4_096 },
      {
        method: '*',
        path: '/raw/*',
        access: 'entry_point',
        bodyBytes: 100_000,
        json,
        responseBytes,
      },
    ]);
    const tooLong = `"${'x'.repeat(5_000)}"`;
    expect((await send('POST', '/api/echo', tooLong, { ...XSRF, ...JSON_TYPE })).status).toBe(413);
  });
});

/** Sends a request whose target is not normalized. */
function rawGet(port: number, target: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    );
    socket.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    socket.on('error', reject).on('end', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), body });
    });
  });
}
