/**
 * The life of plugins in the page, as the specification describes it: in order of their
 * dependencies, and without those that fail. One plugin of the product is replaced in the page.
 */
import { escape, unescape } from 'lodash';
import type { Browser, Page } from 'playwright-core';
import type { InjectedMetadata } from '../../src/core/common';
import { launchChromium, type Profile } from '../helpers/chromium';
import { exposeCore, withCore } from '../helpers/core_access';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { toast } from './screens/shell';

jest.setTimeout(120_000);

let server: TestServer;
let browser: Browser;
let profile: Profile;
let page: Page;

type Step = (core: unknown, plugins: Record<string, unknown>) => unknown;
interface Plugin {
  setup: Step;
  start: Step;
  stop?(): void;
}
interface Registry {
  has(key: string): boolean;
  get(key: string): unknown;
}
interface PageWithPlugins {
  readonly __sdPlugins__: Registry;
}
declare global {
  interface Window {
    steps: string[];
    /** Ends waits of this length, in milliseconds. */
    endWaits(delayMs: number): void;
  }
}

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ args: ['--apm.serviceName=dashboards'] }),
    launchChromium(),
  ]);
});
beforeEach(async () => {
  profile = await openLoggedIn(browser, server.url, ADMIN);
  ({ page } = profile);
  await exposeCore(profile.context, [{ id: 'plain', title: 'A plain app' }]);
  await profile.context.addInitScript(() => {
    const { setTimeout: wait, clearTimeout: clear } = window;
    const waits = new Map<unknown, { delayMs?: number; end(): void }>();
    const waitAndNote = (end: () => void, delayMs?: number, ...rest: unknown[]) => {
      const id = wait(end, delayMs, ...rest);
      waits.set(id, { delayMs, end });
      return id;
    };
    Object.assign(window, {
      setTimeout: waitAndNote,
      clearTimeout: (id: number) => {
        waits.delete(id);
        clear(id);
      },
      endWaits: (length: number) => {
        for (const { delayMs, end } of [...waits.values()]) if (delayMs === length) end();
      },
    });
  });
});
afterEach(() => profile?.close());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const METADATA = /<kbn-injected-metadata data="([^"]*)">/;
const readMetadata = (html: string) =>
  JSON.parse(unescape(METADATA.exec(html)?.[1])) as InjectedMetadata;
const opened = () => page.getByRole('heading', { level: 1, name: 'A plain app' }).waitFor();
/** What the plugin "management" is instead. Runs in the page, without variables of its scope. */
const replaceManagement = (module: () => unknown) =>
  profile.context.addInitScript(`{
    const registry = window.__sdPlugins__;
    const { has, get } = registry;
    const module = (${module.toString()})();
    registry.has = (key) => (key === 'plugin/management' ? module !== undefined : has(key));
    registry.get = (key) => (key === 'plugin/management' ? module : get(key));
  }`);
async function expectLeftOut(reason: string): Promise<void> {
  await toast(page, 'The plugin "management" is not available. Everything else works.').waitFor();
  expect(profile.problems.join('\n')).toContain(`Plugin "management" is left out.`);
  expect(profile.problems.join('\n')).toContain(reason);
  await opened();
  await withCore(page, ({ application }) => application.navigateToApp('management'));
  await page.getByRole('heading', { name: 'Application Not Found' }).waitFor();
  await withCore(page, ({ application }) => application.navigateToApp('home'));
  await page.getByRole('heading', { level: 1, name: 'Home', exact: true }).waitFor();
}

