/**
 * Limits of the patterns that users store or send: wildcards, regular expressions, index
 * expressions. An expression is "backtracking" when it needs look-around inside, back-references,
 * or atomic groups: no linear algorithm matches those, so they run under a time limit.
 */
export const PATTERN_LIMITS = {
  /** Characters of one pattern. */
  length: 1_024,
  /** Characters of a pattern or query once attributes are filled in. */
  substitutedLength: 100_000,
  /** Patterns of one entity, over all of its lists; of all entities that one call changes. */
  perEntity: 10_000,
  /** Distinct regular expressions of one entity or document; of all that one call changes. */
  expressionsPerEntity: 200,
  /** Distinct regular expressions of roles, role mappings and action groups together. */
  expressions: 2_000,
  /** Distinct backtracking expressions of a configuration. */
  backtracking: 100,
  /** Characters, classes and the like of one expression, counted as often as they are repeated. */
  expressionSize: 500,
  /** Groups inside one another in one expression. */
  expressionDepth: 50,
  /** Instructions of an expression times characters of a value: some 3 ms at most. */
  expressionSteps: 250_000,
  /** The same product up to which nobody keeps account of the time: some 20 microseconds. */
  lightSteps: 2_000,
  /** Milliseconds that a backtracking expression may take for one value, each of two times. */
  backtrackingMs: 10,
  /**
   * Time-outs after which an expression is disarmed until it is stored anew or the server starts.
   */
  timeouts: 3,
  /** Milliseconds that costly expressions together may take before other work has its turn. */
  turnMs: 15,
  /** Values of which a costly expression remembers its verdict. */
  verdicts: 500,
  /**
   * Backend roles of a user times patterns of mappings that are asked at once; more is asked in
   * turns.
   */
  verdictsAtOnce: 10_000,
  /** Milliseconds that such a turn takes. */
  verdictsSliceMs: 10,
  /** Instructions of all compiled expressions held in memory, some 100 bytes each. */
  instructions: 200_000,
} as const;
