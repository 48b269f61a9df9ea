/** Toasts of the admin pages. Source: docs/reference/security-app.md#page-conventions. */
export const TOAST_LIFETIME_MS = 10_000;