// @spec 4/39, 4/40, 4/52, 4/53, 7/41
it('are set up in order of their dependencies, which the server gives, started in it, stopped in reverse', async () => {
  await profile.context.addInitScript(() => {
    window.steps = [];
    const { __sdPlugins__: registry } = window as unknown as PageWithPlugins;
    const { get } = registry;
    registry.get = (key) => {
      const module = get(key) as { plugin(context: unknown): Plugin };
      const [, id] = key.split('/');
      const plugin = (context: unknown) => {
        const instance = module.plugin(context);
        const { setup, start, stop } = instance;
        const note = (what: string) => {
          const isRendered = document.getElementById('kibana-body') !== null;
          window.steps.push(`${what} ${id}${isRendered ? ', rendered' : ''}`);
        };
        instance.setup = async (core, plugins) => {
          note(`setup with [${Object.keys(plugins).sort()}]`);
          return setup.call(instance, core, plugins);
        };
        instance.start = (core, plugins) => {
          note('start');
          return start.call(instance, core, plugins);
        };
        instance.stop = () => {
          note('stop');
          stop?.call(instance);
        };
        return instance;
      };
      return { ...module, plugin };
    };
  });
  const translations = page.waitForRequest('**/translations/en.json');
  const html = await (await page.goto('/app/plain'))?.text();
  await opened();
  await translations;
  profile.allow(/Ended by the test/);
  await withCore(page, ({ fatalErrors }) => {
    try {
      fatalErrors.add(new Error('Ended by the test'));
    } catch {
      // The screen takes over.
    }
  });
  await page.waitForFunction(() => window.steps.some((step) => step.startsWith('stop')));
  expect(await page.evaluate(() => window.steps)).toEqual([
    'setup with [] security',
    'setup with [security] clusters',
    'setup with [security] findings',
    'setup with [findings,security] alarms',
    'setup with [security] management',
    'setup with [management,security] home',
    'setup with [security] requests',
    ...['security', 'clusters', 'findings', 'alarms', 'management', 'home', 'requests'].map(
      (id) => `start ${id}`
    ),
    ...['requests', 'home', 'management', 'alarms', 'findings', 'clusters', 'security'].map(
      (id) => `stop ${id}, rendered`
    ),
  ]);
  const { uiPlugins } = readMetadata(html ?? '');
  expect(uiPlugins.map(({ id }) => id)).toEqual([
    'security',
    'clusters',
    'findings',
    'alarms',
    'management',
    'home',
    'requests',
  ]);
});

// @spec 3/51
it('take paths, versions, variables and flags from the metadata of the page, as core does', async () => {
  profile.allow(/Ended by the test|does not define|violat/);
  const changed = {
    serverBasePath: '/elsewhere',
    buildNumber: 77,
    branch: '1.2',
    csp: { warnLegacyBrowsers: true },
    anonymousStatusPage: true,
    vars: { probe: { depth: [1] } },
  };
  let original!: InjectedMetadata;
  await page.route('**/app/plain', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    original = readMetadata(html);
    const { i18n, uiPlugins } = original;
    const metadata: InjectedMetadata = {
      ...original,
      ...changed,
      uiPlugins: uiPlugins.filter(({ id }) => id === 'security'),
      i18n: { ...i18n, translationsUrl: '/translations/de.json' },
    };
    const data = escape(JSON.stringify(metadata));
    // Without the policy, the browser is one that does not enforce it.
    const { 'content-security-policy': _policy, ...headers } = response.headers();
    const body = html.replace(METADATA, () => `<kbn-injected-metadata data="${data}">`);
    await route.fulfill({ headers, body });
  });
  const probe = page.waitForRequest('**/api/probe');
  await page.route('**/api/probe', (route) => route.fulfill({ json: {} }));
  await page.goto('/app/plain');
  await opened();
  await page.getByText(/^Dieser Browser erfüllt die Sicherheitsanforderungen/).waitFor();
  const read = await withCore(page, async ({ application, docLinks, http, injectedMetadata }) => {
    await http.get('/api/probe');
    const apps: string[] = [];
    application.applications$.subscribe((all) => apps.push(...all.keys())).unsubscribe();
    return {
      hasManagement: apps.includes('management'),
      paths: [http.basePath.get(), http.basePath.serverBasePath],
      docVersion: docLinks.DOC_LINK_VERSION,
      isStatusAnonymous: http.anonymousPaths.isAnonymous('/status'),
      variable: injectedMetadata.getInjectedVar('probe.depth'),
    };
  });
  expect(read).toEqual({
    hasManagement: false,
    paths: [original.basePath, '/elsewhere'],
    docVersion: '1.2',
    isStatusAnonymous: true,
    variable: [1],
  });
  expect((await probe).headers()['kbn-version']).toBe(original.version);
  await withCore(page, ({ fatalErrors }) => {
    try {
      fatalErrors.add(new Error('Ended by the test'));
    } catch {
      // The screen takes over.
    }
  });
  await page
    .getByRole('alert')
    .getByText(/Build: 77/)
    .waitFor();
});

