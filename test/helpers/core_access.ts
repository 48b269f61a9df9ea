/**
 * Access to the start contract of the browser core for tests. The product contains no code for
 * this: the tests replace the plugin registry in the page.
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

/** An app of a fake plugin: a heading with its title. */
export interface ForeignApp {
  readonly id: string;
  readonly title: string;
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

/** Runs a function in the page with its core. The function cannot use variables of its scope. */
export async function withCore<T>(page: Page, act: (core: CoreStart) => T): Promise<T> {
  await page.waitForFunction(() => (window as unknown as PageWithCore).coreUnderTest !== undefined);
  return page.evaluate<T>(`(${act.toString()})(window.coreUnderTest)`);
}
