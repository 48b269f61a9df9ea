/**
 * Registry in which plugin scripts store their factories for core's plugin loader:
 * `globalThis.__sdPlugins__.define('plugin/<id>', factory)`. Core's entry creates it first. A
 * factory runs only when the loader requests it, so a script that throws cannot stop the others.
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
