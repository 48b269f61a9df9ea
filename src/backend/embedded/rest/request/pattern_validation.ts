/** Rejects patterns that are too expensive or can never match when they are saved. */
import { patternCountProblem, patternProblems } from '../../../access/patterns/entity_patterns';
import type { EngineResponse, ConfiguredType } from '../../../api/engine';
import { invalid } from '../../../model/responses';

/** @returns an error with the path and reason of each bad pattern, or `undefined` */
export function patternFailure(type: ConfiguredType, source: unknown): EngineResponse | undefined {
  const problems = patternProblems(type, source);
  return Object.keys(problems).length > 0 ? invalid('Invalid pattern', problems) : undefined;
}

/**
 * Like `patternFailure`, but counts the patterns of all entries of a request before they are
 * validated.
 */
export function patternCountFailure(
  type: ConfiguredType,
  entries: readonly unknown[]
): EngineResponse | undefined {
  const patterns = patternCountProblem(type, entries);
  return patterns === undefined ? undefined : invalid('Invalid pattern', { patterns });
}
