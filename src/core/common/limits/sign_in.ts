/** Limits of signing in, by whatever way. */
export const SIGN_IN_LIMITS = {
  /** UTF-16 units of a password. */
  passwordLength: 1_024,
} as const;
