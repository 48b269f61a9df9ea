/** @jest-environment node */
import { BehaviorSubject, type Observable, of, Subject } from 'rxjs';
import { setTranslations } from '../i18n/translator';
import { fatalErrorsServiceMock, injectedMetadataServiceMock } from '../mocks';
import { BasePath } from './base_path';
import { HttpFetchError } from './http_fetch_error';
import { HttpService } from './http_service';
import type { HttpInterceptor } from './types';

const ORIGIN = 'https://kibana.local';

function setUp({
  basePath = '/myBase',
  serverBasePath = basePath,
  isAnonymousPage = false,
}: { basePath?: string; serverBasePath?: string; isAnonymousPage?: boolean } = {}) {
  const fetch = jest.fn<Promise<Response>, [Request]>(async () => json({ ok: true }));
  const fatalErrors = fatalErrorsServiceMock.createSetupContract();
  const service = new HttpService();
  const http = service.setup({
    injectedMetadata: injectedMetadataServiceMock.createSetupContract({
      basePath,
      serverBasePath,
      version: '7.10.0',
      isAnonymousPage,
    }),
    fatalErrors,
    fetch,
    getPageUrl: () => `${ORIGIN}${basePath}/app/page`,
    browserLanguage: 'en-US',
  });
  const sent = () => fetch.mock.lastCall![0];
  return { service, http, fetch, sent, fatalErrors };
}

const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });

const collect = <T>(source$: Observable<T>): T[] => {
  const values: T[] = [];
  source$.subscribe((value) => values.push(value));
  return values;
};

