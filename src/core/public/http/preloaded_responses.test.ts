/** @jest-environment node */
import { PRELOADED_RESPONSES_TTL_MS } from './http_service';
import { setUp } from './mocks';

const responses = { '/api/me': { name: 'jane' }, '/api/list?page=1&size=10': [1, 2] };

let sinceMs: jest.SpyInstance<number>;

beforeEach(() => {
  sinceMs = jest.spyOn(performance, 'now').mockReturnValue(500);
});
afterEach(() => sinceMs.mockRestore());

describe('preloaded responses', () => {
  it('serve the first request with exactly the same URL', async () => {
    const { http, fetch } = setUp({ responses });
    expect(await http.get('/api/list', { query: { page: 1, size: 10 } })).toEqual([1, 2]);
    expect(await http.get('/api/me')).toEqual({ name: 'jane' });
    expect(fetch).not.toHaveBeenCalled();
    expect(await http.get('/api/me')).toEqual({ ok: true });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('do not serve other queries or servers', async () => {
    const { http, fetch } = setUp({ responses });
    await http.get('/api/list', { query: { page: 2, size: 10 } });
    await http.get('/api/list');
    await http.get('http://elsewhere/myBase/api/me').catch(() => undefined);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('pass through interceptors like responses of the server', async () => {
    const { http } = setUp({ responses });
    const response = jest.fn();
    http.intercept({ response });
    await http.get('/api/me');
    expect(response).toHaveBeenCalledWith(
      expect.objectContaining({ body: { name: 'jane' } }),
      expect.anything()
    );
  });

  it('are discarded on the first write request', async () => {
    const { http, sent } = setUp({ responses });
    await http.post('/api/tenant');
    expect(await http.get('/api/me')).toEqual({ ok: true });
    expect(sent().url).toContain('/api/me');
  });

  it('are discarded after the time limit', async () => {
    const { http } = setUp({ responses });
    sinceMs.mockReturnValue(PRELOADED_RESPONSES_TTL_MS + 1);
    expect(await http.get('/api/me')).toEqual({ ok: true });
  });
});
