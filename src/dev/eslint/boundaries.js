'use strict';
/**
 * Import boundaries: resolves every import, export-from, `import()` and `import('…')` type, and
 * says which door to use instead of a forbidden one. The table is in docs/architecture.md.
 */
const { isBuiltin } = require('node:module');
const fs = require('node:fs');
const path = require('node:path');
const { manifestFileOf } = require('../../../scripts/lib/plugins');
const zones = require('./zones');

const ALIAS = /^@sd\/core\/(common|public|server)(\/.*)?$/;
/** Screens of the plugins are made of it. */
const KIT_ALIAS = /^@sd\/ui_kit(\/.*)?$/;
/** Contracts of the product's plugins, for plugins outside src/plugins. */
const PLUGIN_ALIAS = /^@sd\/plugins\/([^/]+)\/(public|server)$/;

/**
 * Judges one import.
 * @param {string} file importing file, relative to the root
 * @param {string} request as written
 * @param {(plugin: string) => readonly string[]} declaredBy plugin folder to its required and optional plugins
 * @returns {string | undefined} what is wrong and what to do instead
 */
function judge(file, request, declaredBy) {
  const from = zones.placeOf(file);
  if (!isProduct(from)) return undefined;
  if (request.startsWith('@sd/')) return judgeAlias(from, request, declaredBy);
  if (request.startsWith('.')) return judgeRelative(from, file, request, declaredBy);
  return judgePackage(from, request);
}

const isProduct = (place) =>
  ['contracts', 'core', 'kit', 'plugin', ...zones.SERVER_LIBRARIES].includes(place.area);

function judgeAlias(from, request, declaredBy) {
  if (KIT_ALIAS.test(request)) return judgeKit(from, request);
  const [, plugin, side] = PLUGIN_ALIAS.exec(request) ?? [];
  if (plugin && from.area === 'plugin')
    return judgeZone(from, side, request) ?? judgeDeclared(from, plugin, declaredBy);
  const [, zone, deep] = ALIAS.exec(request) ?? [];
  if (!zone)
    return `there is no "${request}"; the doors are @sd/core/common, @sd/core/public, @sd/core/server and @sd/ui_kit`;
  if (deep === '/mocks' && from.isTest && isAboveCore(from))
    return judgeZone(from, zone, `"${request}"`);
  if (deep) return `core has one door for each side: import from "@sd/core/${zone}"`;
  if (from.area === 'core') return 'inside src/core, imports are relative';
  if (!isAboveCore(from))
    return `${from.area} does not know core; take the type as an argument of its own`;
  return judgeZone(from, zone, `"@sd/core/${zone}"`);
}

const isAboveCore = ({ area }) => area === 'plugin' || area === 'kit';

function judgeKit(from, request) {
  const [, deep] = KIT_ALIAS.exec(request);
  if (from.area === 'kit') return 'inside src/ui_kit, imports are relative';
  if (from.area !== 'plugin')
    return `the kit for screens stands on core, and ${from.area} below it: hand in what is needed`;
  if (deep && !(deep === '/mocks' && from.isTest))
    return 'the kit for screens has one door: import from "@sd/ui_kit"';
  return judgeZone(from, 'public', '"@sd/ui_kit"');
}

/** A zone sees itself and common. */
function judgeZone(from, zone, what) {
  if (zone === 'common' || zone === from.zone) return undefined;
  if (from.zone === 'common')
    return `common code runs on both sides and cannot import ${what}; move the shared part to common`;
  return `${from.zone} code cannot import ${what}; move what both sides need to common`;
}

function judgePackage(from, request) {
  if (from.isTest) return undefined;
  const name = zones.packageOf(request);
  const isNode = isBuiltin(request);
  if (from.zone === 'common') {
    if (!isNode && zones.PURE_PACKAGES.includes(name)) return undefined;
    return `common code uses only pure libraries, not "${name}"; hand in what it needs as an argument, or add the library to PURE_PACKAGES in src/dev/eslint/zones.js if it is pure`;
  }
  if (from.zone === 'public' && (isNode || zones.SERVER_PACKAGES.test(name))) {
    return `"${name}" does not exist in the browser; ask the server over a route`;
  }
  if (from.zone === 'server' && zones.BROWSER_PACKAGES.test(name)) {
    return `"${name}" is for the browser; keep it in public`;
  }
  return undefined;
}

function judgeRelative(from, file, request, declaredBy) {
  const target = path.posix.join(path.posix.dirname(file), request);
  const to = zones.placeOf(target);
  if (from.isTest && (to.isTest || to.area === 'dev')) return undefined;
  if (to.isTest)
    return 'product code does not import mocks or tests; take the contract from types.ts';
  switch (to.area) {
    case 'core':
      return judgeCore(from, to, target);
    case 'kit':
      return from.area === 'kit' ? undefined : judgeKitFile(from);
    case 'contracts':
      return isAboveCore(from) ? `${from.area}s reach contracts by "@sd/core/common"` : undefined;
    case 'backend':
    case 'workers':
      return judgeServerLibrary(from, to, target);
    case 'plugin':
      return judgePlugin(from, to, target, declaredBy);
    case 'outside':
      if (target === 'package.json' && from.zone === 'server') return undefined;
      return `"${target}" is outside the product; copy what is needed into src`;
    default:
      return 'src/dev holds tools, not product code';
  }
}

const judgeKitFile = (from) =>
  judgeKit(from, '@sd/ui_kit') ?? 'plugins reach the kit by its door: import from "@sd/ui_kit"';

function judgeCore(from, to, target) {
  if (isAboveCore(from))
    return `${from.area}s reach core by its door: import from "@sd/core/${to.zone}"`;
  if (from.area === 'core') return judgeZone(from, to.zone, target);
  return `${from.area} does not know core; take the type as an argument of its own`;
}

