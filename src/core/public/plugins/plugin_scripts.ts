/**
 * Loads the scripts of plugins. They only leave factories in a registry, so loading them early and
 * together is safe; the registry itself is installed by the core entry's first modules
 * (src/dev/webpack/plugin_registry.js).
 */
import type { InjectedMetadata } from '../../common';
import type { PluginInitializer } from './types';
import { browserLog } from '../utils/browser_log';

/** What a plugin's `public/index.ts` exports. */
export interface PluginModule {
  readonly plugin?: PluginInitializer;
}

/** Where scripts of plugins left their factories. */
export interface PluginRegistry {
  has(key: string): boolean;
  /** Evaluates the plugin's entry module. */
  get(key: string): unknown;
}

export const globalPluginRegistry = (): PluginRegistry =>
  (globalThis as unknown as { readonly __sdPlugins__: PluginRegistry }).__sdPlugins__;

const requested = new Map<string, Promise<void>>();

/**
 * Adds the script tags, each address once. They run as they arrive, so that one which hangs does
 * not hold up the others.
 * @returns settles when all have loaded or failed, and never rejects: a plugin whose script failed
 *   is reported by the reader, which knows the plugin's name
 */
export async function loadPluginScripts(
  uiPlugins: InjectedMetadata['uiPlugins'],
  page: Document = document
): Promise<void> {
  const urls = uiPlugins.flatMap(({ scripts }) => scripts);
  await Promise.all(urls.map((url) => loadScript(url, page)));
}

function loadScript(url: string, page: Document): Promise<void> {
  let loading = requested.get(url);
  if (loading === undefined) {
    loading = new Promise((resolve) => {
      const script = page.createElement('script');
      script.src = url;
      script.async = true;
      script.addEventListener('load', () => resolve());
      script.addEventListener('error', () => {
        browserLog.error(`Script of a plugin failed to load: ${url}`);
        resolve();
      });
      page.head.append(script);
    });
    requested.set(url, loading);
  }
  return loading;
}

/** @throws when the plugin's script did not arrive, or left something else than an initializer */
export function readPlugin(id: string, registry: PluginRegistry): PluginInitializer {
  const key = `plugin/${id}`;
  if (!registry.has(key)) {
    throw new Error(`Definition of plugin "${id}" not found and may have failed to load.`);
  }
  const initializer = (registry.get(key) as PluginModule | undefined)?.plugin;
  if (typeof initializer !== 'function') {
    throw new Error(`Definition of plugin "${id}" should be a function.`);
  }
  return initializer;
}