/** Whether a promise has settled, after everything pending has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(
    () => (settled = true),
    () => (settled = true)
  );
  await new Promise((resolve) => setTimeout(resolve, 5));
  return settled;
}

describe('requests', () => {
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

  it("name the page's language where the browser would name another", async () => {
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

  it('take other headers, drop undefined ones, and mark system requests', async () => {
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

  it('carry our own headers only inside the base path', async () => {
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

  it('add the query: undefined dropped, arrays repeated, values encoded', async () => {
    const { http, sent } = setUp();
    await http.fetch('/p', { query: { foo: 'b r', n: 1, t: true, u: undefined, a: ['x', 'y&z'] } });
    expect(sent().url).toBe(`${ORIGIN}/myBase/p?foo=b%20r&n=1&t=true&a=x&a=y%26z`);
    await http.fetch('/p?has=one', { query: { and: 'two' } });
    expect(sent().url).toBe(`${ORIGIN}/myBase/p?has=one&and=two`);
  });

  it('leave the base path out on request', async () => {
    const { http, sent } = setUp();
    await http.fetch('/my/path', { prependBasePath: false });
    expect(sent().url).toBe(`${ORIGIN}/my/path`);
  });

  it.each(['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const)(
    '%s wins over the method of the options',
    async (name) => {
      const { http, sent } = setUp();
      await http[name]('/p', { method: 'POST' });
      expect(sent().method).toBe(name.toUpperCase());
      await http[name]({ path: '/q' });
      expect(sent().url).toBe(`${ORIGIN}/myBase/q`);
    }
  );

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

  it('reject reserved headers, our own included, in both dialects', async () => {
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

describe('answers', () => {
  it('are parsed by content type', async () => {
    const { http, fetch } = setUp();
    const answer = (body: BodyInit | null, type: string) =>
      fetch.mockResolvedValueOnce(new Response(body, { headers: { 'Content-Type': type } }));
    answer('{"foo":1}', 'application/json');
    expect(await http.get('/p')).toEqual({ foo: 1 });
    answer('{"foo":1}', 'text/plain');
    expect(await http.get('/p')).toEqual({ foo: 1 });
    answer('plain text', 'text/plain');
    expect(await http.get('/p')).toBe('plain text');
    answer('{"a":1}\n{"b":2}', 'application/ndjson');
    expect(await (await http.get<Blob>('/p')).text()).toBe('{"a":1}\n{"b":2}');
    answer(null, 'application/json');
    expect(await http.head('/p')).toBeUndefined();
  });

  it('come whole on request', async () => {
    const { http, fetch } = setUp();
    const response = json({ foo: 'bar' });
    fetch.mockResolvedValueOnce(response);
    const whole = await http.get('/p', { asResponse: true });
    expect(whole).toMatchObject({ body: { foo: 'bar' }, fetchOptions: { path: '/p' } });
    expect(whole.response).toBe(response);
    expect(whole.request.url).toBe(`${ORIGIN}/myBase/p`);
  });

  it('outside 2xx become errors with status text, parsed body and legacy aliases', async () => {
    const { http, fetch } = setUp();
    const response = json({ message: 'gone' }, { status: 404, statusText: 'Not Found' });
    fetch.mockResolvedValueOnce(response);
    const error = (await http.get('/p').catch((e: unknown) => e)) as HttpFetchError;
    expect(error).toBeInstanceOf(HttpFetchError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ message: 'Not Found', name: 'Error', body: { message: 'gone' } });
    expect([error.response, error.res, error.req]).toEqual([response, response, error.request]);
  });

  it('that never come keep message and name of the network error', async () => {
    const { http, fetch } = setUp();
    fetch.mockRejectedValueOnce(new DOMException('The user aborted a request.', 'AbortError'));
    await expect(http.get('/p')).rejects.toMatchObject({
      name: 'AbortError',
      message: 'The user aborted a request.',
      response: undefined,
    });
  });

  it('that cannot be parsed become errors with the response', async () => {
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

describe('interceptors', () => {
  it('run last registered first on the way out, first registered first on the way back', async () => {
    const { http, fetch } = setUp();
    const order: string[] = [];
    for (const name of ['1', '2', '3']) {
      http.intercept({
        request: () => void order.push(`request ${name}`),
        response: () => void order.push(`response ${name}`),
      });
    }
    const remove = http.intercept({ request: () => void order.push('removed') });
    remove();
    fetch.mockImplementationOnce(async () => {
      order.push('fetch');
      return json({});
    });
    await http.get('/p');
    expect(order).toEqual([
      'request 3',
      'request 2',
      'request 1',
      'fetch',
      'response 1',
      'response 2',
      'response 3',
    ]);
  });

  it('change request and response by what they return', async () => {
    const { http, sent } = setUp();
    http.intercept({ request: (options) => ({ headers: { ...options.headers, added: '1' } }) });
    http.intercept({ request: async () => ({ path: '/changed' }) });
    http.intercept({ response: async ({ body }) => ({ body: { was: body } }) });
    expect(await http.get('/p')).toEqual({ was: { ok: true } });
    expect(sent().url).toBe(`${ORIGIN}/myBase/changed`);
    expect(sent().headers.get('added')).toBe('1');
  });

  it('are shared between setup and start', async () => {
    const { service, http } = setUp();
    const request = jest.fn();
    service.start().intercept({ request });
    await http.get('/p');
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('may recover a failed request hook; without recovery nothing is fetched', async () => {
    const { http, fetch, sent } = setUp();
    const seen: unknown[] = [];
    const remove = http.intercept({
      requestError: ({ fetchOptions }) => ({ ...fetchOptions, path: '/saved' }),
    });
    http.intercept({
      requestError: ({ error, fetchOptions }) => void seen.push(error.message, fetchOptions.path),
    });
    http.intercept({
      request: () => {
        throw new Error('hook broke');
      },
    });
    http.intercept({ request: () => ({ path: '/accumulated' }) });
    await http.get('/p');
    expect(seen).toEqual(['hook broke', '/accumulated']);
    expect(sent().url).toBe(`${ORIGIN}/myBase/saved`);
    remove();
    fetch.mockClear();
    await expect(http.get('/p')).rejects.toThrow('hook broke');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('may recover a failed response; later hooks go on from there', async () => {
    const { http, fetch } = setUp();
    const responseError = jest.fn<void, [unknown]>();
    const response = jest.fn();
    http.intercept({ responseError });
    http.intercept({ responseError: () => ({ body: 'recovered' }) });
    http.intercept({ response });
    fetch.mockResolvedValueOnce(json({ message: 'no' }, { status: 500, statusText: 'Broken' }));
    expect(await http.get('/p')).toBe('recovered');
    expect(responseError.mock.calls[0]![0]).toMatchObject({
      error: { message: 'Broken' },
      response: { status: 500 },
      body: { message: 'no' },
      fetchOptions: { path: '/p' },
      request: { url: `${ORIGIN}/myBase/p` },
    });
    expect(response).toHaveBeenCalledTimes(1);
  });

  it('know the request when a response hook threw or the fetch was aborted', async () => {
    const { http, fetch } = setUp();
    const requests: unknown[] = [];
    const bodies: unknown[] = [];
    const remove = http.intercept({
      response: () => {
        throw new Error('response hook broke');
      },
    });
    http.intercept({
      responseError: ({ request, body }) => {
        requests.push(request.url);
        bodies.push(body);
      },
    });
    await expect(http.get('/p')).rejects.toThrow('response hook broke');
    remove();
    fetch.mockRejectedValueOnce(new DOMException('stop', 'AbortError'));
    await expect(http.get('/q')).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests).toEqual([`${ORIGIN}/myBase/p`, `${ORIGIN}/myBase/q`]);
    expect(bodies).toEqual([{ ok: true }, undefined]);
  });

  it.each<[string, HttpInterceptor, boolean, number]>([
    ['request', { request: (_o, c) => c.halt() }, true, 0],
    ['response', { response: (_r, c) => c.halt() }, true, 1],
    ['responseError', { responseError: (_e, c) => c.halt() }, false, 1],
  ])(
    'halted in the %s phase: never settles, count goes down, no further hooks',
    async (_phase, interceptor, ok, fetches) => {
      const { http, fetch } = setUp();
      if (!ok) fetch.mockRejectedValue(new Error('network'));
      const counts = collect(http.getLoadingCount$());
      const later = jest.fn();
      const isRequest = interceptor.request !== undefined;
      if (isRequest) http.intercept({ request: later });
      http.intercept(interceptor);
      if (!isRequest) http.intercept({ response: later, responseError: later });
      expect(await isSettled(http.get('/p'))).toBe(false);
      expect(fetch).toHaveBeenCalledTimes(fetches);
      expect(later).not.toHaveBeenCalled();
      expect(counts).toEqual([0, 1, 0]);
    }
  );
});

describe('base path', () => {
  it('is prepended to paths only', () => {
    const basePath = new BasePath('/foo/bar');
    expect(basePath.get()).toBe('/foo/bar');
    for (const [url, expected] of [
      ['/a/b', '/foo/bar/a/b'],
      ['/a/b?x=y#c/d', '/foo/bar/a/b?x=y#c/d'],
      ['http://localhost/a', 'http://localhost/a'],
      ['//localhost/a', '//localhost/a'],
      ['a/b', 'a/b'],
      ['', ''],
    ] as const) {
      expect(basePath.prepend(url)).toBe(expected);
    }
    expect(new BasePath('').prepend('/a')).toBe('/a');
  });

  it('is removed by whole segments', () => {
    const basePath = new BasePath('/foo/bar');
    for (const [url, expected] of [
      ['/foo/bar', '/'],
      ['/foo/bar/a', '/a'],
      ['/foo/bar?x=y', '/?x=y'],
      ['/foo/barhop', '/foo/barhop'],
      ['/other', '/other'],
      ['http://localhost/foo/bar/a', 'http://localhost/foo/bar/a'],
    ] as const) {
      expect(basePath.remove(url)).toBe(expected);
    }
    expect(new BasePath('').remove('/a')).toBe('/a');
  });

  it('knows the server base path, by default the same', () => {
    expect(new BasePath('/a').serverBasePath).toBe('/a');
    expect(setUp({ basePath: '/a/s/x', serverBasePath: '/a' }).http.basePath.serverBasePath).toBe(
      '/a'
    );
  });
});

describe('anonymous paths', () => {
  it('are exact, whatever case, slashes and base path', () => {
    const { anonymousPaths } = setUp({ basePath: '/foo' }).http;
    anonymousPaths.register('login/');
    anonymousPaths.register('/Status');
    for (const [path, expected] of [
      ['/foo/login', true],
      ['/foo/LOGIN/', true],
      ['/foo/status', true],
      ['/foo/login/more', false],
      ['/foo/other', false],
    ] as const) {
      expect([path, anonymousPaths.isAnonymous(path)]).toEqual([path, expected]);
    }
  });
});

describe('a page that the server drew for anybody', () => {
  it('is anonymous from the start, and no other', () => {
    const { anonymousPaths } = setUp({ basePath: '/foo', isAnonymousPage: true }).http;
    expect(anonymousPaths.isAnonymous('/foo/app/page')).toBe(true);
    expect(anonymousPaths.isAnonymous('/foo/app/other')).toBe(false);
    expect(setUp().http.anonymousPaths.isAnonymous('/myBase/app/page')).toBe(false);
  });
});

describe('loading count', () => {
  it('sums sources and requests, distinct, and completes with 0 on stop', () => {
    const { service, http } = setUp();
    const seen: unknown[] = [];
    http
      .getLoadingCount$()
      .subscribe({ next: (n) => seen.push(n), complete: () => seen.push('end') });
    const source$ = new Subject<number>();
    http.addLoadingCountSource(source$);
    http.addLoadingCountSource(of(5));
    source$.next(2);
    source$.next(2);
    source$.next(3);
    service.stop();
    expect(seen).toEqual([0, 5, 0, 2, 3, 0, 'end']);
    expect(source$.observed).toBe(false);
  });

  it('counts a request until it settles, also when it fails', async () => {
    const { http, fetch } = setUp();
    const seen = collect(http.getLoadingCount$());
    fetch.mockRejectedValueOnce(new Error('network'));
    await expect(http.get('/p')).rejects.toThrow('network');
    await http.get('/p');
    expect(seen).toEqual([0, 1, 0, 1, 0]);
  });

  it('makes failing sources and negative numbers fatal errors', () => {
    const { http, fatalErrors } = setUp();
    const source$ = new BehaviorSubject(1);
    http.addLoadingCountSource(source$);
    source$.next(-1);
    expect(fatalErrors.add).toHaveBeenLastCalledWith(
      new Error('Observables passed to loadingCount.add() must only emit positive numbers')
    );
    const failing$ = new Subject<number>();
    http.addLoadingCountSource(failing$);
    failing$.error(new Error('source broke'));
    expect(fatalErrors.add).toHaveBeenLastCalledWith(new Error('source broke'));
    expect(collect(http.getLoadingCount$())).toEqual([0]);
  });
});

it('must be set up before start', () => {
  expect(() => new HttpService().start()).toThrow('HttpService#setup() must be called first!');
});
