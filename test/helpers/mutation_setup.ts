/** Code that asks at each step whether it is changed takes longer than patterns may. */
import { PATTERN_LIMITS } from '../../src/contracts/limits';

const limits = PATTERN_LIMITS as { turnMs: number; backtrackingMs: number };
limits.turnMs *= 20;
limits.backtrackingMs *= 20;
