/** How several servers stand on one store of sessions. */
export const SESSION_LIMITS = {
  /**
   * Milliseconds for which a server goes by what it last read of a session; then it asks the store
   * again.
   */
  trustedMs: 1_000,
  /** Milliseconds after which a session that ended at one server is refused by all. */
  endedEverywhereMs: 2_000,
  /** Sessions that a server remembers; others are read from the store when they are used. */
  remembered: 10_000,
  /**
   * Milliseconds of use that may be lost when a server dies: extensions are written once in so long
   * a time.
   */
  extensionMs: 60_000,
  /** Characters of a browser's name for itself (`user-agent`) that are kept of a session. */
  userAgentLength: 300,
  /** Sessions of one user; a further sign-in ends the oldest one. Visitors are not counted. */
  ofUser: 500,
  /** Sessions of one user that lists reach, from the newest on; all can be ended at once. */
  listed: 10_000,
} as const;