// @spec 5/21, 8/29, 8/30, 8/31, 8/32, 14.2/1, 14.3/5, 14.3/6
it.each<[string, () => unknown, string]>([
  [
    'has no definition',
    () => undefined,
    'Definition of plugin "management" not found and may have failed to load.',
  ],
  [
    'is no function',
    () => ({ plugin: { setup: 1 } }),
    'Definition of plugin "management" should be a function.',
  ],
  [
    'makes no instance',
    () => ({ plugin: () => undefined }),
    'Instance of plugin "management" does not define "setup" function.',
  ],
  [
    'has no setup',
    () => ({ plugin: () => ({ start: () => 1 }) }),
    'Instance of plugin "management" does not define "setup" function.',
  ],
  [
    'has no start',
    () => ({ plugin: () => ({ setup: () => 1 }) }),
    'Instance of plugin "management" does not define "start" function.',
  ],
])(
  'that %s is left out, which is logged and shown, and the others work',
  async (_how, module, reason) => {
    profile.allow(/Plugin "management" is left out|does not define|Definition of plugin/);
    await replaceManagement(module);
    await page.goto('/app/plain');
    await expectLeftOut(reason);
  }
);

// @spec 8/27, 8/28, 9/1, 9/2, 14.3/2, 14.3/3
it.each<[string, () => unknown]>([
  ['Setup', () => ({ plugin: () => ({ setup: () => new Promise(() => {}), start: () => 1 }) })],
  ['Start', () => ({ plugin: () => ({ setup: () => 1, start: () => new Promise(() => {}) }) })],
])('whose %s hangs is left out after 30 seconds', async (step, module) => {
  profile.allow(/Plugin "management" is left out|wasn't completed/);
  const begun = step === 'Setup' ? 'setup' : 'start';
  await replaceManagement(module);
  await profile.context.addInitScript(
    (name) => {
      const { __sdPlugins__: registry } = window as unknown as PageWithPlugins;
      const { get } = registry;
      registry.get = (key) => {
        const module = get(key) as { plugin(context: unknown): Plugin };
        if (key !== 'plugin/management') return module;
        return {
          plugin: (context: unknown) => {
            const instance = module.plugin(context);
            const hang = instance[name];
            instance[name] = (...args) => {
              window.steps = [name];
              return hang(...args);
            };
            return instance;
          },
        };
      };
    },
    begun as 'setup' | 'start'
  );
  await page.goto('/app/plain');
  await page.waitForFunction(() => window.steps?.length === 1);
  expect(await page.getByRole('heading', { level: 1, name: 'A plain app' }).count()).toBe(0);
  await page.evaluate(() => window.endWaits(29_999));
  expect(await page.getByRole('heading', { level: 1, name: 'A plain app' }).count()).toBe(0);
  await page.evaluate(() => window.endWaits(30_000));
  await expectLeftOut(
    `${step} lifecycle of "management" plugin wasn't completed in 30sec. Consider disabling the plugin and re-start.`
  );
});

// @spec 7/40, 2.1/5
it('open apps as transactions of the performance agent that the page has', async () => {
  await profile.context.addInitScript(() => {
    const calls: unknown[] = [];
    const elasticApm = {
      init: (config: unknown) => void calls.push(config),
      startTransaction: (...args: unknown[]) => void calls.push(args),
    };
    Object.assign(window, { elasticApm, agentCalls: calls });
  });
  await page.goto('/app/plain');
  await opened();
  const calls = await page.evaluate(
    () => (window as unknown as { agentCalls: unknown[] }).agentCalls
  );
  expect(calls).toEqual([
    { serviceName: 'dashboards' },
    ['/app/plain', 'route-change', { managed: true, canReuse: true }],
  ]);
});

// @spec 8/54, 9/3
it('whose script does not arrive within 120 seconds is reported as a ChunkLoadError', async () => {
  await page.goto('/app/plain');
  await opened();
  profile.allow(/ChunkLoadError|Loading chunk/);
  let isRequested!: (value: unknown) => void;
  const requested = new Promise((resolve) => (isRequested = resolve));
  await page.route('**/*.js', (route) => isRequested(route));
  await withCore(page, ({ application }) => application.navigateToApp('security'));
  await requested;
  await page.evaluate(() => window.endWaits(120_000));
  await page.getByRole('heading', { name: "Couldn't load the application" }).waitFor();
  expect(profile.problems.join('\n')).toMatch(/ChunkLoadError[\s\S]*timeout/);
});
