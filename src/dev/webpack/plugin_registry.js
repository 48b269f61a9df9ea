/**
 * Registry in which plugin scripts store their factories:
 * `globalThis.__sdPlugins__.define('plugin/<id>', factory)`. A factory runs only on request, so a
 * script that throws cannot stop the others.
 */
const factories = new Map();

globalThis.__sdPlugins__ ??= {
  /** Called by the script of a plugin. The last definition wins. */
  define(key, factory) {
    factories.set(key, factory);
  },
  /** @returns the module of a plugin's public/index.ts, or undefined if no script defined it */
  get(key) {
    return factories.get(key)?.();
  },
  has(key) {
    return factories.has(key);
  },
};
