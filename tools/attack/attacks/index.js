'use strict';
/** All attacks by subject, in the order of execution: harmless ones first. */
const ATTACKS = [
  ...require('./patterns'),
  ...require('./payloads'),
  ...require('./saved_objects'),
  ...require('./transfer'),
  ...require('./access'),
  ...require('./strangers'),
  ...require('./network'),
  ...require('./login'),
  ...require('./sign_on'),
  ...require('./visitors'),
  ...require('./wire'),
  ...require('./races'),
  ...require('./resource_failures'),
  ...require('./data'),
  ...require('./generated_calls'),
];

module.exports = { ATTACKS };
