'use strict';
/** Packages that only some code may import, as patterns of names. */

/** Libraries without DOM, Node, React or rxjs inside: what code of both sides may use. */
const PURE = [
  '@elastic/datemath',
  '@sinclair/typebox',
  'ajv(-formats)?',
  'intl-messageformat',
  'lodash',
  'moment(-timezone)?',
  'yaml',
];

/** For the browser only. */
const BROWSER = [
  'react',
  'react-(dom|router.*|hook-form)',
  'history',
  'get-nonce',
  '@elastic/eui.*',
  '@emotion/[^/]+',
  '@tanstack/[^/]+',
  'fflate',
  'uqr',
  '@simplewebauthn/browser',
  '@testing-library/[^/]+',
];

/** For the server only. */
const SERVER = [
  'fastify',
  '@fastify/[^/]+',
  'jose',
  'openid-client',
  'undici',
  'otpauth',
  '@simplewebauthn/server',
  'libsql',
  '@opensearch-project/[^/]+',
  'piscina',
  '@node-rs/[^/]+',
  'ajv(-formats)?',
];

module.exports = { PURE, BROWSER, SERVER };
