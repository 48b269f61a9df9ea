/**
 * Interceptors of requests and responses.
 *
 * @jest-environment node
 */
import type { HttpInterceptor } from './types';
import { ORIGIN, setUp, json, collect } from './mocks';

/** Whether a promise has settled after all pending tasks have run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(
    () => (settled = true),
    () => (settled = true)
  );
  await new Promise((resolve) => setTimeout(resolve, 5));
  return settled;
}

describe('interceptors', () => {
  // @spec 10.2/1
  it('run request hooks in reverse registration order, response hooks in registration order', async () => {
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

  it('change request and response by their return value', async () => {
    const { http, sent } = setUp();
    http.intercept({ request: (options) => ({ headers: { ...options.headers, added: '1' } }) });
    http.intercept({ request: async () => ({ path: '/changed' }) });
    http.intercept({ response: async ({ body }) => ({ body: { was: body } }) });
    expect(await http.get('/p')).toEqual({ was: { ok: true } });
    expect(sent().url).toBe(`${ORIGIN}/myBase/changed`);
    expect(sent().headers.get('added')).toBe('1');
  });

  // @spec 10.1/2
  it('are shared between setup and start', async () => {
    const { service, http } = setUp();
    const request = jest.fn();
    service.start().intercept({ request });
    await http.get('/p');
    expect(request).toHaveBeenCalledTimes(1);
  });

  // @spec 10.2/2
  it('can recover from a failed request hook, without which nothing is sent', async () => {
    const { http, fetch, sent } = setUp();
    const recorded: unknown[] = [];
    const remove = http.intercept({
      requestError: ({ fetchOptions }) => ({ ...fetchOptions, path: '/saved' }),
    });
    http.intercept({
      requestError: ({ error, fetchOptions }) =>
        void recorded.push(error.message, fetchOptions.path),
    });
    http.intercept({
      request: () => {
        throw new Error('hook broke');
      },
    });
    http.intercept({ request: () => ({ path: '/accumulated' }) });
    await http.get('/p');
    expect(recorded).toEqual(['hook broke', '/accumulated']);
    expect(sent().url).toBe(`${ORIGIN}/myBase/saved`);
    remove();
    fetch.mockClear();
    await expect(http.get('/p')).rejects.toThrow('hook broke');
    expect(fetch).not.toHaveBeenCalled();
  });

  // @spec 10.2/3
  it('can recover from a failed response, and later hooks continue with the result', async () => {
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

  // @spec 10.2/4
  it('receive the request if a response hook threw or the fetch was aborted', async () => {
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

  // @spec 8/53, 10.2/5
  it.each<[string, HttpInterceptor, boolean, number]>([
    ['request', { request: (_o, c) => c.halt() }, true, 0],
    ['response', { response: (_r, c) => c.halt() }, true, 1],
    ['responseError', { responseError: (_e, c) => c.halt() }, false, 1],
  ])(
    'never settle a request halted in the %s phase, decrease the count and run no further hooks',
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
