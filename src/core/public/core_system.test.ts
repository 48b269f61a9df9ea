/** The real services together, with a mocked network: bootstrap, order, failures, stop. */
import { act, screen, waitFor } from '@testing-library/react';
import { allowConsole } from '../../../test/helpers/console_guard';
import type { InjectedMetadata } from '../common';
import { bootstrap } from './bootstrap';
import { CoreSystem } from './core_system';
import { setTranslations } from './i18n/translator';
import type { CoreSetup, CoreStart, Plugin } from './plugins/types';

/** Slow machines need more time. */
jest.setTimeout(30_000);

const metadata = (more: Partial<InjectedMetadata> = {}): InjectedMetadata => ({
  version: '7.10.0',
  buildNumber: 42,
  branch: '7.10',
  basePath: '',
  serverBasePath: '',
  env: {
    mode: { name: 'development', dev: true, prod: false },
    packageInfo: { version: '7.10.0', branch: '7.10', buildNum: 42, buildSha: 'abc', dist: false },
  },
  anonymousStatusPage: false,
  isAnonymousPage: false,
  i18n: { locale: 'en', translationsUrl: '/translations/en.json' },
  csp: { warnLegacyBrowsers: false },
  cspNonce: 'nonce',
  vars: {},
  uiPlugins: [],
  legacyMetadata: {
    uiSettings: {
      defaults: {
        'notifications:banner': { value: '' },
        'notifications:lifetime:banner': { value: 3000000 },
        'notifications:lifetime:error': { value: 300000 },
        'notifications:lifetime:info': { value: 5000 },
        'state:storeInSessionStorage': { value: false },
      },
      user: {},
    },
  },
  branding: { productName: 'Security Dashboards', pageTitle: 'Security Dashboards' },
  theme: { tag: 'v8light' },
  publicPath: '/',
  ...more,
});

const settle = () =>
  act(async () => void (await new Promise((resolve) => setTimeout(resolve, 20))));

/** Defines plugins as their scripts would; each test uses its own script URLs. */
let scriptNumber = 0;
function installPlugins(plugins: Record<string, () => Plugin>) {
  const modules = Object.fromEntries(
    Object.entries(plugins).map(([id, plugin]) => [`plugin/${id}`, { plugin }])
  );
  Object.assign(globalThis, {
    __sdPlugins__: {
      has: (key: string) => Object.hasOwn(modules, key),
      get: (key: string) => modules[key],
    },
  });
  return Object.keys(plugins).map((id) => ({
    id,
    plugin: { id, configPath: id, requiredPlugins: [], optionalPlugins: [] },
    scripts: [`/bundles/${id}-${scriptNumber++}.js`],
  }));
}

/** jsdom loads no scripts: fires the given event for each new script tag. */
function responseScripts(outcome: (src: string) => 'load' | 'error' = () => 'load') {
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLScriptElement) node.dispatchEvent(new Event(outcome(node.src)));
    }
  });
  observer.observe(document.head, { childList: true });
  return () => observer.disconnect();
}

function responseRequests({ translations = 200, capabilities = 200 } = {}) {
  const response = async (input: RequestInfo | URL) => {
    const url = input instanceof Request ? input.url : String(input);
    const status = url.includes('translations') ? translations : capabilities;
    const body = url.includes('translations')
      ? { locale: 'en', messages: {} }
      : { navLinks: {}, management: {}, catalogue: {} };
    return {
      ok: status < 300,
      status,
      statusText: 'Some Status',
      headers: new Headers({ 'Content-Type': 'application/json' }),
      json: async () => body,
      text: async () => JSON.stringify(body),
    } as Response;
  };
  Object.assign(window, { fetch: jest.fn(response) });
}

const testPlugin = (order: string[], more: Partial<Plugin> = {}): Plugin => ({
  setup: (core: CoreSetup) => {
    order.push('setup');
    core.application.register({
      id: 'app1',
      title: 'App 1',
      chromeless: true,
      mount: ({ element }) => {
        order.push('mount');
        element.textContent = 'content of app1';
        return () => order.push('unmount');
      },
    });
  },
  start: (_core: CoreStart) => {
    order.push(`start, page: ${document.body.textContent}`);
  },
  stop: () => void order.push('stop'),
  ...more,
});

let core: CoreSystem | undefined;
let stopAnswering: () => void;

