/** Limits of every HTTP request and answer, whatever the route. */
export const HTTP_LIMITS = {
  /** Levels of objects and arrays inside one another in a JSON body. */
  jsonDepth: 64,
} as const;
