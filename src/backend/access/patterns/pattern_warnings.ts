import type { HistoryType } from '../../api/engine';
import { expressions } from './expression';
import { expressionsOf, patternProblems } from './stored_patterns';

/** Warnings of one entity; the first ones tell enough. */
const MAX_WARNINGS = 10;

/** For whoever looks at an entity: its patterns that match nothing, and why. */
export function patternWarnings(type: HistoryType, entity: unknown): readonly string[] {
  const troubles = [...expressionsOf(type, entity)].flatMap((pattern) => {
    const { trouble } = expressions.of(pattern.slice(1, -1));
    return trouble === undefined ? [] : [`${pattern}: ${trouble}`];
  });
  return [...Object.values(patternProblems(type, entity)), ...troubles].slice(0, MAX_WARNINGS);
}
