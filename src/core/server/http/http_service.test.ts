import { connect } from 'node:net';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Type } from '@sinclair/typebox';
import { BehaviorSubject } from 'rxjs';
import { loadConfig } from '../config';
import { coreMock } from '../mocks';
import { HttpService, type InternalHttpServiceSetup } from './http_service';
import type { AuthOutcome } from './types';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: any;
}

const running: HttpService[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
});

interface Started {
  readonly service: HttpService;
  readonly log: ReturnType<typeof coreMock.createLogger>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  send(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Answer>;
}

async function start(
  register: (http: InternalHttpServiceSetup) => void,
  settings: Record<string, string> = {}
): Promise<Started> {
  const { core } = await loadConfig({
    args: { configFile: undefined, settings: Object.entries({ 'server.port': '0', 'server.name': 'test-server', ...settings }) },
    env: {},
    root: '/nonexistent',
  });
  const log = coreMock.createLogger();
  const service = new HttpService({ config: core.server, productName: 'Kibana', version: '1.2.3', log });
  running.push(service);
  register(service.setup());
  await service.listen();
  await service.start();
  const { port } = new URL(service.url);
  const send: Started['send'] = (method, path, body, headers = {}) => call(Number(port), method, path, body, headers);
  return { service, log, send, get: (path, headers) => send('GET', path, undefined, headers) };
}

function call(port: number, method: string, path: string, body: string | undefined, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => {
        const isJson = (response.headers['content-type'] ?? '').includes('json') && text !== '';
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const XSRF = { ...JSON_TYPE, 'kbn-xsrf': 'true' };
const signedIn = (hasApiAccess = false): AuthOutcome => ({ type: 'authenticated', auth: coreMock.createAuth({ userName: 'anna', hasApiAccess }) });

describe('access', () => {
  const withRoutes = (outcome: AuthOutcome | undefined) => (http: InternalHttpServiceSetup) => {
    const router = http.createRouter();
    for (const access of ['public', 'optional', 'user', 'admin'] as const) {
      router.get({ path: `/api/${access}`, validate: false, options: { access } }, (request, response) =>
        response.ok({ body: { user: request.auth?.identity.userName ?? null } })
      );
    }
    if (outcome) http.registerAuth(() => outcome);
  };

  it.each([
    ['nobody, no auth handler', undefined, [200, 200, 401, 401]],
    ['an anonymous visitor', { type: 'anonymous' }, [200, 200, 401, 401]],
    ['a signed-in user', signedIn(), [200, 200, 200, 403]],
    ['a user with API access', signedIn(true), [200, 200, 200, 200]],
  ] as Array<[string, AuthOutcome | undefined, number[]]>)('lets %s in by the access each route declares', async (_who, outcome, expected) => {
    const { get } = await start(withRoutes(outcome));
    const statuses = await Promise.all(['public', 'optional', 'user', 'admin'].map(async (access) => (await get(`/api/${access}`)).status));
    expect(statuses).toEqual(expected);
  });

  it('never asks who it is on public routes, and tells optional ones', async () => {
    const { get } = await start(withRoutes(signedIn()));
    expect((await get('/api/public')).json).toEqual({ user: null });
    expect((await get('/api/optional')).json).toEqual({ user: 'anna' });
  });

  it('refuses routes that do not say who may call them', async () => {
    await start((http) => {
      expect(() => http.createRouter().get({ path: '/api/x', validate: false, options: {} as never }, () => undefined as never)).toThrow(
        "The [get] at [/api/x] does not say who may call it: set 'options.access'"
      );
      expect(() => http.createRouter().get({ path: '/api/x', options: { access: 'user' } } as never, () => undefined as never)).toThrow(
        "The [get] at [/api/x] does not have a 'validate' specified. Use 'false' as the value if you want to bypass validation."
      );
    });
  });

  it('takes one auth handler, and none after setup', async () => {
    let http!: InternalHttpServiceSetup;
    await start((setup) => {
      http = setup;
      http.registerAuth(() => signedIn());
      expect(() => http.registerAuth(() => signedIn())).toThrow('Auth interceptor was already registered');
    });
    expect(() => http.createRouter().get({ path: '/late', validate: false, options: { access: 'public' } }, (_q, r) => r.ok())).toThrow(
      'cannot be registered after setup'
    );
  });

  it('redirects people to the sign-in page and answers scripts with 401', async () => {
    const { get } = await start((http) => {
      http.registerAuth(() => ({ type: 'anonymous', redirectTo: '/app/login', challenge: 'Basic' }));
      const router = http.createRouter();
      router.get({ path: '/app/{id}', validate: false, options: { access: 'user' } }, (_q, r) => r.ok());
      router.get({ path: '/api/x', validate: false, options: { access: 'user' } }, (_q, r) => r.ok());
    });
    expect(await get('/app/home')).toMatchObject({ status: 302, headers: { location: '/app/login' } });
    expect(await get('/unknown', { accept: 'text/html' })).toMatchObject({ status: 302 });
    const api = await get('/api/x', { accept: 'text/html' });
    expect(api).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Basic' } });
    expect(api.json).toEqual({ statusCode: 401, error: 'Unauthorized', message: 'Authentication required' });
  });

  it('sets the cookies of the auth handler on every answer, refusals included; the route has the last word', async () => {
    const { get } = await start((http) => {
      http.registerAuth((request) => {
        const cookies = [{ name: 'sid', value: request.headers['x-anonymous'] ? undefined : 'renewed' }];
        return request.headers['x-anonymous'] ? { type: 'anonymous', cookies } : { ...signedIn(), cookies } as AuthOutcome;
      });
      const router = http.createRouter();
      router.get({ path: '/api/a', validate: false, options: { access: 'user' } }, (_q, r) => r.ok());
      router.get({ path: '/api/b', validate: false, options: { access: 'user' } }, (_q, r) => r.ok({ cookies: [{ name: 'sid', value: 'mine', sameSite: 'Lax', maxAgeSeconds: 9 }] }));
    });
    expect((await get('/api/a')).headers['set-cookie']).toEqual(['sid=renewed; Path=/; HttpOnly']);
    expect((await get('/api/b')).headers['set-cookie']).toEqual(['sid=mine; Path=/; HttpOnly; Max-Age=9; SameSite=Lax']);
    const gone = await get('/api/a', { 'x-anonymous': '1' });
    expect(gone.status).toBe(401);
    expect(gone.headers['set-cookie']?.[0]).toContain('sid=; Path=/; HttpOnly; Max-Age=0');
  });
});

describe('XSRF and version', () => {
  const withPost = (http: InternalHttpServiceSetup) => {
    const router = http.createRouter();
    router.post({ path: '/api/x', validate: false, options: { access: 'public' } }, (_q, r) => r.ok());
    router.post({ path: '/api/free', validate: false, options: { access: 'public', xsrfRequired: false } }, (_q, r) => r.ok());
    router.get({ path: '/api/x', validate: false, options: { access: 'public' } }, (_q, r) => r.ok());
  };

  it.each([
    [{}, 400], [{ 'kbn-xsrf': '' }, 200], [{ 'osd-xsrf': 'x' }, 200], [{ 'kbn-version': '1.2.3' }, 200], [{ 'osd-version': '1.2.3' }, 200],
  ])('answers a POST with %j by %d', async (headers, status) => {
    const { send } = await start(withPost);
    const answer = await send('POST', '/api/x', undefined, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.json.message).toBe('Request must contain a kbn-xsrf header.');
  });

  it('asks neither reading requests, nor routes that opt out, nor listed paths', async () => {
    const { send, get } = await start(withPost, { 'server.xsrf.allowlist': '/api/x' });
    expect((await get('/api/x')).status).toBe(200);
    expect((await send('POST', '/api/free')).status).toBe(200);
    expect((await send('POST', '/api/x')).status).toBe(200);
  });

  it('tells a browser with an old page to refresh', async () => {
    const { get } = await start(withPost);
    const answer = await get('/api/x', { 'kbn-version': '1.0.0' });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({
      statusCode: 400,
      error: 'Bad Request',
      message: 'Browser client is out of date, please refresh the page ("kbn-version" header was "1.0.0" but should be "1.2.3")',
      attributes: { expected: '1.2.3', got: '1.0.0' },
    });
  });
});

describe('validation', () => {
  const withEcho = (http: InternalHttpServiceSetup) => {
    const router = http.createRouter();
    const options = { access: 'public' } as const;
    router.post(
      {
        path: '/api/echo/{id}/{name?}',
        validate: {
          params: Type.Object({ id: Type.Integer(), name: Type.Optional(Type.String()) }),
          query: Type.Object({ size: Type.Integer({ default: 20, maximum: 100 }), type: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])) }),
          body: Type.Object({ attributes: Type.Object({}, { additionalProperties: true }), mode: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])) }),
        },
        options,
      },
      ({ params, query, body }, response) => response.ok({ body: { params, query, body } })
    );
    router.get({ path: '/api/find', validate: { query: Type.Object({ type: Type.Union([Type.String(), Type.Array(Type.String())]) }) }, options }, (_q, r) => r.ok());
    router.get({ path: '/api/rest/{path*}', validate: { params: Type.Object({ path: Type.String() }) }, options }, ({ params }, r) => r.ok({ body: params }));
    router.post({ path: '/api/text', validate: { body: Type.String() }, options: { ...options, body: { accepts: ['text/plain'], maxBytes: 10 } } }, ({ body }, r) => r.ok({ body: { body } }));
  };

  it('hands over parameters and query as their types, with defaults', async () => {
    const { send } = await start(withEcho);
    const { json } = await send('POST', '/api/echo/7/a%2Fb?type=x&type=y', '{"attributes":{"free":1}}', XSRF);
    expect(json).toEqual({ params: { id: 7, name: 'a/b' }, query: { size: 20, type: ['x', 'y'] }, body: { attributes: { free: 1 } } });
    expect((await send('POST', '/api/echo/7', '{"attributes":{}}', XSRF)).json.params).toEqual({ id: 7 });
  });

  it.each([
    ['/api/echo/7', '{}', '[request body.attributes]: expected value of type [object] but got [undefined]'],
    ['/api/echo/7', undefined, '[request body]: expected value of type [object] but got [undefined]'],
    ['/api/echo/7', '{"attributes":[]}', '[request body.attributes]: expected value of type [object] but got [Array]'],
    ['/api/echo/7', '{"attributes":{},"x":1}', '[request body.x]: definition for this key is missing'],
    ['/api/echo/7', '{"attributes":{},"mode":"c"}', '[request body.mode]: expected value to be one of [a, b]'],
    ['/api/echo/x', '{"attributes":{}}', '[request params.id]: expected value of type [integer] but got [string]'],
    ['/api/echo/7?size=101', '{"attributes":{}}', '[request query.size]: Value must be equal to or lower than [100].'],
    ['/api/echo/7?other=1', '{"attributes":{}}', '[request query.other]: definition for this key is missing'],
  ])('POST %s with %s: %s', async (path, body, message) => {
    const { send } = await start(withEcho);
    expect((await send('POST', path, body, XSRF)).json).toEqual({ statusCode: 400, error: 'Bad Request', message });
  });

  it('asks for a query value that may have several shapes', async () => {
    const { get } = await start(withEcho);
    expect((await get('/api/find')).json.message).toBe('[request query.type]: expected at least one defined value but got [undefined]');
  });

  it('matches the rest of a path, the empty one included', async () => {
    const { get } = await start(withEcho);
    expect((await get('/api/rest/a/b%20c')).json).toEqual({ path: 'a/b c' });
    expect((await get('/api/rest')).json).toEqual({ path: '' });
  });

  it.each(['{"attributes":{},"__proto__":{"admin":true}}', '{"attributes":{"constructor":{"prototype":{"admin":true}}}}', '{"attributes":', 'secret-password'])(
    'refuses %s without quoting it',
    async (body) => {
      const { send } = await start(withEcho);
      const answer = await send('POST', '/api/echo/7', body, XSRF);
      expect(answer.status).toBe(400);
      expect(answer.json.message).toBe('The request body is not valid JSON.');
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    }
  );

  it('limits bodies, and takes only the types a route wants', async () => {
    const { send } = await start(withEcho, { 'server.maxPayload': '50' });
    const long = JSON.stringify({ attributes: { text: 'x'.repeat(60) } });
    expect(await send('POST', '/api/echo/7', long, XSRF)).toMatchObject({ status: 413, json: { error: 'Payload Too Large' } });
    const plain = { 'kbn-xsrf': '1', 'content-type': 'text/plain' };
    expect((await send('POST', '/api/echo/7', 'x', plain)).status).toBe(415);
    expect((await send('POST', '/api/text', 'hello', plain)).json).toEqual({ body: 'hello' });
    expect((await send('POST', '/api/text', 'hello, all of you', plain)).status).toBe(413);
  });
});

