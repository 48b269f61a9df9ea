/**
 * Raises the time limits of patterns. Instrumented code checks for an active mutation at each step
 * and would exceed them.
 */
import { PATTERN_LIMITS } from '../../src/contracts/limits';

const limits = PATTERN_LIMITS as { turnMs: number; backtrackingMs: number };
limits.turnMs *= 20;
limits.backtrackingMs *= 20;
