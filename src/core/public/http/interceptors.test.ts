/**
 * Interceptors of requests and responses.
 *
 * @jest-environment node
 */
import { ORIGIN, setUp, json } from './mocks';

describe('interceptors', () => {
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
});
