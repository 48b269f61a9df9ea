'use strict';
/** Packages with restricted importers, as name patterns. */

/** Libraries without DOM, Node, React or rxjs: usable on both sides. */
const PURE = [
  '@elastic/datemath',
  '@sinclair/typebox',
  'ajv(-formats)?',
  'intl-messageformat',
  'lodash',
  'moment(-timezone)?',
  'yaml',
];

/** Browser only. */
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

/** Server only. */
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
