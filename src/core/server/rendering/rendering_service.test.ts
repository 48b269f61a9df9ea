import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { defineMessage, type InjectedMetadata, type Text } from '../../common';
import { loadConfig } from '../config';
import type { InternalHttpServiceSetup, PageRenderer } from '../http';
import { inEnglish } from '../i18n';
import { startHttp, stopHttp } from '../http/mocks';
import { createI18nMock } from '../i18n/mocks';
import { coreMock } from '../mocks';
import { openBuild } from './build_manifest';
import { registerCoreRoutes } from './core_routes';
import { RenderingService, themeTag } from './rendering_service';

const CORE = 'core.0123456789abcdef.js';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sd-rendering-'));
  const files = { [CORE]: { size: 5, br: 2, gz: 3 }, 'plain.txt': { size: 5 } };
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ buildId: 'b1', entries: { core: [CORE], 'plugin-home': ['home.js'] }, files })
  );
  for (const [name, text] of [
    [CORE, 'plain'],
    [`${CORE}.br`, 'br'],
    [`${CORE}.gz`, 'gz!'],
    ['plain.txt', 'plain'],
    ['hidden.js', 'no'],
  ]) {
    writeFileSync(join(folder, name as string), text as string);
  }
  mkdirSync(join(folder, 'ui'));
  writeFileSync(join(folder, 'ui', 'logo.svg'), '<svg/>');
  writeFileSync(join(folder, 'ui', 'page.html'), '<script>alert(1)</script>');
});
afterEach(stopHttp);
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function setup(settings: Array<[string, string]> = [], i18n = createI18nMock()) {
  const { core } = await loadConfig({
    args: { configFile: undefined, settings },
    env: {},
    root: folder,
  });
  let render!: PageRenderer;
  const router = coreMock.createRouter();
  const http = {
    createRouter: () => router,
    setPageRenderer: (renderer: PageRenderer) => void (render = renderer),
  } as unknown as InternalHttpServiceSetup;
  const build = openBuild(folder);
  const service = new RenderingService();
  service.setup({
    http,
    build,
    i18n,
    packageInfo: { version: '1.2.3', branch: 'main', buildNum: 7, buildSha: 'abc', dist: true },
    isDev: false,
    config: core,
    uiPlugins: () => [
      {
        manifest: {
          id: 'home',
          version: '1',
          configPath: 'home',
          requiredPlugins: [],
          optionalPlugins: [],
          server: true,
          ui: true,
        },
        config: { title: 'x', roles: ['r'] },
        hiddenFromStrangers: ['roles'],
      },
    ],
  });
  const getForPage = jest.fn(async () => ({ 'theme:darkMode': { userValue: true } }));
  service.start({
    uiSettings: {
      getDefaults: () => ({
        'theme:version': {
          value: 'v7',
          name: defineMessage('x.version', { defaultMessage: 'Version' }),
          description: 'plain',
          optionLabels: { v7: defineMessage('x.seven', { defaultMessage: 'Seven' }) },
        },
        'theme:darkMode': { value: false },
      }),
      asScopedToRequest: () => ({ getForPage, get: jest.fn(), setMany: jest.fn() }),
    } as never,
  });
  registerCoreRoutes({
    http,
    build,
    assetsFolder: join(folder, 'ui'),
    pluginFolders: new Map([['home', folder]]),
    isStatusPageAnonymous: core.status.allowAnonymous,
    defaultRoute: async (request) => String(request.headers['x-route']),
    engineInfo: async () => ({ statusCode: 200, headers: {}, body: { name: 'engine' } }),
  });
  const page = async (options: { anonymous?: boolean } = {}, basePath = '') => {
    const answer = await render(
      coreMock.createRequest({ basePath, auth: coreMock.createAuth() }),
      options
    );
    const html = answer.body as string;
    const attribute = /<kbn-injected-metadata data="([^"]*)">/.exec(html)?.[1] ?? '';
    const json = attribute.replace(/&#(\d+);/g, (_match, code: string) =>
      String.fromCharCode(Number(code))
    );
    return { html, headers: answer.headers ?? {}, metadata: JSON.parse(json) as InjectedMetadata };
  };
  return { page, render, router, getForPage };
}

