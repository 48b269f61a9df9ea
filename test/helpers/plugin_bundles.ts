/** Replaces plugin bundles between Chromium and the server. */
import type { Page, Route } from 'playwright-core';

const bundleOf = (pluginId: string): RegExp => new RegExp(`/plugin-${pluginId}\\.[^/]+\\.js$`);

/** Handles the request for a plugin's bundle, from the next page load on. */
export async function responseBundle(
  page: Page,
  pluginId: string,
  response: (route: Route) => Promise<void>
): Promise<void> {
  await page.route(bundleOf(pluginId), response);
}

/**
 * @param plugin - source of an object with the plugin's lifecycle steps, for example
 * `{ setup(core) {}, start() {} }`
 */
export const replacePlugin = (page: Page, pluginId: string, plugin: string): Promise<void> =>
  responseBundle(page, pluginId, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `globalThis.__sdPlugins__.define('plugin/${pluginId}', () => ({ plugin: () => (${plugin}) }));`,
    })
  );

/** Serves the real bundle again, from the next page load on. */
export const restoreBundle = (page: Page, pluginId: string): Promise<void> =>
  page.unroute(bundleOf(pluginId));
