'use strict';
/**
 * Turns a plugin.json (requested as an entry) into the script of the plugin, which only registers a
 * factory. `require` defers the evaluation of the plugin's modules until core requests them.
 */
module.exports = function pluginEntryLoader(source) {
  const { id } = JSON.parse(source);
  const key = JSON.stringify(`plugin/${id}`);
  return `globalThis.__sdPlugins__.define(${key}, () => require('./public'));\n`;
};
