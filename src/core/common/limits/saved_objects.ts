/** Limits of saved objects and settings: what one call may read, write or carry. */
export const SAVED_OBJECTS_LIMITS = {
  /** Objects of one page of `_find`. */
  perPage: 10_000,
} as const;
