'use strict';
/**
 * Turns a plugin.json (requested as an entry) into the script of that plugin: it only leaves a
 * factory behind. `require` keeps the plugin's modules unevaluated until core asks for them.
 */
module.exports = function pluginEntryLoader(source) {
  const { id } = JSON.parse(source);
  const key = JSON.stringify(`plugin/${id}`);
  return `globalThis.__sdPlugins__.define(${key}, () => require('./public'));\n`;
};
