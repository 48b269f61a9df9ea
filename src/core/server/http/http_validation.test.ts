import { Type } from '@sinclair/typebox';
import type { InternalHttpServiceSetup } from './http_service';
import { startHttp, stopHttp, XSRF } from './mocks';

afterEach(stopHttp);

describe('request validation', () => {
  const withEcho = (http: InternalHttpServiceSetup) => {
    const router = http.createRouter();
    const options = { access: 'public' } as const;
    router.post(
      {
        path: '/api/echo/{id}/{name?}',
        validate: {
          params: Type.Object({ id: Type.Integer(), name: Type.Optional(Type.String()) }),
          query: Type.Object({
            size: Type.Integer({ default: 20, maximum: 100 }),
            type: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
          }),
          body: Type.Object({
            attributes: Type.Object({}, { additionalProperties: true }),
            mode: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
          }),
        },
        options,
      },
      ({ params, query, body }, response) => response.ok({ body: { params, query, body } })
    );
    router.get(
      {
        path: '/api/find',
        validate: {
          query: Type.Object({ type: Type.Union([Type.String(), Type.Array(Type.String())]) }),
        },
        options,
      },
      (_q, r) => r.ok()
    );
    router.get(
      {
        path: '/api/rest/{path*}',
        validate: { params: Type.Object({ path: Type.String() }) },
        options,
      },
      ({ params }, r) => r.ok({ body: params })
    );
    router.post(
      {
        path: '/api/text',
        validate: { body: Type.String() },
        options: { ...options, body: { accepts: ['text/plain'], maxBytes: 10 } },
      },
      ({ body }, r) => r.ok({ body: { body } })
    );
  };

  it('converts parameters and query to their types, with defaults', async () => {
    const { send } = await startHttp(withEcho);
    const { json } = await send(
      'POST',
      '/api/echo/7/a%2Fb?type=x&type=y',
      '{"attributes":{"free":1}}',
      XSRF
    );
    expect(json).toEqual({
      params: { id: 7, name: 'a/b' },
      query: { size: 20, type: ['x', 'y'] },
      body: { attributes: { free: 1 } },
    });
    expect((await send('POST', '/api/echo/7', '{"attributes":{}}', XSRF)).json.params).toEqual({
      id: 7,
    });
  });

  // @spec 20.4/5
  it.each([
    [
      '/api/echo/7',
      '{}',
      '[request body.attributes]: expected value of type [object] but got [undefined]',
    ],
    [
      '/api/echo/7',
      undefined,
      '[request body]: expected value of type [object] but got [undefined]',
    ],
    [
      '/api/echo/7',
      '{"attributes":[]}',
      '[request body.attributes]: expected value of type [object] but got [Array]',
    ],
    [
      '/api/echo/7',
      '{"attributes":{},"x":1}',
      '[request body.x]: definition for this key is missing',
    ],
    [
      '/api/echo/7',
      '{"attributes":{},"mode":"c"}',
      '[request body.mode]: expected value to be one of [a, b]',
    ],
    [
      '/api/echo/x',
      '{"attributes":{}}',
      '[request params.id]: expected value of type [integer] but got [string]',
    ],
    [
      '/api/echo/7?size=101',
      '{"attributes":{}}',
      '[request query.size]: Value must be equal to or lower than [100].',
    ],
    [
      '/api/echo/7?other=1',
      '{"attributes":{}}',
      '[request query.other]: definition for this key is missing',
    ],
  ])('rejects POST %s with %s: %s', async (path, body, message) => {
    const { send } = await startHttp(withEcho);
    expect((await send('POST', path, body, XSRF)).json).toEqual({
      statusCode: 400,
      error: 'Bad Request',
      message,
      requestId: expect.any(String),
      attributes: {
        code: expect.stringMatching(/^core\.validation\./),
        params: expect.objectContaining({ path: expect.stringContaining('request ') }),
      },
    });
  });

  it('requires a query value of a union type', async () => {
    const { get } = await startHttp(withEcho);
    expect((await get('/api/find')).json.message).toBe(
      '[request query.type]: expected at least one defined value but got [undefined]'
    );
  });

  // @spec 9/38
  it('parses the first 1000 parameters of a query', async () => {
    const { send } = await startHttp(withEcho);
    const typesOf = async (keysBefore: number): Promise<unknown> =>
      (await send('GET', `/api/find?type=x${'&type=x'.repeat(keysBefore - 1)}&other=1`)).json;
    expect(await typesOf(999)).toMatchObject({
      statusCode: 400,
      message: '[request query.other]: definition for this key is missing',
    });
    expect((await send('GET', `/api/find?type=x${'&type=x'.repeat(999)}&other=1`)).status).toBe(
      200
    );
  });

  it('passes the same truncated query to handlers', async () => {
    const { get } = await startHttp((http) =>
      http
        .createRouter()
        .get({ path: '/api/url', validate: {}, options: { access: 'public' } }, ({ url }, r) =>
          r.ok({ body: { keys: url.searchParams.size, last: url.searchParams.has('last') } })
        )
    );
    expect((await get(`/api/url?a=1${'&a=1'.repeat(998)}&last=1`)).json).toEqual({
      keys: 1000,
      last: true,
    });
    expect((await get(`/api/url?a=1${'&a=1'.repeat(999)}&last=1`)).json).toEqual({
      keys: 1000,
      last: false,
    });
  });

  it('matches the rest of a path, including an empty one', async () => {
    const { get } = await startHttp(withEcho);
    expect((await get('/api/rest/a/b%20c')).json).toEqual({ path: 'a/b c' });
    expect((await get('/api/rest')).json).toEqual({ path: '' });
  });

  it.each([
    '{"attributes":{},"__proto__":{"admin":true}}',
    '{"attributes":{"constructor":{"prototype":{"admin":true}}}}',
    '{"attributes":',
    'secret-password',
  ])('rejects %s without quoting it', async (body) => {
    const { send } = await startHttp(withEcho);
    const response = await send('POST', '/api/echo/7', body, XSRF);
    expect(response.status).toBe(400);
    expect(response.json.message).toBe('The request body is not valid JSON.');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('limits bodies, and accepts only the content types of the route', async () => {
    const { send } = await startHttp(withEcho, { 'server.maxPayload': '50' });
    const long = JSON.stringify({ attributes: { text: 'x'.repeat(60) } });
    expect(await send('POST', '/api/echo/7', long, XSRF)).toMatchObject({
      status: 413,
      json: { error: 'Payload Too Large' },
    });
    const plain = { 'kbn-xsrf': '1', 'content-type': 'text/plain' };
    expect((await send('POST', '/api/echo/7', 'x', plain)).status).toBe(415);
    expect((await send('POST', '/api/text', 'hello', plain)).json).toEqual({ body: 'hello' });
    expect((await send('POST', '/api/text', 'hello, all of you', plain)).status).toBe(413);
  });
});
