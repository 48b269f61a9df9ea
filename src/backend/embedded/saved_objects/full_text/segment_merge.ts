/**
 * The full-text index is a list of segments: each transaction adds one, and merging them keeps
 * searches fast. By default, FTS5 merges inside a commit in proportion to its size: an import over
 * existing objects blocked the event loop for 170 ms. Therefore automatic merging is disabled, and
 * segments are merged in small steps after each write.
 *
 * Source: https://www.sqlite.org/fts5.html sections 6.2 to 6.8
 */
import type { Database } from '../../sqlite';

/** SQL of a migration: FTS5 merges only on request, or when there are a thousand segments. */
export const MERGE_ON_REQUEST = `
  INSERT INTO object_words (object_words, rank) VALUES ('automerge', 0);
  INSERT INTO object_words (object_words, rank) VALUES ('crisismerge', 1000);
  INSERT INTO object_words (object_words, rank) VALUES ('deletemerge', 0);
`;

/** About 5 ms. The step that completes a merge takes longer, the more so the rarer merges are. */
const PAGES_OF_A_STEP = 20;

/**
 * Merges until nothing is left or the time is over, at least one step; call it inside a
 * transaction.
 * @param endsAtMs - by `performance.now()`
 * @returns whether more may be left to merge
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
