/** Limits of the patterns that users store or send: wildcards, regular expressions, index expressions. */
export const PATTERN_LIMITS = {
  /** Characters of one pattern. */
  length: 1_024,
} as const;
