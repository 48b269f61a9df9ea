/** Limits of API keys, with which scripts call on behalf of an internal user. */
export const API_KEY_LIMITS = {
  /** Keys of one user, expired ones included. Beyond: 400. */
  ofUser: 25,
  /** Keys of all users together: lists look through all of them. Beyond: 400. */
  ofAll: 10_000,
  /** UTF-16 units of the name that somebody gives a key. Beyond: 400. */
  nameLength: 64,
  /** Roles to which a key can be narrowed. Beyond: 400. */
  roles: 100,
  /** Entries of each kind among a key's own permissions. Beyond: 400. */
  ownEntries: 50,
  /** Patterns, or actions, in one list of a key's own permissions. Beyond: 400. */
  ownNames: 100,
  /** UTF-16 units of one pattern or action there. Beyond: 400. */
  ownNameLength: 256,
  /** UTF-16 units of a key's own permissions as JSON. Beyond: 400. */
  ownLength: 8_192,
  /** Days for which a key is good unless its owner says otherwise. */
  defaultDays: 90,
  /** Days for which a key is good at most. Beyond: 400. */
  maxDays: 365,
  /** Days for which a key that has expired is still shown; then the next new key removes it. */
  shownExpiredDays: 30,
  /** Milliseconds by which the last use of a key is told too early: uses are written so rarely. */
  useMs: 60_000,
  /** Requests a minute of one user to make or revoke keys. Beyond: 429. */
  changesPerMinute: 30,
  /** Keys on a page of a list. Beyond: 400. */
  perPage: 100,
  /** UTF-16 units of what is looked for in a list. Beyond: 400. */
  searchLength: 256,
} as const;
