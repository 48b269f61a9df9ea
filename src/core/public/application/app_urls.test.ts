import fc from 'fast-check';
import { BasePath } from '../http/http_service';
import { appendAppPath, findAppId, getAppUrl, parseAppUrl } from './app_urls';

const routes = new Map([
  ['foo', { appRoute: '/app/foo', exactRoute: false }],
  ['bar', { appRoute: '/custom-bar', exactRoute: false }],
  ['exact', { appRoute: '/app/exact-app', exactRoute: true }],
]);

describe('appendAppPath', () => {
  it.each([
    ['/app/app1', '', '/app/app1'],
    ['/app/app1', undefined, '/app/app1'],
    ['/app/app1', '/some-path', '/app/app1/some-path'],
    ['/app/app1', 'deep/link', '/app/app1/deep/link'],
    ['/app/app1', '/deep//link/', '/app/app1/deep/link'],
    ['/app/app1', '//deep/link//', '/app/app1/deep/link'],
    ['/app/app1', '#/hash/router/path', '/app/app1#/hash/router/path'],
    ['/app/app1', '#hash/', '/app/app1#hash/'],
    ['/app/app1', '/path#/hash/', '/app/app1/path#/hash/'],
    ['/app/app1', '/path/', '/app/app1/path'],
    ['/app/app1', '?a=b', '/app/app1?a=b'],
    ['/app/app1', '/p?next=http://host//x/', '/app/app1/p?next=http://host//x/'],
    ['/app/app1#/hash', 'bang/', '/app/app1#/hash/bang/'],
    ['/', '', '/'],
  ])('%s + %s = %s', (route, path, joined) => {
    expect(appendAppPath(route, path)).toBe(joined);
  });

  it('never produces an empty segment (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '/', '//', 'b'), { maxLength: 8 }), (parts) => {
        const joined = appendAppPath('/app/x', parts.join(''));
        expect(joined).not.toMatch(/\/\//);
        expect(joined.startsWith('/app/x')).toBe(true);
        expect(joined.endsWith('/')).toBe(false);
      })
    );
  });
});

describe('getAppUrl', () => {
  it('uses the route of the app, or the default route for an unknown app', () => {
    expect(getAppUrl(routes, 'bar', 'x')).toBe('/custom-bar/x');
    expect(getAppUrl(routes, 'unknown', 'x')).toBe('/app/unknown/x');
  });
});

describe('findAppId', () => {
  it.each([
    ['/app/foo', 'foo'],
    ['/app/foo/deep', 'foo'],
    ['/app/foo-bar', 'foo-bar'],
    ['/custom-bar/x', 'bar'],
    ['/custom-bar-2', undefined],
    ['/app/exact-app', 'exact'],
    ['/app/exact-app/', 'exact'],
    ['/app/exact-app/below', 'exact-app'],
    ['/app/nobody/x', 'nobody'],
    ['/', undefined],
  ])('%s is %s', (pathname, id) => {
    expect(findAppId(routes, pathname)).toBe(id);
  });
});

describe('parseAppUrl', () => {
  const basePath = new BasePath('/base-path');
  const currentUrl = 'https://kibana.local:8080/base-path/app/current/page?x=1#h';
  const parse = (url: string) => parseAppUrl(url, basePath, routes, currentUrl);

  it.each([
    ['/base-path/app/foo', { app: 'foo', path: undefined }],
    ['/base-path/app/foo/', { app: 'foo', path: '/' }],
    ['/base-path/app/foo/some/path', { app: 'foo', path: '/some/path' }],
    ['/base-path/app/foo?a=b', { app: 'foo', path: '?a=b' }],
    ['/base-path/app/foo#hash/bang', { app: 'foo', path: '#hash/bang' }],
    ['/base-path/app/foo/path#hash?x=y', { app: 'foo', path: '/path#hash?x=y' }],
    ['/base-path/custom-bar/path', { app: 'bar', path: '/path' }],
    ['https://kibana.local:8080/base-path/app/foo/p', { app: 'foo', path: '/p' }],
    ['../foo/relative', { app: 'foo', path: '/relative' }],
    ['../../custom-bar', { app: 'bar', path: undefined }],
  ])('recognizes %s', (url, expected) => {
    expect(parse(url)).toEqual(expected);
  });

  it.each([
    'https://other.local:8080/base-path/app/foo',
    'https://kibana.local/base-path/app/foo',
    '//other.local/base-path/app/foo',
    '/app/foo',
    '/base-path-2/app/foo',
    '/base-path/app/unknown',
    '/base-path/app/foo-bar',
    './relative',
    'http://',
  ])('does not recognize %s', (url) => {
    expect(parse(url)).toBeUndefined();
  });

  it("works without a base path, and resolves relative URLs against the page's URL", () => {
    expect(parseAppUrl('/app/foo/x', new BasePath(''), routes)).toEqual({ app: 'foo', path: '/x' });
  });

  it.each(['/base-path/app/foo', 'about:blank', ''])('rejects %s as the current URL', (url) => {
    expect(() => parseAppUrl('/base-path/app/foo', basePath, routes, url)).toThrow(
      'when manually provided, currentUrl must be valid url with an origin'
    );
  });
});
