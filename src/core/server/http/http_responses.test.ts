import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { BehaviorSubject } from 'rxjs';
import fc from 'fast-check';
import { rawRequest, startHttp, stopHttp } from './mocks';
import type { SetCookie } from './types';

afterEach(stopHttp);

describe('HTTP responses', () => {
  // @spec 20.4/1
  // @asvs V8.1/1, V14.4/1
  it('carry the security headers, the server name and the configured headers, errors included', async () => {
    const { get, service } = await startHttp(
      (http) => {
        const router = http.createRouter();
        router.get({ path: '/api/x', validate: false, options: { access: 'public' } }, (_q, r) =>
          r.ok({ body: { a: 1 } })
        );
        router.get({ path: '/api/fail', validate: false, options: { access: 'public' } }, () => {
          throw new Error('secret detail');
        });
        router.get(
          { path: '/api/cached', validate: false, options: { access: 'public' } },
          (_q, r) => r.ok({ headers: { 'cache-control': 'max-age=1' } })
        );
      },
      { 'server.customResponseHeaders': '{"X-Custom":{"a":1},"referrer-policy":"no-referrer"}' }
    );
    const raw = await rawRequest(Number(new URL(service.url).port), 'NOT HTTP\r\n\r\n');
    const responses = await Promise.all(
      ['/api/x', '/api/fail', '/nothing', '/api/%E0%A4%A'].map((path) => get(path))
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 500, 401, 400]);
    for (const { headers } of responses) {
      expect(headers).toMatchObject({
        'kbn-name': 'test-server',
        'x-custom': '{"a":1}',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'private, no-cache, no-store, must-revalidate',
      });
      expect(headers['strict-transport-security']).toBeUndefined();
    }
    expect(raw).toContain('HTTP/1.1 400 Bad Request');
    expect(raw).toContain('x-custom: {"a":1}');
    expect((await get('/api/cached')).headers['cache-control']).toBe('max-age=1');
  });

  it.each([
    ['a text', 'a', 'text/plain; charset=utf-8', 'a'],
    ['bytes', Buffer.from('b'), 'application/octet-stream', 'b'],
    ['a stream', Readable.from(['c']), undefined, 'c'],
    ['data', { d: [null, 'x', 0] }, 'application/json; charset=utf-8', '{"d":[null,"x",0]}'],
    ['nothing', undefined, undefined, ''],
  ])('send %s with the matching content type', async (_kind, body, type, sent) => {
    const { get } = await startHttp((http) => {
      http
        .createRouter()
        .get({ path: '/api/x', validate: false, options: { access: 'public' } }, (_q, r) =>
          r.ok({ body })
        );
    });
    const { headers, text } = await get('/api/x');
    expect([headers['content-type'], text]).toEqual([type, sent]);
  });

  it('switch browser features off in pages only, where it matters', async () => {
    const { get } = await startHttp((http) => {
      const router = http.createRouter();
      const options = { access: 'public' } as const;
      router.get({ path: '/api/x', validate: false, options }, (_q, r) => r.ok({ body: {} }));
      router.get({ path: '/api/page', validate: false, options }, (_q, r) =>
        r.ok({ body: '<p>', headers: { 'content-type': 'text/html; charset=utf-8' } })
      );
    });
    const policies = await Promise.all(
      ['/api/page', '/api/x'].map(async (path) => (await get(path)).headers['permissions-policy'])
    );
    expect(policies).toEqual([expect.stringContaining('camera=()'), undefined]);
  });

  // @asvs V7.4/1, V14.3/1
  it('hide the details of internal errors and log them', async () => {
    const { get, log } = await startHttp((http) => {
      http
        .createRouter()
        .get({ path: '/api/fail', validate: false, options: { access: 'public' } }, async () => {
          throw new Error('detail');
        });
    });
    const { json } = await get('/api/fail?token=abc');
    expect(json).toEqual({
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'An internal server error occurred.',
      attributes: { code: 'core.http.internal' },
      requestId: expect.any(String),
    });
    expect(log.error).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'detail' }),
      expect.objectContaining({ path: '/api/fail' })
    );
  });

  it('pass on service errors with a status below 500', async () => {
    const { get } = await startHttp((http) => {
      http
        .createRouter()
        .get({ path: '/api/gone', validate: false, options: { access: 'public' } }, () => {
          throw Object.assign(new Error('Saved object [a/b] not found'), { statusCode: 404 });
        });
    });
    expect((await get('/api/gone')).json).toEqual({
      statusCode: 404,
      error: 'Not Found',
      message: 'Saved object [a/b] not found',
      attributes: { code: 'core.status.other', params: { reason: 'Saved object [a/b] not found' } },
      requestId: expect.any(String),
    });
  });

  it('are limited per route and address', async () => {
    const { get } = await startHttp((http) => {
      http.createRouter().get(
        {
          path: '/api/slow',
          validate: false,
          options: { access: 'public', rateLimitPerMinute: 2 },
        },
        (_q, r) => r.ok()
      );
    });
    expect([(await get('/api/slow')).status, (await get('/api/slow')).status]).toEqual([200, 200]);
    const refused = await get('/api/slow');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('include headers added by pre-response handlers', async () => {
    const { get } = await startHttp((http) => {
      http.registerOnPreResponse((request, statusCode) => ({
        headers: { 'x-seen': `${request.route.path} ${statusCode}` },
      }));
      http
        .createRouter()
        .get({ path: '/api/{x}', validate: false, options: { access: 'public' } }, (_q, r) =>
          r.conflict()
        );
    });
    expect((await get('/api/1')).headers['x-seen']).toBe('/api/{x} 409');
  });

  it('abort the signal when the client disconnects', async () => {
    const aborted$ = new BehaviorSubject(false);
    let reach!: () => void;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const { service } = await startHttp((http) => {
      http.createRouter().get(
        { path: '/api/wait', validate: false, options: { access: 'public' } },
        (request, response) =>
          new Promise((resolve) => {
            request.signal.addEventListener('abort', () => {
              aborted$.next(true);
              resolve(response.ok());
            });
            reach();
          })
      );
    });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write('GET /api/wait HTTP/1.1\r\nhost: x\r\n\r\n');
    await reached;
    socket.destroy();
    await new Promise<void>((resolve) => aborted$.subscribe((isAborted) => isAborted && resolve()));
    expect(aborted$.value).toBe(true);
  });
});

