/** Services without screens: injected metadata, contexts, doc links, APM. */
import { Subject } from 'rxjs';
import { allowConsole } from '../../../test/helpers/console_guard';
import type { InjectedMetadata } from '../common';
import { setUpApm } from './bootstrap';
import { ContextService } from './context';
import { DocLinksService } from './doc_links';
import { docVersion } from './doc_links/doc_links_service';
import { InjectedMetadataService, readInjectedMetadata } from './injected_metadata';
import { injectedMetadataServiceMock } from './mocks';

const metadata = (): InjectedMetadata => ({
  version: '7.10.0',
  buildNumber: 42,
  branch: '7.10',
  basePath: '/base/s/space',
  serverBasePath: '/base',
  env: {
    mode: { name: 'production', dev: false, prod: true },
    packageInfo: { version: '7.10.0', branch: '7.10', buildNum: 42, buildSha: 'abc', dist: true },
  },
  anonymousStatusPage: true,
  isAnonymousPage: true,
  outage: 'The cluster is away.',
  i18n: { locale: 'en', translationsUrl: '/base/translations/en.json' },
  csp: { warnLegacyBrowsers: true },
  cspNonce: 'nonce',
  vars: { apmConfig: { active: false }, deep: { er: { value: 1 } } },
  uiPlugins: [],
  legacyMetadata: { uiSettings: { defaults: { a: { value: 1 } }, user: {} } },
  branding: { productName: 'Security Dashboards', pageTitle: 'Security Dashboards' },
  theme: { tag: 'v8light' },
  publicPath: '/base/bundles/',
});

describe('injected metadata', () => {
  // @spec 12/1
  it('is read-only at any depth', () => {
    const setup = new InjectedMetadataService(metadata()).setup();
    expect(() => Object.assign(setup.getLegacyMetadata().uiSettings.defaults, { b: {} })).toThrow(
      TypeError
    );
    expect(() => Object.assign(setup.getInjectedVars(), { b: {} })).toThrow(TypeError);
  });

  // @spec 12/2
  it('finds variables by dotted path', () => {
    const { getInjectedVar } = new InjectedMetadataService(metadata()).setup();
    expect(getInjectedVar('deep.er.value')).toBe(1);
    expect(getInjectedVar('deep.er')).toEqual({ value: 1 });
    expect(getInjectedVar('deep.nothing', 'default')).toBe('default');
    expect(getInjectedVar('')).toBeUndefined();
    expect(getInjectedVar('constructor.name')).toBeUndefined();
  });

  // @spec 12/3
  it('is read from the element of either dialect', () => {
    for (const name of ['kbn-injected-metadata', 'osd-injected-metadata']) {
      const page = document.implementation.createHTMLDocument();
      const element = page.createElement(name);
      element.setAttribute('data', JSON.stringify(metadata()));
      page.body.append(element);
      expect(readInjectedMetadata(page)).toEqual(metadata());
    }
    expect(() => readInjectedMetadata(document.implementation.createHTMLDocument())).toThrow(
      /The page has no metadata/
    );
  });
});

