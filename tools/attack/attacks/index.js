'use strict';
/** All attacks by subject, in the order of execution: harmless ones first. */
const ATTACKS = [
  ...require('./patterns'),
  ...require('./payloads'),
  ...require('./saved_objects'),
  ...require('./transfer'),
  ...require('./access'),
  ...require('./cross_origin'),
  ...require('./network'),
  ...require('./login'),
  ...require('./openid'),
  ...require('./saml'),
  ...require('./tokens_and_proxy'),
  ...require('./credentials'),
  ...require('./cookies'),
  ...require('./visitors'),
  ...require('./wire'),
  ...require('./races'),
  ...require('./lockout'),
  ...require('./resource_failures'),
  ...require('./data'),
  ...require('./generated_calls'),
];

module.exports = { ATTACKS };
