/** When certificates in use are reported. */
export const CERTIFICATE_LIMITS = {
  /** Days before the end of a certificate from which it is reported. */
  warningDays: 30,
  /** Milliseconds between two checks of all certificates in use. */
  checkMs: 86_400_000,
} as const;