beforeEach(() => {
  // Network classes that jsdom lacks.
  const { Request: NodeRequest, Headers: NodeHeaders } = nodeFetchClasses();
  Object.assign(globalThis, { Request: NodeRequest, Headers: NodeHeaders });
  responseRequests();
  stopAnswering = responseScripts();
  document.body.innerHTML = '<p>loading</p>';
  window.history.replaceState(null, '', '/app/app1');
});

afterEach(async () => {
  core?.stop();
  core = undefined;
  stopAnswering();
  setTranslations();
  await settle();
});

/** The parts of the fetch classes that the client needs; the transport is mocked anyway. */
function nodeFetchClasses() {
  class FakeHeaders extends Map<string, string> {
    constructor(init: Record<string, string> | FakeHeaders = {}) {
      super(init instanceof FakeHeaders ? [...init] : []);
      if (!(init instanceof FakeHeaders)) for (const [k, v] of Object.entries(init)) this.set(k, v);
    }
    override get(name: string) {
      return super.get(name.toLowerCase()) ?? null!;
    }
    override set(name: string, value: string) {
      return super.set(name.toLowerCase(), value);
    }
  }
  class FakeRequest {
    readonly url: string;
    constructor(
      url: URL | string,
      readonly init: RequestInit
    ) {
      this.url = String(url);
    }
  }
  return { Request: FakeRequest, Headers: FakeHeaders };
}

async function startCore(uiPlugins: InjectedMetadata['uiPlugins'] = []) {
  core = new CoreSystem({
    rootDomElement: document.body,
    browserSupportsCsp: true,
    injectedMetadata: metadata({ uiPlugins }),
  });
  let setup: Awaited<ReturnType<CoreSystem['setup']>>;
  await act(async () => {
    setup = await core!.setup();
  });
  let start: Awaited<ReturnType<CoreSystem['start']>>;
  await act(async () => {
    start = await core!.start();
  });
  await settle();
  return { core, setup, start };
}

describe('CoreSystem', () => {
  // @spec 2.2/1, 2.2/3, 2.2/4
  it('runs plugins before rendering, then replaces the page with three elements', async () => {
    const order: string[] = [];
    const { setup } = await startCore(installPlugins({ test: () => testPlugin(order) }));
    expect(setup?.fatalErrors).toBeDefined();
    expect(order).toEqual(['setup', 'start, page: loading', 'mount']);
    expect([...document.body.children].slice(0, 3).map((element) => element.tagName)).toEqual([
      'DIV',
      'DIV',
      'DIV',
    ]);
    expect(document.body.children[0]!.id).toBe('kibana-body');
    expect(document.body).not.toHaveTextContent('loading');
    expect(document.body).toHaveTextContent('content of app1');
    expect(document.body).toHaveClass('coreSystemRootDomElement');
  });

  // @spec 2.2/2
  it('renders apps in the first element, toasts in the second, overlays in the third', async () => {
    let plugin!: CoreStart;
    await startCore(
      installPlugins({ test: () => testPlugin([], { start: (start) => void (plugin = start) }) })
    );
    const [apps, toasts, overlays] = [...document.body.children];
    expect(apps).toHaveTextContent('content of app1');
    expect([toasts, overlays].map((element) => element?.childElementCount)).toEqual([0, 0]);
    await act(async () => void plugin.notifications.toasts.add('a toast'));
    await waitFor(() => expect(toasts).toHaveTextContent('a toast'));
    expect(overlays).toBeEmptyDOMElement();
    const unmount = () => undefined;
    await act(async () => void plugin.overlays.openModal(() => unmount));
    await waitFor(() => expect(overlays).not.toBeEmptyDOMElement());
  });

  // @spec 2.2/5
  it('stops everything and empties the page', async () => {
    const order: string[] = [];
    const { core: system } = await startCore(installPlugins({ test: () => testPlugin(order) }));
    act(() => system.stop());
    await settle();
    expect(document.body).toBeEmptyDOMElement();
    expect(document.body).not.toHaveClass('coreSystemRootDomElement');
    expect(order.slice(3).sort()).toEqual(['stop', 'unmount']);
  });

  it('can be stopped before setup', () => {
    core = new CoreSystem({
      rootDomElement: document.body,
      browserSupportsCsp: true,
      injectedMetadata: metadata(),
    });
    expect(() => core!.stop()).not.toThrow();
  });
});

