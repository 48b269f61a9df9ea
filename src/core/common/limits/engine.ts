/** Limits of the security configuration and of what is asked about it. */
export const ENGINE_LIMITS = {
  /** Filters of one `filter_path`. */
  filterPathFilters: 100,
} as const;
