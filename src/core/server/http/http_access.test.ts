import type { InternalHttpServiceSetup } from './http_service';
import { loggedIn, startHttp, stopHttp } from './mocks';
import { BACKEND_ERRORS, CodedError } from '../../../contracts/errors';
import type { AuthOutcome, ResponseFactory, RouteConfig, RouteRequest } from './types';

type RouteOptions = RouteConfig['options'];

afterEach(stopHttp);

describe('access', () => {
  const withRoutes = (outcome: AuthOutcome | undefined) => (http: InternalHttpServiceSetup) => {
    const router = http.createRouter();
    for (const access of ['public', 'optional', 'user', 'admin'] as const) {
      router.get(
        { path: `/api/${access}`, validate: false, options: { access } },
        (request, response) =>
          response.ok({ body: { user: request.auth?.identity.userName ?? null } })
      );
    }
    if (outcome) http.registerAuth(() => outcome);
  };

  // @asvs V1.4/1
  it.each([
    ['nobody, no auth handler', undefined, [200, 200, 401, 401]],
    ['an anonymous visitor', { type: 'anonymous' }, [200, 200, 401, 401]],
    ['a logged-in user', loggedIn(), [200, 200, 200, 403]],
    ['a user with API access', loggedIn(true), [200, 200, 200, 200]],
  ] as Array<[string, AuthOutcome | undefined, number[]]>)(
    'admits %s according to the access of each route',
    async (_who, outcome, expected) => {
      const { get } = await startHttp(withRoutes(outcome));
      const statuses = await Promise.all(
        ['public', 'optional', 'user', 'admin'].map(
          async (access) => (await get(`/api/${access}`)).status
        )
      );
      expect(statuses).toEqual(expected);
    }
  );

  it('responds with 503 if the store is unavailable, unless the route then allows anonymous callers', async () => {
    const { get } = await startHttp((http) => {
      const router = http.createRouter();
      const ok = (_q: unknown, r: ResponseFactory) => r.ok({ body: {} });
      const add = (path: string, options: RouteOptions) =>
        router.get({ path, validate: false, options }, ok);
      add('/optional', { access: 'optional' });
      add('/status', { access: 'optional', anonymousWhenUnavailable: true });
      add('/user', { access: 'user', anonymousWhenUnavailable: true });
      http.setFailurePageRenderer(() => ({ statusCode: 503, body: 'a page' }));
      http.registerAuth(async () => {
        throw new CodedError(BACKEND_ERRORS.clusterAway);
      });
    });
    const statusOf = async (path: string) => (await get(path)).status;
    expect([await statusOf('/status'), await statusOf('/optional')]).toEqual([200, 503]);
    // Programs get JSON, browser users get a page.
    expect((await get('/user')).json).toMatchObject({
      attributes: { code: 'core.backend.cluster_away' },
    });
    expect((await get('/user', { accept: 'text/html' })).text).toBe('a page');
  });

  it('opens a route to everyone while openWhile returns true', async () => {
    let isOpen = false;
    const { get } = await startHttp((http) => {
      const options = {
        access: 'user',
        openWhile: () => isOpen,
        anonymousWhenUnavailable: true,
      } as const;
      const response = (q: RouteRequest, r: ResponseFactory) =>
        r.ok({ body: { isUser: q.auth !== undefined } });
      const router = http.createRouter();
      router.get({ path: '/api/gone', validate: false, options }, response);
      router.get({ path: '/api/silent', validate: false, options }, response);
      router.get({ path: '/api/user', validate: false, options }, response);
      router.get({ path: '/api/nobody', validate: false, options }, response);
      http.registerAuth(({ url: { pathname } }) => {
        if (pathname === '/api/gone') throw new CodedError(BACKEND_ERRORS.clusterAway);
        if (pathname === '/api/silent') return new Promise(() => undefined);
        return pathname === '/api/user' ? loggedIn() : { type: 'anonymous' };
      });
    });
    const paths = ['/api/nobody', '/api/gone', '/api/silent', '/api/user'];
    const ask = () => Promise.all(paths.map((path) => get(path)));
    expect((await ask()).map(({ status }) => status)).toEqual([401, 503, 503, 200]);
    isOpen = true;
    expect((await ask()).map(({ json }) => json)).toEqual([
      { isUser: false },
      { isUser: false },
      { isUser: false },
      { isUser: true },
    ]);
  });

  it('shows errors as a page to browser users, as JSON to scripts', async () => {
    const { get } = await startHttp((http) => {
      const router = http.createRouter();
      for (const path of ['/page', '/app/x', '/api/call'])
        router.get({ path, validate: false, options: { access: 'user' } }, (_q, r) => r.ok());
      http.registerAuth(async () => ({ type: 'anonymous' }));
      http.setFailurePageRenderer((_request, { statusCode }) => ({ statusCode, body: 'a page' }));
    });
    const users = { accept: 'text/html,*/*;q=0.8' };
    for (const path of ['/page', '/app/x'])
      expect(await get(path, users)).toMatchObject({ status: 401, text: 'a page' });
    const json = { message: 'Authentication required' };
    expect((await get('/page', { accept: '*/*' })).json).toMatchObject(json);
    expect((await get('/api/call', users)).json).toMatchObject(json);
  });

  it('skips authentication on public routes, and passes the user to optional ones', async () => {
    const { get } = await startHttp(withRoutes(loggedIn()));
    expect((await get('/api/public')).json).toEqual({ user: null });
    expect((await get('/api/optional')).json).toEqual({ user: 'anna' });
  });

  it.each([{}, undefined, { access: undefined }, { tags: ['x'] }])(
    'requires an authenticated user for a route without declared access: %j',
    async (options) => {
      const statusFor = async (outcome: AuthOutcome) => {
        const { get } = await startHttp((http) => {
          http.registerAuth(() => outcome);
          http
            .createRouter()
            .get({ path: '/api/x', validate: false, options }, (_q, r) => r.ok({ body: {} }));
        });
        return (await get('/api/x')).status;
      };
      expect(await statusFor({ type: 'anonymous' })).toBe(401);
      expect(await statusFor(loggedIn())).toBe(200);
    }
  );

  it('rejects routes with an unknown access, and routes without validation', async () => {
    await startHttp((http) => {
      expect(() =>
        http
          .createRouter()
          .get(
            { path: '/api/x', validate: false, options: { access: 'anybody' as never } },
            () => undefined as never
          )
      ).toThrow('The [get] at [/api/x] says "anybody" for who may call it');
      expect(() =>
        http
          .createRouter()
          .get({ path: '/api/x', options: { access: 'user' } } as never, () => undefined as never)
      ).toThrow(
        "The [get] at [/api/x] does not have a 'validate' specified. Use 'false' as the value if you want to bypass validation."
      );
    });
  });

  it('accepts one auth handler, and no routes after setup', async () => {
    let http!: InternalHttpServiceSetup;
    await startHttp((setup) => {
      http = setup;
      http.registerAuth(() => loggedIn());
      expect(() => http.registerAuth(() => loggedIn())).toThrow(
        'Auth interceptor was already registered'
      );
    });
    expect(() =>
      http
        .createRouter()
        .get({ path: '/late', validate: false, options: { access: 'public' } }, (_q, r) => r.ok())
    ).toThrow('cannot be registered after setup');
  });

  // @asvs V13.1/1
  it('redirects browser users to the login page and responds to scripts with 401', async () => {
    const { get } = await startHttp((http) => {
      http.registerAuth(() => ({
        type: 'anonymous',
        redirectTo: '/app/login',
        challenge: 'Basic',
      }));
      const router = http.createRouter();
      router.get({ path: '/app/{id}', validate: false, options: { access: 'user' } }, (_q, r) =>
        r.ok()
      );
      router.get({ path: '/api/x', validate: false, options: { access: 'user' } }, (_q, r) =>
        r.ok()
      );
    });
    expect(await get('/app/home')).toMatchObject({
      status: 302,
      headers: { location: '/app/login' },
    });
    expect(await get('/unknown', { accept: 'text/html' })).toMatchObject({ status: 302 });
    const api = await get('/api/x', { accept: 'text/html' });
    expect(api).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Basic' } });
    expect(api.json).toEqual({
      statusCode: 401,
      error: 'Unauthorized',
      message: 'Authentication required',
      attributes: { code: 'core.http.authentication_required' },
      requestId: expect.any(String),
    });
  });

  it('sets the cookies of the auth handler on every response, errors included, unless the route overrides them', async () => {
    const { get } = await startHttp((http) => {
      http.registerAuth((request) => {
        const cookies = [
          { name: 'sid', value: request.headers['x-anonymous'] ? undefined : 'renewed' },
        ];
        return request.headers['x-anonymous']
          ? { type: 'anonymous', cookies }
          : ({ ...loggedIn(), cookies } as AuthOutcome);
      });
      const router = http.createRouter();
      router.get({ path: '/api/a', validate: false, options: { access: 'user' } }, (_q, r) =>
        r.ok()
      );
      router.get({ path: '/api/b', validate: false, options: { access: 'user' } }, (_q, r) =>
        r.ok({ cookies: [{ name: 'sid', value: 'mine', sameSite: 'Lax', maxAgeSeconds: 9 }] })
      );
    });
    expect((await get('/api/a')).headers['set-cookie']).toEqual(['sid=renewed; Path=/; HttpOnly']);
    expect((await get('/api/b')).headers['set-cookie']).toEqual([
      'sid=mine; Max-Age=9; Path=/; HttpOnly; SameSite=Lax',
    ]);
    const response = await get('/api/a', { 'x-anonymous': '1' });
    expect(response.status).toBe(401);
    expect(response.headers['set-cookie']?.[0]).toMatch(/^sid=; Max-Age=0; Path=\/;.* HttpOnly$/);
  });
});

