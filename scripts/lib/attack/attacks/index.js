'use strict';
/** All attacks, by subject, in the order they run: those that break nothing first. */
const ATTACKS = [
  ...require('./patterns'),
  ...require('./payloads'),
  ...require('./saved_objects'),
  ...require('./transfer'),
  ...require('./access'),
  ...require('./foreign'),
  ...require('./network'),
  ...require('./sign_in'),
  ...require('./single_sign_on'),
  ...require('./credentials'),
  ...require('./visitors'),
  ...require('./wire'),
  ...require('./races'),
  ...require('./hashes'),
  ...require('./audit'),
  ...require('./machine'),
  ...require('./data'),
  ...require('./configuration'),
  ...require('./relatives'),
];

module.exports = { ATTACKS };
