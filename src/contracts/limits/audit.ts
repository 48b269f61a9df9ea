/** Limits of audit events and of queries for them. */
export const AUDIT_LIMITS = {
  /** Audit events per page. */
  perPage: 1_000,
  /** UTF-8 bytes of the events of a page, which is built and sent as one text. */
  pageBytes: 4_194_304,
  /**
   * Words per search, and UTF-16 code units of each. Every word is compared at every position of an
   * event.
   */
  searchWords: 10,
  searchWordLength: 100,
  /** Milliseconds per search. After that, the response has the matches so far and a cursor. */
  searchMs: 5_000,
  /**
   * Time spans per response, and events counted in each. Beyond that, the count is a lower bound.
   */
  spans: 60,
  eventsPerSpan: 2_000,
  /**
   * UTF-16 code units of an event's user name; and of its path, its reason, a header, and a
   * parameter.
   */
  userNameLength: 256,
  textLength: 1_024,
  /** Headers, and parameters, per event. */
  fields: 32,
  /**
   * UTF-16 code units of an event's body, and of its diff. Longer ones are truncated; the change
   * history has the full content.
   */
  bodyLength: 8_192,
  diffLength: 16_384,
  /**
   * Time window in milliseconds in which denials of the same kind become one event with a count.
   */
  refusalWindowMs: 60_000,
  /** Kinds of denials per time window, by address and in total. Beyond: only counted. */
  refusalsPerAddress: 100,
  refusalKinds: 1_000,
  /** Events, and their bytes, that wait in memory while the disk is not writable. */
  waitingEvents: 50_000,
  waitingBytes: 33_554_432,
  /**
   * Events, and bytes of them, that wait for a file or a syslog server; further ones are counted
   * and lost there.
   */
  outputEvents: 20_000,
  outputBytes: 33_554_432,
  /** Bytes of an event in the file, about; its largest fields are left out beyond. */
  outputLineBytes: 262_144,
} as const;

/**
 * Guaranteed share of the store by category, in percent. While there is space, every category may
 * use it. When the store is full, the category that exceeds its share the most loses its oldest
 * events. This way, a flood of denials cannot displace the actions of administrators.
 */
export const AUDIT_SHARES: Readonly<Record<string, number>> = {
  COMPLIANCE_INTERNAL_CONFIG_WRITE: 45,
  GRANTED_PRIVILEGES: 20,
  AUTHENTICATED: 15,
  FAILED_LOGIN: 10,
  MISSING_PRIVILEGES: 7,
  BAD_HEADERS: 2,
};
/** Share of all other categories, in percent each. */
export const AUDIT_OTHER_SHARE = 1;