function judgeServerLibrary(from, to, target) {
  if (from.area === to.area) return to.area === 'backend' ? judgeRoom(from, to) : undefined;
  if (from.area === 'plugin')
    return `plugins use "@sd/core/server" (core.engine, core.storage), not src/${to.area}`;
  if (from.zone !== 'server') return `src/${to.area} is for the server only`;
  if (from.area === 'workers')
    return `${from.area} is the lowest layer and does not know src/${to.area}`;
  if (to.area === 'backend' && !['contract', 'embedded'].includes(to.room))
    return 'the server knows src/backend/contract, and to put it together src/backend/embedded';
  const entry = to.area === 'backend' ? `src/backend/${to.room}` : `src/${to.area}`;
  const found = zones.withoutIndex(target);
  // Until the backend opens the data folder, core does, for saved objects and sessions.
  if (found === entry || found === 'src/backend/embedded/storage') return undefined;
  return `import ${entry} by its index`;
}

function judgeRoom(from, to) {
  if (from.isTest || from.room === to.room || zones.BACKEND_ROOMS[from.room]?.includes(to.room))
    return undefined;
  return `src/backend/${from.room} does not stand on src/backend/${to.room}`;
}

function judgePlugin(from, to, target, declaredBy) {
  if (from.area !== 'plugin')
    return `${from.area} knows no plugin; offer a registry in a contract instead`;
  const isManifest = target.endsWith('/plugin.json');
  if (from.plugin === to.plugin) return isManifest ? undefined : judgeZone(from, to.zone, target);
  const wrongZone = judgeZone(from, to.zone, target);
  if (wrongZone) return wrongZone;
  if (to.zone === 'common' && from.zone !== 'common') {
    return `import "${to.plugin}" by its ${from.zone} index, which exports what others may use`;
  }
  if (zones.withoutIndex(target) !== `src/plugins/${to.plugin}/${to.zone}`) {
    return `the insides of plugin "${to.plugin}" are its own; import its ${to.zone} index`;
  }
  return judgeDeclared(from, to.plugin, declaredBy);
}

function judgeDeclared(from, plugin, declaredBy) {
  if (declaredBy(from.plugin).includes(plugin)) return undefined;
  return `plugin "${from.plugin}" does not name "${plugin}" in requiredPlugins or optionalPlugins of its plugin.json`;
}

/** Reads plugin.json once per plugin and file. */
function manifestReader(folderOf) {
  const known = new Map();
  return (plugin) => {
    if (!known.has(plugin)) known.set(plugin, readDeclared(folderOf(plugin)));
    return known.get(plugin);
  };
}

function readDeclared(dir) {
  const name = manifestFileOf(dir);
  if (!name) return [];
  const file = path.join(dir, name);
  const { requiredPlugins = [], optionalPlugins = [] } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return [...requiredPlugins, ...optionalPlugins];
}

const isProductOrTest = (file) => /^(src|test)\//.test(file);

/** The nearest folder upwards with a manifest. */
function pluginFolderOf(filename) {
  for (let dir = path.dirname(filename); ; dir = path.dirname(dir)) {
    if (manifestFileOf(dir)) return dir;
    if (path.dirname(dir) === dir) return undefined;
  }
}

const toPosix = (file) => file.split(path.sep).join('/');

/**
 * The file as the rules see it: a plugin that stands elsewhere is judged as if it stood in src/plugins.
 * @returns {{ file: string, folder?: string }} `folder`: of a plugin outside src/plugins, absolute
 */
function standpointOf(root, filename) {
  const file = toPosix(path.relative(root, filename));
  if (isProductOrTest(file)) return { file };
  const folder = pluginFolderOf(filename);
  if (!folder) return { file };
  const inside = toPosix(path.relative(folder, filename));
  return { file: `src/plugins/${path.basename(folder)}/${inside}`, folder };
}

/** Relative imports of a plugin outside src/plugins end at its folder. */
function judgeLeaving(folder, filename, request) {
  if (!folder || !request.startsWith('.')) return undefined;
  const target = path.resolve(path.dirname(filename), request);
  return target === folder || target.startsWith(folder + path.sep)
    ? undefined
    : 'a plugin imports from its own folder; core and other plugins are "@sd/core/…" and "@sd/plugins/<id>/…" (types only)';
}

const boundaries = {
  meta: {
    type: 'problem',
    schema: [
      {
        type: 'object',
        // `declared` replaces reading plugin.json, for the rule's own tests.
        properties: { declared: { type: 'object' } },
        additionalProperties: false,
      },
    ],
    messages: { forbidden: 'Import boundary: {{reason}}.' },
  },
  create(context) {
    const root = context.cwd;
    const { file, folder } = standpointOf(root, context.filename);
    const { declared } = context.options[0] ?? {};
    const declaredBy = declared
      ? (plugin) => declared[plugin] ?? []
      : manifestReader((plugin) => folder ?? path.join(root, 'src', 'plugins', plugin));
    const check = (source) => {
      if (typeof source?.value !== 'string') return;
      const reason =
        judgeLeaving(folder, context.filename, source.value) ??
        judge(file, source.value, declaredBy);
      if (reason) context.report({ node: source, messageId: 'forbidden', data: { reason } });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
      TSExternalModuleReference: (node) => check(node.expression),
      'CallExpression[callee.name="require"]': (node) => check(node.arguments[0]),
      'CallExpression[callee.object.name="jest"]': (node) => {
        if (/^(mock|unmock|requireActual)$/.test(node.callee.property?.name))
          check(node.arguments[0]);
      },
    };
  },
};

module.exports = { boundaries, judge };
