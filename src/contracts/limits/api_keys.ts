/** Limits of API keys, which let scripts act for an internal user. */
export const API_KEY_LIMITS = {
  /** Keys per user, including expired ones. Beyond: 400. */
  ofUser: 25,
  /** Keys of all users together, because lists search all of them. Beyond: 400. */
  ofAll: 10_000,
  /** UTF-16 code units of a key's name. Beyond: 400. */
  nameLength: 64,
  /** Roles in the scope of a key. Beyond: 400. */
  roles: 100,
  /** Entries of each kind in a key's own permissions. Beyond: 400. */
  ownEntries: 50,
  /** Patterns or actions per list in a key's own permissions. Beyond: 400. */
  ownNames: 100,
  /** UTF-16 code units of one such pattern or action. Beyond: 400. */
  ownNameLength: 256,
  /** UTF-16 code units of a key's own permissions as JSON. Beyond: 400. */
  ownLength: 8_192,
  /** Default validity of a key in days. */
  defaultDays: 90,
  /** Longest validity of a key in days. Beyond: 400. */
  maxDays: 365,
  /** Days for which an expired key is still listed. After that, the next new key removes it. */
  shownExpiredDays: 30,
  /** Interval in milliseconds for storing the last use of a key, which may lag by this time. */
  useMs: 60_000,
  /** Requests per minute and user to create or revoke keys. Beyond: 429. */
  changesPerMinute: 30,
  /** Keys per page of a list. Beyond: 400. */
  perPage: 100,
  /** UTF-16 code units of the search text of a list. Beyond: 400. */
  searchLength: 256,
} as const;
