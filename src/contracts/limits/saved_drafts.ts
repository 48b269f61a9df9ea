/** Limits of what waits in a tab for its owner to sign in again. */
export const SAVED_DRAFT_LIMITS = {
  /** Forms. */
  forms: 20,
  /** Characters of all of them, as JSON. */
  characters: 262_144,
} as const;
