/** Limits of names and other manual input. */
export const NAME_LIMITS = {
  /**
   * Minimum length of the name of a role, user, tenant or action group, in characters (code
   * points).
   */
  nameAtLeast: 2,
  /** Its maximum length. The engine itself allows more. */
  nameAtMost: 50,
  /**
   * Minimum length of a new password, in characters (code points). The backend may require more.
   */
  passwordAtLeast: 8,
} as const;
