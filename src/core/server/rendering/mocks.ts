/** The rendering service with its own build, for tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unescape } from 'lodash';
import { defineMessage, type InjectedMetadata, type Text } from '../../common';
import { loadConfig } from '../config';
import type { FailurePageRenderer, InternalHttpServiceSetup, PageRenderer } from '../http';
import type { RouteResponse } from '../http/types';
import { createI18nMock } from '../i18n/mocks';
import { coreMock } from '../mocks';
import type { ResolvedPreload } from '../page_preload';
import { openBuild } from './build_manifest';
import { registerCoreRoutes } from './core_routes';
import { RenderingService } from './rendering_service';

export const CORE = 'core.0123456789abcdef.js';
export let folder: string;

const NO_FIRSTS: ResolvedPreload = { metadata: { responses: {} }, imports: [] };

const uiPlugin = (id: string, requiredPlugins: readonly string[] = []) => ({
  manifest: {
    id,
    version: '1',
    configPath: id,
    moreConfigPaths: [],
    requiredPlugins,
    optionalPlugins: [],
    server: true,
    ui: true,
  },
  config: undefined,
  hiddenFromAnonymous: [],
});

export async function setup(
  settings: Array<[string, string]> = [],
  i18n = createI18nMock(),
  firsts: ResolvedPreload = NO_FIRSTS
) {
  const { core } = await loadConfig({
    args: { configFiles: [], settings },
    env: {},
    root: folder,
  });
  let render!: PageRenderer;
  let renderFailure!: FailurePageRenderer;
  const router = coreMock.createRouter();
  const http = {
    createRouter: () => router,
    setPageRenderer: (renderer: PageRenderer) => void (render = renderer),
    setFailurePageRenderer: (renderer: FailurePageRenderer) => void (renderFailure = renderer),
  } as unknown as InternalHttpServiceSetup;
  const build = openBuild(folder);
  const outage: { current?: Text } = {};
  const service = new RenderingService();
  service.setup({
    http,
    build,
    i18n,
    packageInfo: { version: '1.2.3', branch: 'main', buildNum: 7, buildSha: 'abc', dist: true },
    isDev: false,
    config: core,
    pagePreload: async (_request, isAnonymous) => (isAnonymous ? NO_FIRSTS : firsts),
    outage: () => outage.current,
    uiPlugins: () => [
      {
        ...uiPlugin('home'),
        config: { title: 'x', roles: ['r'] },
        hiddenFromAnonymous: ['roles'],
      },
      // It has no code of its own: it comes with what users load.
      uiPlugin('findings'),
      uiPlugin('notes', ['findings']),
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
    outage: () => outage.current,
    defaultRoute: async (request) => String(request.headers['x-route']),
  });
  const page = async (options: { anonymous?: boolean } = {}, basePath = '') => {
    const response = await render(
      coreMock.createRequest({ basePath, auth: coreMock.createAuth() }),
      options
    );
    const html = response.body as string;
    const attribute = /<kbn-injected-metadata data="([^"]*)">/.exec(html)?.[1] ?? '';
    return {
      html,
      headers: response.headers ?? {},
      metadata: JSON.parse(unescape(attribute)) as InjectedMetadata,
    };
  };
  const failurePage = (failure: RouteResponse) =>
    renderFailure(coreMock.createRequest({ basePath: '/base' }), failure);
  return { page, failurePage, render, router, getForPage, outage };
}

/** Registers the hooks that create and remove the build. */
export function prepareBuild(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sd-rendering-'));
    const files = { [CORE]: { size: 5, br: 2, gz: 3 }, 'plain.txt': { size: 5 } };
    writeFileSync(
      join(folder, 'manifest.json'),
      JSON.stringify({
        buildId: 'b1',
        entries: { core: [CORE], 'plugin-home': ['home.js'], 'plugin-notes': ['notes.js'] },
        imports: { 'home-app': ['home-app.js', 'shared.js'], 'home-other': ['other.js'] },
        files,
      })
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
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
}
