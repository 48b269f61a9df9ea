/** First parts of the keys under which notes are cached: what changed is told by them. */
export const NOTES_KEY = ['fieldNotes', 'notes'] as const;
