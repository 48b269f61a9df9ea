/** Query cache keys of notes, used to invalidate them after changes. */
export const NOTES_KEY = ['fieldNotes', 'notes'] as const;
