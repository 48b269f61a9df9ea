/**
 * Where the scripts of plugins leave their factories for core's plugin loader:
 * `globalThis.__sdPlugins__.define('plugin/<id>', factory)`. Core's entry runs it first; a factory
 * runs only when the loader asks for it, so a script that throws cannot stop the others.
 */
const factories = new Map();

globalThis.__sdPlugins__ ??= {
  /** Called by the script of a plugin. The last definition wins: a page has one per plugin. */
  define(key, factory) {
    factories.set(key, factory);
  },
  /** @returns the module of a plugin's public/index.ts, or undefined when no script defined it */
  get(key) {
    return factories.get(key)?.();
  },
  has(key) {
    return factories.has(key);
  },
};
