/**
 * The browser core's start contract for tests: what only plugins can call (a toast, a flyout, a
 * banner) is called as a plugin would. Nothing of it is in the product: the registry of plugin
 * scripts is replaced in the page.
 */
import type { BrowserContext, Page } from 'playwright-core';
import type { CoreStart } from '../../src/core/public';

interface PluginModule {
  readonly plugin?: (context: unknown) => { start(core: unknown, plugins: unknown): unknown };
}
type PageWithCore = Window & { __sdPlugins__?: unknown; coreUnderTest?: CoreStart };

/** For every page that the context loads from now on. */
export async function exposeCore(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const page = window as unknown as PageWithCore;
    const modules = new Map<string, () => PluginModule>();
    const listening = ({ plugin, ...rest }: PluginModule): PluginModule => ({
      ...rest,
      plugin:
        plugin &&
        ((initializerContext) => {
          const instance = plugin(initializerContext);
          const start = instance.start.bind(instance);
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
  });
}

/** Runs in the page, with its core; the function cannot see variables outside itself. */
export async function withCore<T>(page: Page, act: (core: CoreStart) => T): Promise<T> {
  await page.waitForFunction(() => (window as unknown as PageWithCore).coreUnderTest !== undefined);
  return page.evaluate<T>(`(${act.toString()})(window.coreUnderTest)`);
}
