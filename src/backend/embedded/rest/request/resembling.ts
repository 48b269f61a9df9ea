/** Guesses at misspelt names of parameters, scored as a cluster scores them. */
import { ENGINE_LIMITS } from '../../../../contracts/limits';

/** @returns those of which more than half stays when one is turned into the other, best first */
export function resembling(name: string, known: readonly string[]): readonly string[] {
  if (name.length > ENGINE_LIMITS.unknownParameterLength) return [];
  return known
    .map((other) => ({
      other,
      score: 1 - distance(name, other) / Math.max(name.length, other.length),
    }))
    .filter(({ score }) => score > 0.5)
    .sort((a, b) => b.score - a.score || (a.other < b.other ? -1 : 1))
    .map(({ other }) => other);
}

/** Levenshtein's: letters to add, drop or replace. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_zero, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++)
      next.push(
        Math.min(
          (row[to + 1] as number) + 1,
          (next[to] as number) + 1,
          (row[to] as number) + (letter === other[to] ? 0 : 1)
        )
      );
    row = next;
  }
  return row.at(-1) as number;
}
