'use strict';
/**
 * The import rules of dependency-cruiser, over paths relative to the root. They also apply to
 * external plugins, whose paths start with `../`.
 */
const { LAYERS, layersOfPlugin } = require('./layers');
const { PURE, BROWSER, SERVER } = require('./packages');

const TEST_FILES = ['\\.(test|spec)\\.tsx?$', '/mocks\\.tsx?$'];
const TEST_ROOMS = [
  '^src/backend/testing/',
  '^src/core/server/testing/',
  '^src/dev/bench/',
  '^test/',
];
const TESTS = [...TEST_FILES, ...TEST_ROOMS];
/**
 * Matches files of our folders, but not those of packages. Built-in modules have no file extension.
 */
const OURS = '^(?!.*node_modules/).*\\.[a-z]+$';
const TOOLS = ['^src/dev/', '^scripts/', '^tools/'];

/**
 * @returns {string} an anchored expression for a path pattern; a file pattern matches the whole
 *   name
 */
const at = (pattern) =>
  `^${pattern.replaceAll('.', '\\.')}${/\.(ts|tsx\?|json)$/.test(pattern) ? '$' : ''}`;
const packages = (names) => `(^|/)node_modules/(@types/)?(${names.join('|')})/`;
const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

/** One rule for the code, and one for its tests, which may also import tests, mocks and tools. */
function rulesOfLayer({ room, except, sees, says }) {
  const own = at(room);
  const allowed = [own, ...sees.map(at)];
  const comment = says ?? `${room} sees itself and ${sees.join(', ') || 'nothing else of ours'}`;
  const tests = TEST_FILES.map((ending) => `${own.replace(/\/$/, '')}.*${ending}`);
  const notHere = except ? [at(except)] : [];
  const alsoSeen = [...TESTS, ...TOOLS, ...(room.startsWith('src/backend/') ? ['^src/'] : [])];
  return [
    rule(
      `layer ${room}`,
      comment,
      { path: own, pathNot: [...TESTS, ...notHere] },
      { path: OURS, pathNot: allowed }
    ),
    rule(
      `layer ${room}, tests`,
      `${comment}; its tests also tests, mocks and src/dev`,
      { path: tests, pathNot: notHere },
      { path: OURS, pathNot: [...allowed, ...alsoSeen] }
    ),
  ];
}

/**
 * Package rules of the zones: common code has no side effects, and each side has its own packages.
 */
function rulesOfPackages(plugins) {
  const zone = (name) => [`^src/core/${name}/`, ...plugins.map((dir) => at(`${dir}/${name}/`))];
  const from = (paths) => ({ path: paths, pathNot: TESTS });
  const common = from(['^src/contracts/', ...zone('common')]);
  const browser = from(['^src/ui_kit/', ...zone('public')]);
  const server = from(['^src/(backend|workers)/', ...zone('server')]);
  const notInBrowser = 'it does not exist in the browser: ask the server over a route';
  return [
    rule(
      'pure-packages',
      'code of both sides uses only pure libraries (scripts/lib/boundaries/packages.js): hand in what it needs',
      common,
      { path: ['(^|/)node_modules/', '^[^./]+$'], pathNot: packages(PURE) }
    ),
    rule(
      'no-built-in',
      'code of both sides uses no module of Node: hand in what it needs',
      common,
      {
        dependencyTypes: ['core'],
      }
    ),
    rule('browser-packages', notInBrowser, browser, { path: packages(SERVER) }),
    rule('browser-built-in', notInBrowser, browser, { dependencyTypes: ['core'] }),
    rule('server-packages', 'it is for the browser: keep it in public', server, {
      path: packages(BROWSER),
    }),
    rule(
      'server-dependencies',
      'the packed server has no development dependencies: move it to "dependencies" of package.json',
      server,
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] }
    ),
  ];
}

/** Import style: the entry point's name from outside, relative paths inside. */
function rulesOfNames(plugins) {
  const outside = ['^src/ui_kit/', ...plugins.map((dir) => at(`${dir}/`))];
  return [
    rule(
      'entry-points',
      'import it by its name: @sd/contracts, @sd/core/{common,public,server}, @sd/ui_kit',
      { path: outside },
      {
        path: '^src/(contracts|core/(common|public|server))/index\\.ts$',
        dependencyTypes: ['local'],
      }
    ),
    rule(
      'entry-point-of-the-kit',
      'import it by its name: @sd/ui_kit',
      { path: plugins.map((dir) => at(`${dir}/`)) },
      { path: '^src/ui_kit/index\\.ts$', dependencyTypes: ['local'] }
    ),
    rule(
      'relative-inside',
      'inside a room, imports are relative',
      { path: '^src/(core|ui_kit)/' },
      { path: '^src/$1/', dependencyTypesNot: ['local'] }
    ),
  ];
}

const GENERAL = [
  rule(
    'scripts-without-tools',
    'scripts has what every contributor calls and works without tools: move it to scripts/lib',
    { path: '^scripts/' },
    { path: '^tools/' }
  ),
  rule(
    'no-cycle',
    'move what both need to a file that neither imports from (types to types.ts)',
    { pathNot: TESTS },
    { circular: true }
  ),
  rule(
    'no-unresolvable',
    'there is no such module',
    // A fixture imports a missing module on purpose.
    { pathNot: '^test/fixtures/' },
    { couldNotResolve: true }
  ),
];

/**
 * @param {readonly { dir: string, uses: readonly string[] }[]} plugins folders relative to the root
 * @returns {object} `forbidden` of a dependency-cruiser configuration
 */
function boundaryRules(plugins) {
  const dirs = plugins.map(({ dir }) => dir);
  return [
    ...[...LAYERS, ...plugins.flatMap(layersOfPlugin)].flatMap(rulesOfLayer),
    ...rulesOfPackages(dirs),
    ...rulesOfNames(dirs),
    ...GENERAL,
  ];
}

module.exports = { boundaryRules, TESTS };