describe('XSRF and version checks', () => {
  const withPost = (http: InternalHttpServiceSetup) => {
    const router = http.createRouter();
    router.post({ path: '/api/x', validate: false, options: { access: 'public' } }, (_q, r) =>
      r.ok()
    );
    for (const path of ['/api/x/more', '/api/xy'])
      router.post({ path, validate: false, options: { access: 'public' } }, (_q, r) => r.ok());
    router.post(
      { path: '/api/free', validate: false, options: { access: 'public', xsrfRequired: false } },
      (_q, r) => r.ok()
    );
    router.get({ path: '/api/x', validate: false, options: { access: 'public' } }, (_q, r) =>
      r.ok()
    );
  };

  // @spec 20.4/2
  // @asvs V13.2/1
  it.each([
    [{}, 400],
    [{ 'kbn-xsrf': '' }, 200],
    [{ 'osd-xsrf': 'x' }, 200],
    [{ 'kbn-version': '1.2.3' }, 200],
    [{ 'osd-version': '1.2.3' }, 200],
  ])('respond to a POST with the headers %j with status %d', async (headers, status) => {
    const { send } = await startHttp(withPost);
    const response = await send('POST', '/api/x', undefined, headers as Record<string, string>);
    expect(response.status).toBe(status);
    if (status === 400)
      expect(response.json.message).toBe('Request must contain a kbn-xsrf header.');
  });

  // @spec 20.4/3
  it('skip read requests, routes that opt out, and listed paths', async () => {
    const { send, get } = await startHttp(withPost, { 'server.xsrf.allowlist': '/api/x' });
    expect((await get('/api/x')).status).toBe(200);
    expect((await send('POST', '/api/free')).status).toBe(200);
    expect((await send('POST', '/api/x')).status).toBe(200);
  });

  it('apply below a listed path, and to paths that only start with one', async () => {
    const { send } = await startHttp(withPost, { 'server.xsrf.allowlist': '/api/x' });
    const statuses = ['/api/x/more', '/api/xy', '/api/x/../xy'].map(
      async (path) => (await send('POST', path)).status
    );
    expect(await Promise.all(statuses)).toEqual([400, 400, 400]);
    expect((await send('POST', '/api/x/more', undefined, { 'kbn-xsrf': '1' })).status).toBe(200);
  });

  // @spec 7/5, 20.4/4
  it('tell a browser with an outdated page to refresh', async () => {
    const { get } = await startHttp(withPost);
    const response = await get('/api/x', { 'kbn-version': '1.0.0' });
    expect(response.status).toBe(400);
    expect(response.json).toEqual({
      statusCode: 400,
      error: 'Bad Request',
      message:
        'Browser client is out of date, please refresh the page ("kbn-version" header was "1.0.0" but should be "1.2.3")',
      requestId: expect.any(String),
      attributes: {
        code: 'core.http.outdated_client',
        params: { header: 'kbn-version', expected: '1.2.3', got: '1.0.0' },
        expected: '1.2.3',
        got: '1.0.0',
      },
    });
  });
});

