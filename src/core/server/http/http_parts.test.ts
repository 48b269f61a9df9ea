import { defineError, errorBody } from '../../../contracts/errors';
import { BasePath } from './base_path';
import { addressKey } from './request/client_address';
import { parsePathPattern } from './routing/router';
import { RateLimiter } from './rate_limiter';
import { createResponseFactory } from './responses/response_factory';
import { headerText, staticHeaders } from './responses/security_headers';
import { coreMock } from '../mocks';

describe('path patterns', () => {
  it.each([
    ['/', ['/'], undefined],
    ['/a/{b}', ['/a/:b'], undefined],
    ['/a/{b?}', ['/a/:b', '/a'], undefined],
    ['/a/{b}/{c*}', ['/a/:b/*', '/a/:b'], 'c'],
    ['/{p*}', ['/*'], 'p'],
  ])('convert %s to %j', (path, urls, restName) => {
    expect(parsePathPattern(path)).toEqual({ urls, restName });
  });

  it.each(['a', '/{a?}/b', '/{a*}/b', '/{a b}', '/{'])('reject %s', (path) => {
    expect(() => parsePathPattern(path)).toThrow('Route path');
  });
});

describe('BasePath', () => {
  it('is added to and removed from whole segments only', () => {
    const basePath = new BasePath('/base');
    expect(basePath.prepend('/x')).toBe('/base/x');
    expect([
      basePath.remove('/base/x'),
      basePath.remove('/base'),
      basePath.remove('/base?x'),
      basePath.remove('/based/x'),
    ]).toEqual(['/x', '/', '/?x', '/based/x']);
    expect([basePath.strip('/base/x'), basePath.strip('/x'), new BasePath('').strip('/x')]).toEqual(
      ['/x', undefined, '/x']
    );
  });
});

describe('RateLimiter', () => {
  it('counts by caller and minute', () => {
    let nowMs = 0;
    const limiter = new RateLimiter(2, { now: () => nowMs });
    expect([limiter.hit('a'), limiter.hit('a'), limiter.hit('a'), limiter.hit('b')]).toEqual([
      0, 0, 60, 0,
    ]);
    nowMs = 59_500;
    expect([limiter.hit('a'), limiter.waitSeconds('a'), limiter.waitSeconds('b')]).toEqual([
      1, 1, 0,
    ]);
    nowMs = 60_000;
    expect(limiter.hit('a')).toBe(0);
  });

  it('counts a /64 of IPv6 as one address', () => {
    const same = ['2001:db8:1:2:3::1', '2001:db8:1:2:9::7', '2001:DB8:1:2::'].map(addressKey);
    expect(new Set(same).size).toBe(1);
    const others = ['2001:db8:1:3::1', '2001:db8:1::2', '2001:db8::2:1:2', '::1', '192.0.2.1'];
    expect(new Set([...same, ...others.map(addressKey)]).size).toBe(6);
  });

  it('drops the oldest addresses to limit its memory', () => {
    const limiter = new RateLimiter(1, { now: () => 0 });
    for (let i = 0; i < 30_000; i++) limiter.hit(`10.0.${i >> 8}.${i & 255}`);
    expect(limiter.hit('10.0.117.47')).toBe(60);
    expect(limiter.hit('10.0.0.0')).toBe(0);
  });
});

describe('responses of the factory', () => {
  const response = createResponseFactory(coreMock.createRequest(), async () => ({
    statusCode: 200,
  }));

  it('have the documented error body', () => {
    const tea = defineError('test.tea', { status: 418, defaultMessage: 'No {drink} here.' });
    const body = errorBody(tea, { drink: 'coffee' }, { pot: 1 });
    expect(response.customError({ statusCode: tea.status, body }).body).toEqual({
      statusCode: 418,
      error: "I'm a Teapot",
      message: 'No coffee here.',
      attributes: { code: 'test.tea', params: { drink: 'coffee' }, pot: 1 },
    });
    expect(response.notFound().body).toEqual({
      statusCode: 404,
      error: 'Not Found',
      message: 'Not Found',
      attributes: { code: 'core.status.not_found' },
    });
    expect(response.customError({ statusCode: 451 }).body).toMatchObject({
      message: 'Unavailable For Legal Reasons',
      attributes: { code: 'core.status.other' },
    });
    expect(response.internalError().body).toEqual({
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'An internal server error occurred.',
      attributes: { code: 'core.http.internal' },
    });
    expect(() => response.customError({ statusCode: 200 })).toThrow('from 400 to 599');
  });

  it('cannot break the location header', () => {
    expect(response.redirected({ location: '/a\r\nset-cookie: x=1/ü' }).headers?.['location']).toBe(
      '/a%0D%0Aset-cookie:%20x=1/%C3%BC'
    );
  });
});

describe('static headers', () => {
  // @asvs V9.1/1
  it('include strict-transport-security only over TLS, and any server name', () => {
    const options = { serverName: 'büro', customHeaders: {} };
    expect(staticHeaders({ ...options, isTls: true })).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'kbn-name': 'b%C3%BCro',
    });
    expect(staticHeaders({ ...options, isTls: false })).not.toHaveProperty(
      'strict-transport-security'
    );
    expect(headerText('plain name')).toBe('plain name');
  });
});
