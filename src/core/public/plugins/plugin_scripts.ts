/**
 * Loads the scripts of plugins. They only add factories to a registry
 * (src/dev/webpack/plugin_registry.js), so they can be loaded early and in parallel.
 */
import type { InjectedMetadata } from '../../common';
import type { PluginInitializer } from './types';
import { browserLog } from '../utils/browser_log';

/** Exports of a plugin's `public/index.ts`. */
export interface PluginModule {
  readonly plugin?: PluginInitializer;
}

/** Registry to which plugin scripts add their factories. */
export interface PluginRegistry {
  has(key: string): boolean;
  /** Evaluates the plugin's entry module. */
  get(key: string): unknown;
}

export const globalPluginRegistry = (): PluginRegistry =>
  (globalThis as unknown as { readonly __sdPlugins__: PluginRegistry }).__sdPlugins__;

const requested = new Map<string, Promise<void>>();

/**
 * Adds the script tags, one per URL. Scripts run as they arrive, so that one that hangs does not
 * delay the others.
 * @returns resolves when all scripts have loaded or failed, and never rejects: `readPlugin` reports
 *   a failed script with the plugin's name
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

/** @throws if the plugin's script did not load, or exported something other than an initializer */
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
