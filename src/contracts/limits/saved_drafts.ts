/** Limits of drafts that a tab keeps until their owner logs in again. */
export const SAVED_DRAFT_LIMITS = {
  /** Drafts per tab. */
  forms: 20,
  /** Characters of all drafts as JSON. */
  characters: 262_144,
} as const;