describe('the page', () => {
  it('carries the metadata, the scripts of the build and the theme', async () => {
    const { page } = await setup();
    const { html, metadata } = await page({}, '/base');
    expect(metadata).toMatchObject({
      version: '1.2.3',
      buildNumber: 7,
      basePath: '/base',
      i18n: { locale: 'en', translationsUrl: '/base/translations/en.json' },
      anonymousStatusPage: false,
      isAnonymousPage: false,
      publicPath: '/base/bundles/',
      uiPlugins: [
        { id: 'home', scripts: ['/base/bundles/home.js'], config: { title: 'x', roles: ['r'] } },
      ],
      legacyMetadata: { uiSettings: { user: { 'theme:darkMode': { userValue: true } } } },
      theme: { tag: 'v7dark' },
      branding: { productName: 'Kibana', pageTitle: 'Kibana' },
    });
    expect(html).toContain(`<script defer src="/base/bundles/${CORE}"></script>`);
    expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="en" data-theme="v7dark">/);
    expect(html).toContain(
      'Kibana did not load properly. Check the server output for more information.'
    );
  });

  it('carries every value the browser is promised', async () => {
    const { page } = await setup();
    const { metadata } = await page({}, '/base');
    expect(metadata).toMatchObject({
      basePath: '/base',
      serverBasePath: '',
      version: '1.2.3',
      buildNumber: 7,
      branch: 'main',
      csp: { warnLegacyBrowsers: true },
      vars: { apmConfig: null },
      i18n: { translationsUrl: '/base/translations/en.json' },
      anonymousStatusPage: false,
    });
    expect(metadata.uiPlugins.map(({ plugin }) => plugin)).toEqual([
      { id: 'home', configPath: 'home', requiredPlugins: [], optionalPlugins: [] },
    ]);
    const { metadata: open } = await (await setup([['status.allowAnonymous', 'true']])).page();
    expect(open.anonymousStatusPage).toBe(true);
  });

  it.each([
    ['v7', true, 'v7dark'],
    ['v7', false, 'v7light'],
    ['v8 (beta)', true, 'v8dark'],
    ['v8 (beta)', false, 'v8light'],
  ])('of theme %s, dark %s, has the tag %s', (version, isDark, tag) => {
    expect(themeTag(version, isDark)).toBe(tag);
  });

  it('is in the language of the request and the user, with all that the server says', async () => {
    const localeOf = jest.fn((_request, chosen) => (chosen === 'browser' ? 'de' : 'en'));
    const translate = jest.fn((locale: string, text: Text) => `${locale}:${inEnglish(text)}`);
    const { page, getForPage } = await setup([], createI18nMock({ localeOf, translate }));
    getForPage.mockResolvedValue({ 'i18n:locale': { userValue: 'browser' } } as never);
    const { html, headers, metadata } = await page();
    expect(html).toContain('<html lang="de"');
    expect(html).toContain('de:Loading Kibana');
    expect(headers['content-language']).toBe('de');
    expect(metadata.i18n).toEqual({ locale: 'de', translationsUrl: '/translations/de.json' });
    expect(metadata.legacyMetadata.uiSettings.defaults['theme:version']).toEqual({
      value: 'v7',
      name: 'de:Version',
      description: 'de:plain',
      optionLabels: { v7: 'de:Seven' },
    });
    // Nobody is asked for settings on a page without a user.
    getForPage.mockClear();
    expect((await page({ anonymous: true })).metadata.i18n.locale).toBe('en');
    expect(localeOf).toHaveBeenLastCalledWith(expect.anything(), undefined);
    expect(getForPage).not.toHaveBeenCalled();
  });

  it('has a strict policy with a nonce of its own and no inline script', async () => {
    const { page } = await setup();
    const [first, second] = [await page(), await page()];
    const policy = first.headers['content-security-policy'] ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    expect(first.metadata.cspNonce).toBe(nonce);
    expect(first.html).toContain(`<style nonce="${nonce}">`);
    expect(second.metadata.cspNonce).not.toBe(nonce);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(first.html).not.toMatch(/<script(?![^>]* src=)|\son\w+=|style="/);
  });

  it('is compressed as the browser takes it', async () => {
    const { render } = await setup();
    const get = async (accept: string) =>
      render(coreMock.createRequest({ headers: { 'accept-encoding': accept } }), {});
    const br = await get('gzip, br');
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding, accept-language',
    });
    expect(brotliDecompressSync(br.body as Buffer).toString()).toContain('<!DOCTYPE html>');
    expect(gunzipSync((await get('gzip')).body as Buffer).toString()).toContain('<!DOCTYPE html>');
    expect((await get('identity')).headers).not.toHaveProperty('content-encoding');
  });

  it('keeps user settings from anonymous pages and themes them by override', async () => {
    const { page, getForPage } = await setup([
      ['uiSettings.overrides.theme:version', '"v8 (beta)"'],
    ]);
    const { metadata } = await page({ anonymous: true });
    expect(metadata.isAnonymousPage).toBe(true);
    expect(getForPage).not.toHaveBeenCalled();
    expect(metadata.legacyMetadata.uiSettings.user).toEqual({});
    expect(metadata.theme.tag).toBe('v8light');
  });

  it('tells strangers neither the commit nor what a plugin hides from them', async () => {
    const { page } = await setup();
    const signedIn = (await page()).metadata;
    const { metadata } = await page({ anonymous: true });
    expect(signedIn.env.packageInfo.buildSha).not.toBe('');
    expect(metadata).toMatchObject({ version: '1.2.3', buildNumber: 7 });
    expect(metadata.env.packageInfo).toEqual({ ...signedIn.env.packageInfo, buildSha: '' });
    expect(metadata.uiPlugins[0]?.config).toEqual({ title: 'x' });
  });

  it('escapes whatever it is given', async () => {
    const name = `"><script>alert('x')</script>&`;
    const { page } = await setup([['branding.productName', name]]);
    const { html, metadata } = await page();
    expect(metadata.branding.productName).toBe(name);
    expect(html).not.toContain('<script>alert');
  });

  it('maps settings to theme tags', () => {
    expect([
      themeTag('v7', false),
      themeTag('v8 (beta)', true),
      themeTag(undefined, 'true'),
    ]).toEqual(['v7light', 'v8dark', 'v7light']);
  });
});