describe('answers', () => {
  it('carry the security headers, the server name and the configured headers, errors included', async () => {
    const { get, service } = await start(
      (http) => {
        const router = http.createRouter();
        router.get({ path: '/api/x', validate: false, options: { access: 'public' } }, (_q, r) => r.ok({ body: { a: 1 } }));
        router.get({ path: '/api/fail', validate: false, options: { access: 'public' } }, () => { throw new Error('secret detail'); });
        router.get({ path: '/api/cached', validate: false, options: { access: 'public' } }, (_q, r) => r.ok({ headers: { 'cache-control': 'max-age=1' } }));
      },
      { 'server.customResponseHeaders': '{"X-Custom":{"a":1},"referrer-policy":"no-referrer"}' }
    );
    const raw = await rawRequest(Number(new URL(service.url).port), 'NOT HTTP\r\n\r\n');
    const answers = await Promise.all(['/api/x', '/api/fail', '/nothing', '/api/%E0%A4%A'].map((path) => get(path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 401, 400]);
    for (const { headers } of answers) {
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

  it('hide what went wrong inside and log it', async () => {
    const { get, log } = await start((http) => {
      http.createRouter().get({ path: '/api/fail', validate: false, options: { access: 'public' } }, async () => { throw new Error('detail'); });
    });
    const { json } = await get('/api/fail?token=abc');
    expect(json).toEqual({ statusCode: 500, error: 'Internal Server Error', message: 'An internal server error occurred.' });
    expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ message: 'detail' }), expect.objectContaining({ path: '/api/fail' }));
  });

  it('pass on errors of services that carry a status below 500', async () => {
    const { get } = await start((http) => {
      http.createRouter().get({ path: '/api/gone', validate: false, options: { access: 'public' } }, () => {
        throw Object.assign(new Error('Saved object [a/b] not found'), { statusCode: 404 });
      });
    });
    expect((await get('/api/gone')).json).toEqual({ statusCode: 404, error: 'Not Found', message: 'Saved object [a/b] not found' });
  });

  it('limits the requests of a route for each address', async () => {
    const { get } = await start((http) => {
      http.createRouter().get({ path: '/api/slow', validate: false, options: { access: 'public', rateLimitPerMinute: 2 } }, (_q, r) => r.ok());
    });
    expect([(await get('/api/slow')).status, (await get('/api/slow')).status]).toEqual([200, 200]);
    const refused = await get('/api/slow');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('let response handlers add headers', async () => {
    const { get } = await start((http) => {
      http.registerOnPreResponse((request, statusCode) => ({ headers: { 'x-seen': `${request.route.path} ${statusCode}` } }));
      http.createRouter().get({ path: '/api/{x}', validate: false, options: { access: 'public' } }, (_q, r) => r.conflict());
    });
    expect((await get('/api/1')).headers['x-seen']).toBe('/api/{x} 409');
  });

  it('abort the signal when the client goes away', async () => {
    const aborted$ = new BehaviorSubject(false);
    const { service } = await start((http) => {
      http.createRouter().get({ path: '/api/wait', validate: false, options: { access: 'public' } }, (request, response) =>
        new Promise((resolve) => request.signal.addEventListener('abort', () => { aborted$.next(true); resolve(response.ok()); }))
      );
    });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write('GET /api/wait HTTP/1.1\r\nhost: x\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await new Promise<void>((resolve) => aborted$.subscribe((isAborted) => isAborted && resolve()));
    expect(aborted$.value).toBe(true);
  });
});

describe('paths nobody knows', () => {
  const known = (http: InternalHttpServiceSetup) => http.registerAuth(() => signedIn());

  it.each([
    ['/nothing', 404, undefined], ['/a/b/?x=1', 301, '/a/b?x=1'], ['//evil.example/', 404, undefined], ['/\\evil.example/', 404, undefined],
  ])('answers %s by %d', async (path, status, location) => {
    const { get } = await start(known);
    const answer = await get(path);
    expect([answer.status, answer.headers.location]).toEqual([status, location]);
  });

  it('answers other methods by 404 whoever asks', async () => {
    const { send } = await start(() => undefined);
    expect((await send('POST', '/nothing', '{}', JSON_TYPE)).json).toEqual({ statusCode: 404, error: 'Not Found', message: 'Not Found' });
  });
});

describe('base path', () => {
  const withPage = (http: InternalHttpServiceSetup) => {
    http.registerAuth(() => signedIn());
    http.createRouter().get({ path: '/app/x', validate: false, options: { access: 'user' } }, (request, response) =>
      response.ok({ body: { basePath: request.basePath, path: request.url.pathname }, cookies: [{ name: 'a', value: 'b' }] })
    );
  };

  it('is taken off when this server rewrites, and nothing is found outside', async () => {
    const { get, service } = await start(withPage, { 'server.basePath': '/base', 'server.rewriteBasePath': 'true' });
    expect(service.url).toMatch(/\/base$/);
    const inside = await get('/base/app/x?a=1');
    expect(inside.json).toEqual({ basePath: '/base', path: '/app/x' });
    expect(inside.headers['set-cookie']).toEqual(['a=b; Path=/base; HttpOnly']);
    expect((await get('/app/x')).status).toBe(404);
    expect((await get('/base-but-not/app/x')).status).toBe(404);
    expect((await get('/base/app/x/')).headers.location).toBe('/base/app/x');
  });

  it('is left to the proxy otherwise', async () => {
    const { get } = await start(withPage, { 'server.basePath': '/base' });
    expect((await get('/app/x')).json.basePath).toBe('/base');
    expect((await get('/base/app/x')).status).toBe(404);
  });
});

describe('doors', () => {
  it('hand over the raw request, below their prefix, without XSRF check or schema', async () => {
    const { send, get } = await start((http) => {
      http.registerDoor({
        prefix: '/_plugins/_security',
        maxBytes: 20,
        handler: async ({ method, path, query, rawBody }) => ({ statusCode: 200, body: { method, path, query, rawBody } }),
      });
    });
    expect((await send('PUT', '/_plugins/_security/api/roles/a%2Fb?x=1', '{"broken"', JSON_TYPE)).json).toEqual({
      method: 'PUT', path: '/_plugins/_security/api/roles/a%2Fb', query: { x: '1' }, rawBody: '{"broken"',
    });
    expect((await send('PUT', '/_plugins/_security/x', 'x'.repeat(21), JSON_TYPE)).status).toBe(413);
    expect((await get('/_plugins/_securityx')).status).toBe(401);
  });
});

describe('readiness and drain', () => {
  it('answers 503 until it is started', async () => {
    const { core } = await loadConfig({ args: { configFile: undefined, settings: [['server.port', '0']] }, env: {}, root: '/nonexistent' });
    const service = new HttpService({ config: core.server, productName: 'Shield', version: '1', log: coreMock.createLogger() });
    running.push(service);
    service.setup();
    await service.listen();
    const answer = await call(Number(new URL(service.url).port), 'GET', '/', undefined, {});
    expect(answer).toMatchObject({ status: 503, text: 'Shield server is not ready yet', headers: { 'retry-after': '30' } });
  });

  it('finishes what is under way and closes its connection', async () => {
    let finish!: () => void;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const { get, service } = await start((http) => {
      http.createRouter().get({ path: '/api/slow', validate: false, options: { access: 'public' } }, async (_q, r) => {
        await gate;
        return r.ok({ body: { done: true } });
      });
    });
    const answer = get('/api/slow', { connection: 'keep-alive' });
    await new Promise((resolve) => setTimeout(resolve, 30));
    const stopped = service.stop();
    finish();
    expect(await answer).toMatchObject({ status: 200, json: { done: true }, headers: { connection: 'close' } });
    await stopped;
    await expect(get('/api/slow')).rejects.toThrow('ECONNREFUSED');
  });

  it('says in one line that the port is taken', async () => {
    const { service } = await start(() => undefined);
    const { port } = new URL(service.url);
    await expect(start(() => undefined, { 'server.port': port })).rejects.toThrow(`Port ${port} is already in use on 127.0.0.1.`);
    running.pop();
  });
});

function rawRequest(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk) => (answer += chunk));
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}
