/** Limits of what people call things and enter by hand. Source: specification section 5. */
export const NAME_LIMITS = {
  /**
   * Characters (code points) that the name of a role, user, tenant or action group has at least.
   */
  nameAtLeast: 2,
  /** The same at most. The engine itself allows more. */
  nameAtMost: 50,
  /** Characters (code points) of a new password; the backend may ask for more. */
  passwordAtLeast: 8,
} as const;