describe('cross-site write requests', () => {
  const withEntryPoint = (http: InternalHttpServiceSetup) => {
    http.registerEntryPoint({
      prefix: '/raw',
      handler: async () => ({ statusCode: 200, body: 'in' }),
    });
    http
      .createRouter()
      .post(
        { path: '/api/free', validate: false, options: { access: 'public', xsrfRequired: false } },
        (_request, response) => response.ok()
      );
  };
  const sameSite = { host: 'here.example:5601', origin: 'http://here.example:5601' };

  it.each([
    ['a script', {}, 200],
    ['the own page', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a person', { 'sec-fetch-site': 'none' }, 200],
    ['the own page of an older browser', sameSite, 200],
    ['a foreign page', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of a neighbouring host', { 'sec-fetch-site': 'same-site' }, 403],
    ['a foreign page of an older browser', { ...sameSite, origin: 'http://evil.example' }, 403],
    ['a page of another port', { ...sameSite, origin: 'http://here.example:5602' }, 403],
    ['a sandboxed page', { ...sameSite, origin: 'null' }, 403],
    [
      'the own page behind a proxy that renames the host',
      { ...sameSite, host: 'x', 'kbn-xsrf': '1' },
      200,
    ],
  ])(
    'are checked at entry points and routes that need no XSRF header: %s',
    async (_who, headers, status) => {
      const { send } = await startHttp(withEntryPoint);
      const sent = headers as Record<string, string>;
      for (const path of ['/raw/x', '/api/free']) {
        const response = await send('POST', path, undefined, sent);
        expect(response.status).toBe(status);
        if (status === 403) expect(response.json.message).toContain('page on another site');
      }
      expect((await send('GET', '/raw/x', undefined, sent)).status).toBe(200);
    }
  );
});
