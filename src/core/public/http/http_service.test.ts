/** @jest-environment node */
import { setTranslations } from '../i18n/translator';
import { HttpFetchError } from './http_fetch_error';
import { HttpService } from './http_service';
import { ORIGIN, setUp, json } from './mocks';

describe('requests', () => {
  // @spec 7/1, 7/2, 7/3, 7/4, 10.1/3
  it('have defaults: GET, same-origin credentials, JSON, version and xsrf headers', async () => {
    const { http, sent } = setUp();
    await http.fetch('/my/path');
    expect(sent().url).toBe(`${ORIGIN}/myBase/my/path`);
    expect(sent().method).toBe('GET');
    expect(sent().credentials).toBe('same-origin');
    expect(Object.fromEntries(sent().headers)).toEqual({
      'content-type': 'application/json',
      'kbn-version': '7.10.0',
      'kbn-xsrf': 'true',
    });
  });

  it("send the page's language if the browser would send another one", async () => {
    const { http, sent } = setUp();
    setTranslations({ locale: 'de', messages: {} });
    await http.fetch('/p');
    expect(sent().headers.get('accept-language')).toBe('de');
    await http.fetch('http://elsewhere/p');
    expect(sent().headers.has('accept-language')).toBe(false);
    setTranslations({ locale: 'en-GB', messages: {} });
    await http.fetch('/p');
    expect(sent().headers.has('accept-language')).toBe(false);
    setTranslations();
  });

  // @spec 7/8, 10.1/4
  it('accept other headers, drop undefined ones, and mark system requests', async () => {
    const { http, sent } = setUp();
    await http.fetch('/p', {
      headers: { myHeader: 'foo', 'content-type': undefined },
      asSystemRequest: true,
    });
    expect(sent().headers.get('myheader')).toBe('foo');
    expect(sent().headers.has('content-type')).toBe(false);
    expect(sent().headers.get('kbn-system-request')).toBe('true');
    await http.fetch('/p', { asSystemRequest: false, headers: { 'Content-Type': 'text/csv' } });
    expect(sent().headers.has('kbn-system-request')).toBe(false);
    expect(sent().headers.get('content-type')).toBe('text/csv');
  });

  // @spec 10.1/6
  it("send the product's own headers only inside the base path", async () => {
    const { http, sent } = setUp();
    for (const [path, isOurs] of [
      ['/outside', false],
      ['https://other.site/myBase/x', false],
      ['/myBase/inside', true],
      [`${ORIGIN}/myBase/inside`, true],
      ['relative', true],
    ] as const) {
      await http.fetch(path, { prependBasePath: false });
      expect([path, sent().headers.has('kbn-version'), sent().headers.has('kbn-xsrf')]).toEqual([
        path,
        isOurs,
        isOurs,
      ]);
    }
  });

  // @spec 7/7, 10.1/5
  it('append the query: undefined skipped, arrays repeated, values encoded', async () => {
    const { http, sent } = setUp();
    await http.fetch('/p', { query: { foo: 'b r', n: 1, t: true, u: undefined, a: ['x', 'y&z'] } });
    expect(sent().url).toBe(`${ORIGIN}/myBase/p?foo=b%20r&n=1&t=true&a=x&a=y%26z`);
    await http.fetch('/p?has=one', { query: { and: 'two' } });
    expect(sent().url).toBe(`${ORIGIN}/myBase/p?has=one&and=two`);
  });

  // @spec 7/6
  it('omit the base path on request', async () => {
    const { http, sent } = setUp();
    await http.fetch('/my/path', { prependBasePath: false });
    expect(sent().url).toBe(`${ORIGIN}/my/path`);
  });

  // @spec 10.1/1
  it.each(['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const)(
    'use the method %s, which overrides the one in the options',
    async (name) => {
      const { http, sent } = setUp();
      await http[name]('/p', { method: 'POST' });
      expect(sent().method).toBe(name.toUpperCase());
      await http[name]({ path: '/q' });
      expect(sent().url).toBe(`${ORIGIN}/myBase/q`);
    }
  );

  // @spec 5/28, 8/47, 10.1/12
  it.each([
    [['/p', 'x'], '(string, string)'],
    [[{ path: '/p' }, {}], '(object, object)'],
    [[undefined], '(undefined, undefined)'],
    [[1], '(number, undefined)'],
  ])('reject arguments %j', async (args, received) => {
    const { http, fetch } = setUp();
    const call = http.fetch as unknown as (...values: unknown[]) => Promise<unknown>;
    await expect(call(...args)).rejects.toThrow(
      `Invalid fetch arguments, must either be (string, object) or (object, undefined), received ${received}`
    );
    expect(fetch).not.toHaveBeenCalled();
  });

  // @spec 5/29, 8/48, 10.1/13
  it("reject reserved headers in both dialects, including the product's own", async () => {
    const { http } = setUp();
    await expect(
      http.fetch('/p', { headers: { 'kbn-version': '1', 'KBN-Other': '2', fine: '3' } })
    ).rejects.toThrow(
      'Invalid fetch headers, headers beginning with "kbn-" are not allowed: [kbn-version,KBN-Other]'
    );
    await expect(http.get('/p', { headers: { 'osd-xsrf': '1' } })).rejects.toThrow(
      'Invalid fetch headers, headers beginning with "osd-" are not allowed: [osd-xsrf]'
    );
  });
});

describe('responses', () => {
  // @spec 7/9, 7/10, 7/11, 10.1/8
  it('are parsed by content type', async () => {
    const { http, fetch } = setUp();
    const response = (body: BodyInit | null, type: string) =>
      fetch.mockResolvedValueOnce(new Response(body, { headers: { 'Content-Type': type } }));
    response('{"foo":1}', 'application/json');
    expect(await http.get('/p')).toEqual({ foo: 1 });
    response('{"foo":1}', 'text/plain');
    expect(await http.get('/p')).toEqual({ foo: 1 });
    response('plain text', 'text/plain');
    expect(await http.get('/p')).toBe('plain text');
    response('{"a":1}\n{"b":2}', 'application/ndjson');
    expect(await (await http.get<Blob>('/p')).text()).toBe('{"a":1}\n{"b":2}');
    response(null, 'application/json');
    expect(await http.head('/p')).toBeUndefined();
  });

  // @spec 10.1/7
  it('are returned completely on request', async () => {
    const { http, fetch } = setUp();
    const response = json({ foo: 'bar' });
    fetch.mockResolvedValueOnce(response);
    const whole = await http.get('/p', { asResponse: true });
    expect(whole).toMatchObject({ body: { foo: 'bar' }, fetchOptions: { path: '/p' } });
    expect(whole.response).toBe(response);
    expect(whole.request.url).toBe(`${ORIGIN}/myBase/p`);
  });

  // @spec 8/52, 10.1/11
  it('become errors outside 2xx, with status text, parsed body and legacy aliases', async () => {
    const { http, fetch } = setUp();
    const response = json({ message: 'gone' }, { status: 404, statusText: 'Not Found' });
    fetch.mockResolvedValueOnce(response);
    const error = (await http.get('/p').catch((e: unknown) => e)) as HttpFetchError;
    expect(error).toBeInstanceOf(HttpFetchError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ message: 'Not Found', name: 'Error', body: { message: 'gone' } });
    expect([error.response, error.res, error.req]).toEqual([response, response, error.request]);
  });

  // @spec 8/51, 10.1/9
  it('become errors with message and name of the network error if they never arrive', async () => {
    const { http, fetch } = setUp();
    fetch.mockRejectedValueOnce(new DOMException('The user aborted a request.', 'AbortError'));
    await expect(http.get('/p')).rejects.toMatchObject({
      name: 'AbortError',
      message: 'The user aborted a request.',
      response: undefined,
    });
  });

  // @spec 10.1/10
  it('become errors with the response if they cannot be parsed', async () => {
    const { http, fetch } = setUp();
    fetch.mockResolvedValueOnce(
      new Response('{"foo', { headers: { 'Content-Type': 'application/json' } })
    );
    const error = (await http.get('/p').catch((e: unknown) => e)) as HttpFetchError;
    expect(error).toBeInstanceOf(HttpFetchError);
    expect(error.name).toBe('SyntaxError');
    expect(error.response?.status).toBe(200);
  });
});

// @spec 8/49
it('throws if start runs before setup', () => {
  expect(() => new HttpService().start()).toThrow('HttpService#setup() must be called first!');
});
