'use strict';
/**
 * Where a file of the product stands, told from its path alone (docs/architecture.md, "The tree").
 * Paths are relative to the repository's root, with forward slashes.
 */

/**
 * @typedef {{ area: 'core' | 'kit' | 'plugin' | 'contracts' | 'backend' | 'workers' | 'dev' | 'test' | 'outside',
 *   zone?: 'common' | 'public' | 'server', plugin?: string, room?: string, isTest: boolean }} Place
 */

const TEST_FILE = /(\.(test|spec)\.tsx?|(^|\/)mocks\.tsx?)$/;

/** Folders of src/ for the server alone. */
const SERVER_LIBRARIES = ['backend', 'workers'];

/** Rooms of src/backend, each with what it stands on. Nobody else sees more than the first and, to put it together, the embedded one. */
const BACKEND_ROOMS = {
  contract: [],
  work: [],
  model: ['contract'],
  access: ['contract', 'model', 'work'],
  embedded: ['access', 'contract', 'model', 'work'],
  testing: ['access', 'contract', 'embedded', 'model', 'work'],
};

/** @param {string} file @returns {Place} */
function placeOf(file) {
  const isTest =
    TEST_FILE.test(file) || /(^|\/)mocks$/.test(file) || file.startsWith('src/backend/testing/');
  const [top, second, third, fourth] = file.split('/');
  if (top === 'test') return { area: 'test', isTest: true };
  if (top !== 'src') return { area: 'outside', isTest };
  if (SERVER_LIBRARIES.includes(second))
    return { area: second, zone: 'server', room: third, isTest };
  if (second === 'contracts') return { area: 'contracts', zone: 'common', isTest };
  if (second === 'ui_kit') return { area: 'kit', zone: 'public', isTest };
  if (second === 'core') return { area: 'core', zone: third, isTest };
  if (second === 'plugins') return { area: 'plugin', plugin: third, zone: fourth, isTest };
  return { area: 'dev', isTest };
}

/** `a/b/index.ts`, `a/b/index` and `a/b` are the same door. */
const withoutIndex = (file) => file.replace(/\.tsx?$/, '').replace(/\/index$/, '');

/** Libraries without DOM, Node, React or rxjs inside; what `common` may use. */
const PURE_PACKAGES = [
  '@elastic/datemath',
  '@sinclair/typebox',
  'ajv',
  'ajv-formats',
  'intl-messageformat',
  'lodash',
  'moment',
  'moment-timezone',
  'query-string',
];

/** Packages that only one side may use. */
const BROWSER_PACKAGES =
  /^(react|react-dom|react-router.*|history|get-nonce|@elastic\/eui.*|@emotion\/.*|@tanstack\/.*|react-hook-form|@testing-library\/.*)$/;
const SERVER_PACKAGES =
  /^(fastify|@fastify\/.*|libsql|pino|piscina|@node-rs\/.*|js-yaml|ajv|ajv-formats)$/;

/** `@scope/name/deep` and `name/deep` to the package's name. */
const packageOf = (request) =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');

module.exports = {
  BACKEND_ROOMS,
  SERVER_LIBRARIES,
  placeOf,
  withoutIndex,
  packageOf,
  PURE_PACKAGES,
  BROWSER_PACKAGES,
  SERVER_PACKAGES,
};
