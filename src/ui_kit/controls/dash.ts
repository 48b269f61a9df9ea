/** Placeholder for blank fields. */
export const DASH = '—';
