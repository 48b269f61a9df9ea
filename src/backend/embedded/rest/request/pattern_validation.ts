/** Patterns that would cost too much, or can never match, are refused when they are written. */
import { patternCountProblem, patternProblems } from '../../../access/patterns/entity_patterns';
import type { EngineResponse, HistoryType } from '../../../api/engine';
import { invalid } from '../responses/responses';

/** @returns the refusal with the place and the reason of each bad pattern, or `undefined` */
export function patternFailure(type: HistoryType, source: unknown): EngineResponse | undefined {
  const problems = patternProblems(type, source);
  return Object.keys(problems).length > 0 ? invalid('Invalid pattern', problems) : undefined;
}

/** As `patternFailure` for all entries of one call together, before any of them is looked at. */
export function patternCountFailure(
  type: HistoryType,
  entries: readonly unknown[]
): EngineResponse | undefined {
  const patterns = patternCountProblem(type, entries);
  return patterns === undefined ? undefined : invalid('Invalid pattern', { patterns });
}
