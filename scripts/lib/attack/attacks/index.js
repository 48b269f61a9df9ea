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
  ...require('./single_sign_on'),
  ...require('./credentials'),
  ...require('./visitors'),
  ...require('./wire'),
  ...require('./races'),
  ...require('./hashes'),
  ...require('./audit'),
  ...require('./resource_failures'),
  ...require('./data'),
  ...require('./configuration'),
  ...require('./generated_calls'),
];

module.exports = { ATTACKS };
