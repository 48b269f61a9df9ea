/** Build files, and routes of core. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { startHttp, stopHttp } from '../http/mocks';
import { coreMock } from '../mocks';
import { openBuild } from './build_manifest';
import { registerCoreRoutes } from './core_routes';
import { CORE, folder, setup, prepareBuild } from './mocks';

prepareBuild();

afterEach(stopHttp);

describe('static files', () => {
  const get = async (pattern: string, path: string, headers: Record<string, string> = {}) => {
    const { router } = await setup();
    const request = coreMock.createRequest({ params: { path }, headers });
    const response = await router
      .find('get', pattern)
      .handler(request as never, coreMock.createResponse(request));
    return {
      ...response,
      text: response.body instanceof Readable ? await textOf(response.body) : '',
    };
  };

  it.each([
    ['br, gzip', 'br', 'br'],
    ['gzip', 'gz!', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gz!', 'gzip'],
    ['identity', 'plain', undefined],
    ['', 'plain', undefined],
  ])('are compressed according to accept-encoding %j', async (accept, text, encoding) => {
    const response = await get('/bundles/{path*}', CORE, { 'accept-encoding': accept });
    expect(response.text).toBe(text);
    expect(response.headers?.['content-encoding']).toBe(encoding);
    expect(response.headers).toMatchObject({
      vary: 'accept-encoding',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it.each([
    '../manifest.json',
    'hidden.js',
    'manifest.json',
    `${CORE}.br`,
    '__proto__',
    '',
    '/etc/passwd',
  ])('are not found for %j', async (path) => {
    expect((await get('/bundles/{path*}', path)).statusCode).toBe(404);
  });

  it('can be revalidated if their name does not change', async () => {
    const first = await get('/ui/{path*}', 'logo.svg');
    expect(first).toMatchObject({
      statusCode: 200,
      text: '<svg/>',
      headers: {
        'content-type': 'image/svg+xml',
        'content-security-policy': "default-src 'none'; sandbox",
      },
    });
    const etag = first.headers?.['etag'] ?? '';
    expect(await get('/ui/{path*}', 'logo.svg', { 'if-none-match': etag })).toMatchObject({
      statusCode: 304,
    });
    expect(await get('/ui/{path*}', '../manifest.json')).toMatchObject({ statusCode: 404 });
  });

  it('support HEAD, conditional and range requests', async () => {
    const { get, send } = await startHttp((http) =>
      registerCoreRoutes({
        http,
        build: openBuild(folder),
        assetsFolder: join(folder, 'ui'),
        pluginFolders: new Map(),
        isStatusPageAnonymous: false,
        outage: () => undefined,
        defaultRoute: async () => '/',
      })
    );
    const [script, logo] = [`/bundles/${CORE}`, '/ui/logo.svg'];
    const whole = await get(script, { 'accept-encoding': 'gzip' });
    expect([whole.status, whole.text, whole.headers['content-length']]).toEqual([200, 'gz!', '3']);
    const head = await send('HEAD', script, undefined, {});
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '5']);
    const { etag = '', 'last-modified': changed = '' } = (await get(logo)).headers;
    for (const [name, value] of [
      ['if-none-match', etag],
      ['if-modified-since', changed],
    ] as const) {
      const response = await get(logo, { [name]: value });
      expect([response.status, response.text, response.headers.etag]).toEqual([304, '', etag]);
    }
    const part = await get(logo, { range: 'bytes=1-3' });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([
      206,
      'svg',
      'bytes 1-3/6',
    ]);
    const outside = await get(logo, { range: 'bytes=9-' });
    expect([outside.status, outside.json.error, outside.headers['content-range']]).toEqual([
      416,
      'Range Not Satisfiable',
      'bytes */6',
    ]);
    expect((await get(logo, { 'if-match': '"other"' })).status).toBe(412);
    expect((await get('/ui/page.html')).headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    rmSync(join(folder, 'ui', 'logo.svg'));
    expect((await get(logo)).status).toBe(404);
  });

  it('explain what to do if there is no build', () => {
    expect(() => openBuild('/nowhere')).toThrow(
      'The browser scripts are not built: there is no /nowhere/manifest.json. Run npm run build'
    );
  });
});

describe('routes of core', () => {
  it.each([
    ['/app/dashboards#/x?y=1', '/base/app/dashboards#/x?y=1'],
    ['//evil.example', '/base/app/home'],
    ['/\\evil', '/base/app/home'],
    ['https://evil', '/base/app/home'],
  ])('redirect / with the setting %s to %s', async (route, location) => {
    const { router } = await setup();
    const request = coreMock.createRequest({ basePath: '/base', headers: { 'x-route': route } });
    const response = await router
      .find('get', '/')
      .handler(request as never, coreMock.createResponse(request));
    expect(response).toMatchObject({ statusCode: 302, headers: { location } });
  });
});
