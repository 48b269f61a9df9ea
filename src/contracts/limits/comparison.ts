/** Limits of the comparison of two clusters. */
export const COMPARISON_LIMITS = {
  /** Entries of one side. Beyond: 413. */
  entries: 50_000,
  /** Results that the server keeps in memory for all sessions; the least recently used one goes. */
  kept: 8,
  /** Results that the server keeps for one session. */
  keptBySession: 2,
  /** Characters of the differing entries in all results that the server keeps. One beyond: 413. */
  keptSize: 64 * 2 ** 20,
  /** Milliseconds without a request after which a result is dropped. */
  idleMs: 600_000,
  /** Comparisons per minute that one user may start. */
  perMinute: 30,
  /** Rows of one page. */
  perPage: 500,
} as const;
