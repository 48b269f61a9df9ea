'use strict';
/**
 * Compares the dependencies that plugins read with their manifests, by the types of the contracts
 * in `setup`, `start` and `getStartServices`. A dependency that is not in the manifest is never
 * provided, an optional one may be missing, and a cast would hide both.
 */
const path = require('node:path');
const fs = require('node:fs');
const { ROOT, inRoot } = require('../paths');
const { programOf } = require('./deps_program');
const { readDependencies, castsOf } = require('./deps_types');

const SIDES = [
  { side: 'public', part: 'ui' },
  { side: 'server', part: 'server' },
];

/**
 * @typedef {import('./find').FoundPlugin} FoundPlugin
 * @param {readonly FoundPlugin[]} plugins to be checked
 * @param {readonly FoundPlugin[]} [others] whose contracts they may use
 * @returns {string[]} problems, each with its remedy
 */
function findDependencyProblems(plugins, others = []) {
  const known = new Map([...others, ...plugins].map((plugin) => [plugin.id, plugin]));
  const missing = plugins.flatMap((plugin) => missingProblems(plugin, known));
  const mistyped = SIDES.flatMap(({ side, part }) => {
    const entries = new Map(
      [...known.values()]
        .filter(({ manifest }) => manifest[part])
        .flatMap(({ id, dir }) => {
          const file = entryOf(dir, side);
          return file === undefined ? [] : [[id, file]];
        })
    );
    if (!plugins.some(({ id }) => entries.has(id))) return [];
    const { program, checker } = programOf(side, [...entries.values()]);
    const contracts = new Map(
      [...entries].map(([id, file]) => [id, readDependencies(program, checker, file)])
    );
    return plugins
      .filter(({ id }) => entries.has(id))
      .flatMap((plugin) => problemsOf(plugin, { side, part, known, contracts, program, checker }));
  });
  return [...missing, ...mistyped];
}

/** Required plugins that are nowhere: the server leaves the plugin out. */
const missingProblems = ({ id, dir, manifest, manifestFile }, known) =>
  manifest.requiredPlugins
    .filter((name) => !known.has(name))
    .map(
      (name) =>
        `${path.relative(ROOT, dir) || '.'}/${manifestFile}: requires the plugin "${name}", which is neither part of the product nor beside this plugin, nor in plugins.paths. Without it "${id}" is left out.`
    );

const entryOf = (dir, side) =>
  ['index.ts', 'index.tsx']
    .map((name) => path.join(dir, side, name))
    .find((file) => fs.existsSync(file));

function problemsOf(plugin, context) {
  const { id, dir, manifestFile } = plugin;
  const { side, contracts, program, checker } = context;
  const where = `${path.relative(ROOT, dir) || '.'}/${side}`;
  const own = contracts.get(id);
  if (own === undefined)
    return [`${where}: index exports no "plugin" whose setup and start can be read from its type.`];
  const named = own.steps.flatMap((step) =>
    step.type === undefined ? [] : stepProblems(plugin, step, context)
  );
  const casts = castsOf(program, checker, path.join(dir, side), own).map(
    ({ file, line }) =>
      `${path.relative(ROOT, file)}:${line}: casts the contracts of other plugins; name them in the types of setup, start and CoreSetup instead`
  );
  return [...new Set([...named, ...casts])].map((problem) =>
    problem.startsWith(where) ? `${problem}.` : `${where}: ${problem} (${manifestFile}).`
  );
}

/** Problems of the dependencies that one lifecycle step reads. */
function stepProblems(
  { id, manifest },
  { name, phase, type },
  { part, known, contracts, checker }
) {
  const { requiredPlugins, optionalPlugins } = manifest;
  if (isUntyped(checker, type))
    return [`${name} takes other plugins of any name; name those it uses in a type`];
  return checker.getPropertiesOfType(type).flatMap((property) => {
    const dependency = property.getName();
    const message = `${name} of "${id}" reads the plugin "${dependency}"`;
    const isRequired = requiredPlugins.includes(dependency);
    if (!isRequired && !optionalPlugins.includes(dependency))
      return [`${message}, which neither requiredPlugins nor optionalPlugins names`];
    const declared = checker.getTypeOfSymbol(property);
    if (!isRequired && !allowsMissing(checker, declared, property))
      return [`${message} as if it were always there, but it is optional; declare it with "?"`];
    const other = known.get(dependency);
    if (other && !other.manifest[part])
      return [`${message}, which has no such part: its contract is never there`];
    const given = contracts.get(dependency)?.given[phase];
    if (given && !checker.isTypeAssignableTo(given, checker.getNonNullableType(declared)))
      return [
        `${message} as ${checker.typeToString(declared)}, but its ${phase} gives ${checker.typeToString(given)}`,
      ];
    return [];
  });
}

const ts = () => require('typescript');

/** Types from which any name may be read. */
const isUntyped = (checker, type) =>
  (type.flags & ts().TypeFlags.Any) !== 0 || checker.getIndexInfosOfType(type).length > 0;

const allowsMissing = (checker, type, property) =>
  (property.flags & ts().SymbolFlags.Optional) !== 0 || checker.getNonNullableType(type) !== type;

/** The product's plugins, the example, and the template of new plugins. */
function findProductDependencyProblems() {
  const { findPlugins, readPlugin } = require('./find');
  const template = readPlugin(inRoot('scripts', 'lib', 'plugins', 'template'));
  return findDependencyProblems([...findPlugins([inRoot('examples')]), template]);
}

module.exports = { findDependencyProblems, findProductDependencyProblems };
