'use strict';
/** Code that asks at each step whether it is changed takes longer than patterns may. */
const { PATTERN_LIMITS } = require('../../../src/contracts/limits');

PATTERN_LIMITS.turnMs *= 20;
PATTERN_LIMITS.backtrackingMs *= 20;
