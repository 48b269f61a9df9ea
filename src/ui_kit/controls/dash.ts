/** Placeholder for blank fields. Source: specification section 2.1, "Display conventions". */
export const DASH = '—';
