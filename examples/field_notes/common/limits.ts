/** Limits and choices of the calls. */

export const TITLE_MAX_LENGTH = 120;
export const TEXT_MAX_LENGTH = 10_000;
/** Number of notes that paging reaches. Search finds the others. */
export const MAX_REACHABLE = 10_000;

export const SORT_FIELDS = ['changed', 'title'] as const;
export type SortBy = (typeof SORT_FIELDS)[number];
