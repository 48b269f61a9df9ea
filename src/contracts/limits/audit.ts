/** Limits of what is recorded about requests, and of asking for it. */
export const AUDIT_LIMITS = {
  /** Audit events of one page. */
  perPage: 1_000,
  /** UTF-8 bytes of the events of one page: it is built and sent as one text. */
  pageBytes: 4_194_304,
  /**
   * Words of one search, and UTF-16 units of each: every word is tried at every place of an event.
   */
  searchWords: 10,
  searchWordLength: 100,
  /**
   * Milliseconds one search goes on; its answer then holds what was found, and a cursor to go on.
   */
  searchMs: 5_000,
  /**
   * Spans of time that an answer counts events in, and events that are looked at in each: a span
   * with more says "at least".
   */
  spans: 60,
  eventsPerSpan: 2_000,
  /**
   * UTF-16 units of an event's user name; and of its path, its reason, one header, one parameter.
   */
  userNameLength: 256,
  textLength: 1_024,
  /** Headers of an event, and parameters. */
  fields: 32,
  /**
   * UTF-16 units of an event's body, and of its diff: evidence, not an archive; the history has
   * all.
   */
  bodyLength: 8_192,
  diffLength: 16_384,
  /** Milliseconds within which refusals of one kind become one event with their number. */
  refusalWindowMs: 60_000,
  /**
   * Kinds of refusals told apart in that time, of one address and in all; beyond, they are only
   * counted.
   */
  refusalsPerAddress: 100,
  refusalKinds: 1_000,
  /** Events, and bytes of them, that wait in memory while the disk cannot be written. */
  waitingEvents: 50_000,
  waitingBytes: 33_554_432,
} as const;

/**
 * Shares of the store, percent. As long as there is room everybody may use it; when the store is
 * full, the category furthest above its share loses its oldest events. So nobody's refusals push
 * out what administrators did.
 */
export const AUDIT_SHARES: Readonly<Record<string, number>> = {
  COMPLIANCE_INTERNAL_CONFIG_WRITE: 45,
  GRANTED_PRIVILEGES: 20,
  AUTHENTICATED: 15,
  FAILED_LOGIN: 10,
  MISSING_PRIVILEGES: 7,
  BAD_HEADERS: 2,
};
/** Percent for each category that is not named. */
export const AUDIT_OTHER_SHARE = 1;
