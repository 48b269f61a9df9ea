/**
 * Limits of the patterns that users store or send: wildcards, regular expressions, index
 * expressions. An expression is "backtracking" if it has lookaround inside, backreferences, or
 * atomic groups: no linear algorithm matches those, so they run with a timeout.
 */
export const PATTERN_LIMITS = {
  /** Characters of a pattern. */
  length: 1_024,
  /** Characters of a pattern or query after attribute substitution. */
  substitutedLength: 100_000,
  /** Patterns in all lists of an entity, or of all entities in one request. */
  perEntity: 10_000,
  /** Distinct regular expressions of an entity or document, or of all in one request. */
  expressionsPerEntity: 200,
  /** Distinct regular expressions in all roles, role mappings and action groups. */
  expressions: 2_000,
  /** Distinct backtracking expressions in the configuration. */
  backtracking: 100,
  /** Characters, classes and similar elements of an expression, with repetitions expanded. */
  expressionSize: 500,
  /** Nesting depth of groups in an expression. */
  expressionDepth: 50,
  /** Instructions of an expression times characters of a value: at most about 3 ms. */
  expressionSteps: 250_000,
  /** The same product up to which time is not measured: about 20 microseconds. */
  lightSteps: 2_000,
  /** Milliseconds per value for a backtracking expression, for each of two attempts. */
  backtrackingMs: 10,
  /**
   * Timeouts after which an expression is disabled until it is stored again or the server restarts.
   */
  timeouts: 3,
  /** Milliseconds for all expensive expressions together per event loop turn. */
  turnMs: 15,
  /** Values per expensive expression with a cached result. */
  matchResults: 500,
  /**
   * Backend roles of a user times mapping patterns that are evaluated synchronously. Larger
   * products are evaluated in time slices.
   */
  matchesAtOnce: 10_000,
  /** Milliseconds per such time slice. */
  matchSliceMs: 10,
  /** Instructions of all compiled expressions in memory, about 100 bytes each. */
  instructions: 200_000,
} as const;
