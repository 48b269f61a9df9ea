/** Stands between Chromium and the server: other scripts in place of a plugin's bundle. */
import type { Page, Route } from 'playwright-core';

const bundleOf = (pluginId: string): RegExp => new RegExp(`/plugin-${pluginId}\\.[^/]+\\.js$`);

/** Answers the request for a plugin's bundle in another way, from the next page on. */
export async function responseBundle(
  page: Page,
  pluginId: string,
  response: (route: Route) => Promise<void>
): Promise<void> {
  await page.route(bundleOf(pluginId), response);
}

/**
 * @param plugin - source text of an object with the plugin's steps, e.g.
 *   `{ setup(core) {}, start() {} }`
 */
export const replacePlugin = (page: Page, pluginId: string, plugin: string): Promise<void> =>
  responseBundle(page, pluginId, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `globalThis.__sdPlugins__.define('plugin/${pluginId}', () => ({ plugin: () => (${plugin}) }));`,
    })
  );

/** The bundles of the server again, from the next page on. */
export const restoreBundle = (page: Page, pluginId: string): Promise<void> =>
  page.unroute(bundleOf(pluginId));
