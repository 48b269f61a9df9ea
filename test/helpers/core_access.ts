/**
 * The browser core's start contract for tests: what only plugins can call (a toast, a flyout, a
 * banner) is called as a plugin would. Nothing of it is in the product: the registry of plugin
 * scripts is replaced in the page.
 */
import type { BrowserContext, Page } from 'playwright-core';
import type { CoreSetup, CoreStart } from '../../src/core/public';

interface PluginModule {
  readonly plugin?: (context: unknown) => {
    setup(core: unknown, plugins: unknown): unknown;
    start(core: unknown, plugins: unknown): unknown;
  };
}
type PageWithCore = Window & { __sdPlugins__?: unknown; coreUnderTest?: CoreStart };

/** An app of a plugin that is not there: a heading with its title. */
export interface ForeignApp {
  readonly id: string;
  readonly title: string;
}

/**
 * For every page that the context loads from now on.
 * @param apps - registered as a further plugin would, with the first one of the page
 */
export async function exposeCore(
  context: BrowserContext,
  apps: readonly ForeignApp[] = []
): Promise<void> {
  await context.addInitScript((foreign) => {
    const page = window as unknown as PageWithCore;
    const modules = new Map<string, () => PluginModule>();
    let waiting = foreign;
    const register = ({ application }: CoreSetup) => {
      for (const { id, title } of waiting) {
        application.register({
          id,
          title,
          mount: ({ element }) => {
            const heading = document.createElement('h1');
            heading.textContent = title;
            element.append(heading);
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

/** Runs in the page, with its core; the function cannot see variables outside itself. */
export async function withCore<T>(page: Page, act: (core: CoreStart) => T): Promise<T> {
  await page.waitForFunction(() => (window as unknown as PageWithCore).coreUnderTest !== undefined);
  return page.evaluate<T>(`(${act.toString()})(window.coreUnderTest)`);
}
