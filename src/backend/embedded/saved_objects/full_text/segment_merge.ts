/**
 * The full-text index is a list of segments: each transaction adds one, and merging them keeps
 * searches quick. Left to itself, FTS5 merges inside a commit as much as the commit asks for: an
 * import over objects that are there already held the event loop for 170 ms. So it is told not to,
 * and merges in small steps behind each write instead.
 *
 * Source: https://www.sqlite.org/fts5.html sections 6.2 to 6.8
 */
import type { Database } from '../../sqlite';

/** SQL of a migration: FTS5 merges when told, unless a thousand segments have come together. */
export const MERGE_ON_REQUEST = `
  INSERT INTO object_words (object_words, rank) VALUES ('automerge', 0);
  INSERT INTO object_words (object_words, rank) VALUES ('crisismerge', 1000);
  INSERT INTO object_words (object_words, rank) VALUES ('deletemerge', 0);
`;

/** Some 5 ms; what ends a merge is more, and grows with it the rarer merges are. */
const PAGES_OF_A_STEP = 20;

/**
 * Merges until nothing is left to do or the time is over, one step at least; in a transaction.
 * @param endsAtMs - by `performance.now()`
 * @returns whether something may be left to do
 */
export function mergeSegments(database: Database, endsAtMs: number): boolean {
  do {
    const before = changesSoFar(database);
    database.run(
      "INSERT INTO object_words (object_words, rank) VALUES ('merge', ?)",
      PAGES_OF_A_STEP
    );
    // As documented: the statement itself counts as one change.
    if (changesSoFar(database) - before < 2) return false;
  } while (performance.now() < endsAtMs);
  return true;
}

const changesSoFar = (database: Database): number =>
  database.get<{ count: number }>('SELECT total_changes() AS count')?.count ?? 0;
