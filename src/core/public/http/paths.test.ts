/**
 * Base path, anonymous paths and the loading count.
 *
 * @jest-environment node
 */
import { of, Subject } from 'rxjs';
import { BasePath, PRELOADED_RESPONSES_TTL_MS } from './http_service';
import { setUp, collect } from './mocks';

describe('base path', () => {
  // @spec 10.3/1
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

  // @spec 10.3/2
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

  // @spec 10.3/3
  it('includes the server base path, which is the same by default', () => {
    expect(new BasePath('/a').serverBasePath).toBe('/a');
    expect(setUp({ basePath: '/a/s/x', serverBasePath: '/a' }).http.basePath.serverBasePath).toBe(
      '/a'
    );
  });
});

describe('anonymous paths', () => {
  // @spec 10.3/4
  it('match exactly, ignoring case and a trailing slash, with the base path', () => {
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

describe('an anonymous page of the server', () => {
  it('is the only path that is anonymous from the start', () => {
    const { anonymousPaths } = setUp({ basePath: '/foo', isAnonymousPage: true }).http;
    expect(anonymousPaths.isAnonymous('/foo/app/page')).toBe(true);
    expect(anonymousPaths.isAnonymous('/foo/app/other')).toBe(false);
    expect(setUp().http.anonymousPaths.isAnonymous('/myBase/app/page')).toBe(false);
  });
});

describe('loading count', () => {
  // @spec 10.3/6
  it('sums sources and requests, distinct, and completes with 0 on stop', () => {
    const { service, http } = setUp();
    const recorded: unknown[] = [];
    http
      .getLoadingCount$()
      .subscribe({ next: (n) => recorded.push(n), complete: () => recorded.push('end') });
    const source$ = new Subject<number>();
    http.addLoadingCountSource(source$);
    http.addLoadingCountSource(of(5));
    source$.next(2);
    source$.next(2);
    source$.next(3);
    service.stop();
    expect(recorded).toEqual([0, 5, 0, 2, 3, 0, 'end']);
    expect(source$.observed).toBe(false);
  });

  // @spec 10.1/14
  it('counts a request until it settles, even if it fails', async () => {
    const { http, fetch } = setUp();
    const recorded = collect(http.getLoadingCount$());
    fetch.mockRejectedValueOnce(new Error('network'));
    await expect(http.get('/p')).rejects.toThrow('network');
    await http.get('/p');
    expect(recorded).toEqual([0, 1, 0, 1, 0]);
  });

  // @spec 10.3/5
  it('treats failing sources as fatal errors', () => {
    const { http, fatalErrors } = setUp();
    const failing$ = new Subject<number>();
    http.addLoadingCountSource(failing$);
    failing$.error(new Error('source broke'));
    expect(fatalErrors.add).toHaveBeenLastCalledWith(new Error('source broke'));
    expect(collect(http.getLoadingCount$())).toEqual([0]);
  });
});

describe('preloaded responses', () => {
  const responses = { '/api/me': { name: 'jane' }, '/api/list?page=1&size=10': [1, 2] };
  let sinceMs: jest.SpyInstance<number>;
  beforeEach(() => {
    sinceMs = jest.spyOn(performance, 'now').mockReturnValue(500);
  });
  afterEach(() => sinceMs.mockRestore());
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