describe('contexts', () => {
  const core = Symbol('core');
  const a = Symbol('a');
  const b = Symbol('b');
  const c = Symbol('c');
  const container = () =>
    new ContextService(core)
      .setup({
        pluginDependencies: new Map([
          [a, []],
          [b, [a]],
          [c, [b]],
        ]),
      })
      .createContextContainer();

  // @spec 5/27, 15/1
  it('reject names in use and unknown plugins', () => {
    const contexts = container().registerContext(a, 'ctx', () => 1);
    expect(() => contexts.registerContext(b, 'ctx', () => 2)).toThrow(
      'Context provider for ctx has already been registered.'
    );
    expect(() => contexts.registerContext(Symbol('who'), 'other', () => 3)).toThrow(
      'Cannot register context for unknown plugin: Symbol(who)'
    );
    expect(() => contexts.createHandler(Symbol('who'), () => 4)).toThrow(
      'Cannot create handler for unknown plugin: Symbol(who)'
    );
  });

  // @spec 15/3
  it('give a handler what core, its plugin and its direct dependencies provide', async () => {
    const contexts = container()
      .registerContext(c, 'fromC', () => 'c')
      .registerContext(b, 'fromB', async () => 'b')
      .registerContext(a, 'fromA', () => 'a')
      .registerContext(core, 'core', () => 'core');
    const visibleTo = (owner: symbol) =>
      contexts.createHandler(owner, (context) => Object.keys(context).sort())();
    expect(await visibleTo(core)).toEqual(['core']);
    expect(await visibleTo(a)).toEqual(['core', 'fromA']);
    expect(await visibleTo(b)).toEqual(['core', 'fromA', 'fromB']);
    expect(await visibleTo(c)).toEqual(['core', 'fromB', 'fromC']);
  });

  // @spec 15/2
  it('run providers sequentially, core first, each with its permitted context and the arguments', async () => {
    const calls: unknown[] = [];
    const provider =
      (name: string) =>
      async (context: object, ...args: readonly unknown[]) => {
        calls.push([name, { ...context }, args]);
        await Promise.resolve();
        return name;
      };
    const handler = jest.fn(async (_context: object, ...args: unknown[]) => args.length);
    const handle = container()
      .registerContext(a, 'fromA', provider('a'))
      .registerContext(b, 'fromB', provider('b'))
      .registerContext(core, 'core', provider('core'))
      .createHandler(b, handler as never);
    expect(await (handle as (...args: unknown[]) => Promise<unknown>)('x', 1)).toBe(2);
    expect(calls).toEqual([
      ['core', {}, ['x', 1]],
      ['a', { core: 'core' }, ['x', 1]],
      ['b', { core: 'core', fromA: 'a' }, ['x', 1]],
    ]);
    expect(handler).toHaveBeenCalledWith({ core: 'core', fromA: 'a', fromB: 'b' }, 'x', 1);
  });
});

describe('doc links', () => {
  // @spec 13/1
  it.each([
    ['main', '1.0.0', 'latest'],
    ['7.10', '7.10.2', '7.10'],
    ['feature/x', '2.3.4', '2.3'],
    ['feature/x', 'dev', 'latest'],
  ])('for branch %s and version %s, lead to version %s', (branch, version, expected) => {
    expect(docVersion(branch, version)).toBe(expected);
  });

  // @spec 13/2
  it('are frozen, and unknown groups do not throw', () => {
    const links = new DocLinksService().start({
      injectedMetadata: injectedMetadataServiceMock.createSetupContract({ branch: '2.3' }),
    });
    expect(links.DOC_LINK_VERSION).toBe('2.3');
    expect(links.links['security']?.['introduction']).toBe(
      'https://opensearch.org/docs/2.3/security/'
    );
    expect(links.links['help']).toMatchObject({
      documentation: 'https://opensearch.org/docs/2.3/',
      ask: 'https://forum.opensearch.org/',
    });
    expect(links.links['nobody']?.['knows']).toBeUndefined();
    expect(() => Object.assign(links, { DOC_LINK_VERSION: 'x' })).toThrow(TypeError);
    expect(() => Object.assign(links.links['security']!, { introduction: 'x' })).toThrow(TypeError);
  });
});

describe('configured documentation URLs', () => {
  it('replace those of OpenSearch, and documentation pages follow the website', () => {
    const { links, OPENSEARCH_WEBSITE_URL } = new DocLinksService().start({
      injectedMetadata: injectedMetadataServiceMock.createSetupContract({
        branch: '2.3',
        branding: {
          productName: 'Acme',
          pageTitle: 'Acme',
          links: { website: 'https://mirror.example/', community: '', issues: '/support' },
        },
      }),
    });
    expect(OPENSEARCH_WEBSITE_URL).toBe('https://mirror.example/');
    expect(links['security']?.['api']).toBe(
      'https://mirror.example/docs/2.3/security/access-control/api/'
    );
    expect(links['help']).toEqual({
      documentation: 'https://mirror.example/docs/2.3/',
      ask: '',
      feedback: 'https://forum.opensearch.org/c/feedback',
      issues: '/support',
      administrators: '',
    });
  });
});

describe('performance monitoring', () => {
  const agent = () => ({ init: jest.fn(), startTransaction: jest.fn() });

  // @spec 2.1/1
  it('only logs its failures, and does nothing without an agent or when inactive', () => {
    allowConsole(/Performance monitoring could not be set up/);
    const elasticApm = agent();
    elasticApm.init.mockImplementation(() => {
      throw new Error('agent broke');
    });
    const apps$ = new Subject<string>();
    setUpApm({}, { elasticApm }).followApps(apps$);
    setUpApm({ active: false }, { elasticApm }).followApps(apps$);
    setUpApm({}, {}).followApps(apps$);
    expect(apps$.observed).toBe(false);
    expect(elasticApm.init).toHaveBeenCalledTimes(1);
  });
});
