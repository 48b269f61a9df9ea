/** Limits of what is recorded about requests. */
export const AUDIT_LIMITS = {
  /** Audit events of one page. */
  perPage: 1_000,
} as const;
