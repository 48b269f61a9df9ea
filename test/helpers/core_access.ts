/**
 * Access to the start contract of the browser core for tests. The product contains no code for
 * this: the tests replace the plugin registry in the page.
 */
import type { BrowserContext, Page } from 'playwright-core';
import type { App, CoreSetup, CoreStart } from '../../src/core/public';

interface PluginModule {
  readonly plugin?: (context: unknown) => {
    setup(core: unknown, plugins: unknown): unknown;
    start(core: unknown, plugins: unknown): unknown;
  };
}
type PageWithCore = Window & {
  __sdPlugins__?: unknown;
  coreUnderTest?: CoreStart;
  /** Run once, with the setup contract of the first plugin. */
  setupsUnderTest?: Array<(core: CoreSetup) => void>;
};

/** An app of a fake plugin: a heading with its title. */
export interface ForeignApp extends Omit<App, 'mount' | 'updater$'> {
  /** Title and text of the question that its leave handler asks. Default: it asks nothing. */
  readonly asksToLeave?: readonly [title: string, text: string];
}

/**
 * Applies to every page that the context loads from now on.
 * @param apps - registered like those of another plugin, together with the first plugin of the page
 */
export async function exposeCore(
  context: BrowserContext,
  apps: readonly ForeignApp[] = []
): Promise<void> {
  await context.addInitScript((foreign) => {
    const page = window as unknown as PageWithCore;
    const modules = new Map<string, () => PluginModule>();
    let waiting = foreign;
    const register = (core: CoreSetup) => {
      const { application } = core;
      for (const setup of page.setupsUnderTest?.splice(0) ?? []) setup(core);
      for (const { asksToLeave, ...app } of waiting) {
        application.register({
          ...app,
          mount: ({ element, onAppLeave }) => {
            const heading = document.createElement('h1');
            heading.textContent = app.title;
            element.append(heading);
            if (asksToLeave) {
              const [title, text] = asksToLeave;
              onAppLeave((actions) => actions.confirm(text, title));
            }
            return () => heading.remove();
          },
        });
      }
      waiting = [];
    };
    const listening = ({ plugin, ...rest }: PluginModule): PluginModule => ({
      ...rest,
      plugin:
        plugin &&
        ((initializerContext) => {
          const instance = plugin(initializerContext);
          const start = instance.start.bind(instance);
          const setup = instance.setup.bind(instance);
          instance.setup = (core, plugins) => {
            register(core as CoreSetup);
            return setup(core, plugins);
          };
          instance.start = (core, plugins) => {
            page.coreUnderTest = core as CoreStart;
            return start(core, plugins);
          };
          return instance;
        }),
    });
    page.__sdPlugins__ = {
      define: (key: string, factory: () => PluginModule) => void modules.set(key, factory),
      has: (key: string) => modules.has(key),
      get: (key: string) => {
        const factory = modules.get(key);
        return factory && listening(factory());
      },
    };
  }, apps);
}

/**
 * Runs a function at the setup of the first plugin, on every page that the context loads from now
 * on. The function cannot use variables of its scope; its errors end the setup of that plugin.
 * `exposeCore` is needed too.
 */
export async function atSetup(
  context: BrowserContext,
  act: (core: CoreSetup) => void
): Promise<void> {
  await context.addInitScript(`(window.setupsUnderTest ??= []).push(${act.toString()})`);
}

/** Runs a function in the page with its core. The function cannot use variables of its scope. */
export async function withCore<T>(page: Page, act: (core: CoreStart) => T): Promise<Awaited<T>> {
  await page.waitForFunction(() => (window as unknown as PageWithCore).coreUnderTest !== undefined);
  return page.evaluate<Awaited<T>>(`(${act.toString()})(window.coreUnderTest)`);
}

/** Sends a request of the page that needs a session, and returns the status of a failure. */
export const requestStatus = (page: Page): Promise<number | undefined> =>
  withCore(page, ({ http }) =>
    http.get('/api/v1/configuration/roles').then(
      () => undefined,
      (error: { response?: Response }) => error.response?.status
    )
  );

/**
 * Takes a response out of the pages of this app, which bring it along, and fails the request that
 * the page sends instead.
 */
export async function failRequest(page: Page, app: string, path: string): Promise<void> {
  await page.route(`**/app/${app}*`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(`&quot;${path}&quot;`, '&quot;/none&quot;');
    await route.fulfill({ response, body });
  });
  await page.route(`**${path}`, (route) => route.abort());
}