describe('files', () => {
  const get = async (pattern: string, path: string, headers: Record<string, string> = {}) => {
    const { router } = await setup();
    const request = coreMock.createRequest({ params: { path }, headers });
    const answer = await router
      .find('get', pattern)
      .handler(request as never, coreMock.createResponse(request));
    return { ...answer, text: answer.body instanceof Readable ? await textOf(answer.body) : '' };
  };

  it.each([
    ['br, gzip', 'br', 'br'],
    ['gzip', 'gz!', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gz!', 'gzip'],
    ['identity', 'plain', undefined],
    ['', 'plain', undefined],
  ])('negotiates %j', async (accept, text, encoding) => {
    const answer = await get('/bundles/{path*}', CORE, { 'accept-encoding': accept });
    expect(answer.text).toBe(text);
    expect(answer.headers?.['content-encoding']).toBe(encoding);
    expect(answer.headers).toMatchObject({
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
  ])('does not know %j', async (path) => {
    expect((await get('/bundles/{path*}', path)).statusCode).toBe(404);
  });

  it('lets the browser ask again for files whose name does not change', async () => {
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

  it('are sent whole, in part, or not again, as the browser asks', async () => {
    const { get, send } = await startHttp((http) =>
      registerCoreRoutes({
        http,
        build: openBuild(folder),
        assetsFolder: join(folder, 'ui'),
        pluginFolders: new Map(),
        isStatusPageAnonymous: false,
        defaultRoute: async () => '/',
        engineInfo: async () => ({ statusCode: 200, headers: {}, body: {} }),
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
      const answer = await get(logo, { [name]: value });
      expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag]);
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

  it('says what to do when there is no build', () => {
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
  ])('leads / by the setting %s to %s', async (route, location) => {
    const { router } = await setup();
    const request = coreMock.createRequest({ basePath: '/base', headers: { 'x-route': route } });
    const answer = await router
      .find('get', '/')
      .handler(request as never, coreMock.createResponse(request));
    expect(answer).toMatchObject({ statusCode: 302, headers: { location } });
  });

  it('tell clients of a cluster, who bring their credentials, name and version at the root', async () => {
    const { router } = await setup();
    const request = coreMock.createRequest({ headers: { authorization: 'Basic eA==' } });
    const answer = await router
      .find('get', '/')
      .handler(request as never, coreMock.createResponse(request));
    expect(answer).toMatchObject({ statusCode: 200, body: { name: 'engine' } });
  });

  it('open the status page to anonymous visitors only when configured', async () => {
    expect((await setup()).router.find('get', '/status').config.options.access).toBe('user');
    expect(
      (await setup([['status.allowAnonymous', 'true']])).router.find('get', '/status').config
        .options.access
    ).toBe('optional');
  });
});
