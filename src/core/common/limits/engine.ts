/** Limits of the security configuration and of what is asked about it. */
export const ENGINE_LIMITS = {
  /** Characters of one `filter_path`. */
  filterPathLength: 2_048,
  /** Filters of one `filter_path`. */
  filterPathFilters: 100,
  /** Parts with `*` or `**` in one `filter_path`: each is tried on every key of an answer. */
  filterPathWildcards: 32,
} as const;