describe('cookies', () => {
  afterEach(stopHttp);
  /** A server that sets the cookies a header requests, and returns the cookies it received. */
  const startJar = (settings?: Record<string, string>) =>
    startHttp((http) => {
      http
        .createRouter()
        .get({ path: '/api/jar', validate: false, options: { access: 'public' } }, (request, r) => {
          const requested = request.headers['x-set'];
          return r.ok({
            body: request.cookies,
            cookies: requested === undefined ? [] : JSON.parse(decodeURIComponent(requested)),
          });
        });
    }, settings);
  const asking = (...cookies: SetCookie[]) => ({
    'x-set': encodeURIComponent(JSON.stringify(cookies)),
  });
  // @asvs V3.4/1
  it('are HttpOnly, with the base path and the attributes that the route sets', async () => {
    const { get } = await startJar({ 'server.basePath': '/x' });
    const response = await get(
      '/api/jar',
      asking(
        { name: 'plain', value: 'b' },
        { name: 'full', value: 'b', secure: true, domain: 'example.org', maxAgeSeconds: 1.9 },
        { name: 'strict', value: 'b', sameSite: 'Strict' },
        { name: 'none', value: 'b', sameSite: 'None' },
        { name: 'gone', value: undefined }
      )
    );
    expect(response.headers['set-cookie']).toEqual([
      'plain=b; Path=/x; HttpOnly',
      'full=b; Max-Age=1; Domain=example.org; Path=/x; HttpOnly; Secure',
      'strict=b; Path=/x; HttpOnly; SameSite=Strict',
      'none=b; Path=/x; HttpOnly; Secure; SameSite=None',
      'gone=; Max-Age=0; Path=/x; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly',
    ]);
  });

  it.each([
    { name: 'a b', value: '' },
    { name: 'a;b', value: '' },
    { name: '', value: '' },
    { name: 'a\r\nx', value: '' },
    { name: 'a', value: '', domain: 'x; HttpOnly' },
  ])('cause an error if they would break the header: %j', async (cookie) => {
    const { get } = await startJar();
    const response = await get('/api/jar', asking(cookie));
    expect(response).toMatchObject({
      status: 500,
      json: { message: 'An internal server error occurred.' },
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect((await get('/api/jar')).status).toBe(200);
  });

  it('are returned unchanged, whatever they contain (property)', async () => {
    const { get } = await startJar();
    const values = fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), {
      minLength: 12,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(values, async (held) => {
        const all = held.map((value, i) => ({ name: `c${i}`, value }));
        const set = await get('/api/jar', asking(...all));
        const pairs = set.headers['set-cookie']!.map((line) => line.split('; ')[0]!);
        for (const pair of pairs) expect(pair).toMatch(/^[\x21-\x7e]*$/);
        const cookie = pairs.join('; ');
        expect(Object.values((await get('/api/jar', { cookie })).json)).toEqual(held);
      }),
      { numRuns: 8 }
    );
  });

  it('are parsed leniently, preferring the first of duplicate names', async () => {
    const { get } = await startJar();
    const { json } = await get('/api/jar', { cookie: 'a=1; a=2; b; c=%zz; __proto__=x' });
    expect(Object.entries(json)).toEqual([
      ['a', '1'],
      ['c', '%zz'],
      ['__proto__', 'x'],
    ]);
  });
});
