'use strict';
/** The forms of a plugin's name, and which names are available. Uses built-in modules only. */

/** Words of letters and digits, in camelCase or separated by `_`, `-` or a space. */
const NAME = /^[A-Za-z][A-Za-z0-9]*(?:[ _-][A-Za-z0-9]+)*$/;
const MAX_LENGTH = 40;

/** Sections of the configuration file and apps that belong to core. */
const TAKEN_BY_CORE = [
  'branding',
  'core',
  'csp',
  'elasticsearch',
  'engine',
  'i18n',
  'kibana',
  'logging',
  'metrics',
  'migrations',
  'opensearch',
  'opensearch_dashboards',
  'opensearch_security',
  'ops',
  'path',
  'pid',
  'plugins',
  'saved_objects',
  'server',
  'ui_settings',
  'account',
  'customerror',
  'error',
  'login',
  'status',
];

/**
 * @typedef {{ id: string, snake: string, pascal: string, title: string }} PluginNames
 * @param {string} name as typed
 * @returns {PluginNames} `fieldTrip`, `field_trip`, `FieldTrip`, `Field trip`
 */
function pluginNames(name) {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[ _-]/)
    .map((word) => word.toLowerCase());
  const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
  const pascal = words.map(capital).join('');
  return {
    id: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    snake: words.join('_'),
    pascal,
    title: capital(words.join(' ')),
  };
}

/**
 * @param {string} name as typed
 * @param {ReadonlyArray<{ id: string, dir: string }>} existing plugins
 * @returns {string | undefined} the problem with the name, in one line
 */
function nameProblem(name, existing) {
  if (!NAME.test(name) || name.length > MAX_LENGTH)
    return `"${name}" is no name for a plugin: write up to ${MAX_LENGTH} letters and digits, beginning with a letter, for example fieldTrip or field_trip.`;
  const { id, snake } = pluginNames(name);
  if (TAKEN_BY_CORE.includes(snake))
    return `The name "${snake}" belongs to core; take another one.`;
  const other = existing.find((plugin) => plugin.id.toLowerCase() === id.toLowerCase());
  return other && `There already is a plugin "${other.id}" in ${other.dir}.`;
}

module.exports = { pluginNames, nameProblem };
