/** Toasts of the admin pages. Source: reference security-plugin 1.4. */
export const TOAST_LIFETIME_MS = 10_000;