describe('failing plugins', () => {
  const broken: Record<string, Partial<Plugin>> = {
    setup: {
      setup: (core) => {
        testPlugin([]).setup(core, {});
        throw new Error('it broke');
      },
    },
    start: { start: () => Promise.reject(new Error('it broke')) },
  };
  const openApp2: Partial<Plugin> = {
    setup: (core) => {
      core.application.register({
        id: 'app2',
        title: 'App 2',
        chromeless: true,
        mount: ({ element }) => {
          element.textContent = 'content of app2';
          return () => undefined;
        },
      });
    },
  };

  it.each(['setup', 'start'])(
    'fail in %s with a toast and without their app, while other apps open',
    async (step) => {
      allowConsole(/Plugin "bad" is left out.*it broke/s);
      const order: string[] = [];
      const { start } = await startCore(
        installPlugins({
          bad: () => testPlugin(order, broken[step]),
          good: () => testPlugin([], openApp2),
        })
      );
      expect(document.body).toHaveTextContent('Application Not Found');
      expect(
        await screen.findByText('The plugin "bad" is not available. Everything else works.')
      ).toBeInTheDocument();
      expect(await screen.findByText('it broke')).toBeInTheDocument();
      expect(order).not.toContain('mount');
      await act(() => start!.application.navigateToApp('app2'));
      await settle();
      expect(document.body).toHaveTextContent('content of app2');
    }
  );

  it('are reported in the same way if their script does not load', async () => {
    allowConsole(/Script of a plugin failed to load/);
    allowConsole(/Definition of plugin "gone" not found/);
    stopAnswering();
    stopAnswering = responseScripts((src) => (src.includes('gone') ? 'error' : 'load'));
    const [present] = installPlugins({ test: () => testPlugin([]) });
    const removed = {
      ...present!,
      id: 'gone',
      plugin: { ...present!.plugin, id: 'gone' },
      scripts: ['/bundles/gone.js'],
    };
    await startCore([removed, present!]);
    expect(
      await screen.findByText('Definition of plugin "gone" not found and may have failed to load.')
    ).toBeInTheDocument();
    expect(document.body).toHaveTextContent('content of app1');
  });
});

describe('fatal errors', () => {
  const screenText = () => document.body.textContent;

  it('reported by a plugin stop the core, and nothing renders over the screen', async () => {
    allowConsole(/told by a plugin/);
    const order: string[] = [];
    const report = (core: CoreSetup) => {
      try {
        core.fatalErrors.add('told by a plugin');
      } catch {
        // The error is rethrown to stop the caller.
      }
    };
    const { setup, start } = await startCore(
      installPlugins({ test: () => testPlugin(order, { setup: report }) })
    );
    expect(setup).toBeUndefined();
    expect(start).toBeUndefined();
    expect(screenText()).toMatch(/Something went wrong.*told by a plugin/s);
    expect(order).toEqual(['stop']);
  });

  // @spec 2.2/7
  it('include a failed capabilities request', async () => {
    allowConsole(/Some Status/);
    responseRequests({ capabilities: 500 });
    const { start } = await startCore(installPlugins({ test: () => testPlugin([]) }));
    expect(start).toBeUndefined();
    expect(screenText()).toMatch(/Some Status/);
  });
});

describe('bootstrap', () => {
  const run = async (more: Partial<InjectedMetadata> = {}) => {
    const element = document.createElement('kbn-injected-metadata');
    element.setAttribute('data', JSON.stringify(metadata(more)));
    document.body.append(element);
    await act(() => bootstrap());
    await settle();
  };

  it('starts the page from its metadata', async () => {
    await run({ uiPlugins: installPlugins({ test: () => testPlugin([]) }) });
    expect(document.body).toHaveTextContent('content of app1');
    expect(window.fetch).toHaveBeenCalledWith('/translations/en.json', {
      credentials: 'same-origin',
    });
  });

  // @spec 2.1/2
  it('reports failed translations after core is set up', async () => {
    allowConsole(/Translations request failed/);
    responseRequests({ translations: 503 });
    const order: string[] = [];
    await run({ uiPlugins: installPlugins({ test: () => testPlugin(order) }) });
    expect(document.body).toHaveTextContent('Translations request failed with status code: 503');
    expect(order).toEqual(['setup', 'stop']);
  });

  it('throws for a page without metadata', async () => {
    await expect(bootstrap()).rejects.toThrow(/The page has no metadata/);
  });
});
