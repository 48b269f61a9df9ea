/** Suggests known parameters for misspelled names, with a cluster's scoring. */
import { ENGINE_LIMITS } from '../../../../contracts/limits';

/** @returns the names with a similarity above one half, best first */
export function similarNames(name: string, known: readonly string[]): readonly string[] {
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

/** Levenshtein distance. */
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
