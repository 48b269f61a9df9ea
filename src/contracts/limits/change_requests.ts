/** Limits of change requests: changes that a colleague looks at and approves. */
export const CHANGE_REQUEST_LIMITS = {
  /** Entries of one request. */
  changes: 100,
  /** UTF-16 code units of a request as JSON, with the states before. Beyond: 413. */
  requestLength: 262_144,
  /** Bytes of a body. */
  bodyBytes: 524_288,
  /** UTF-16 code units of all stored requests. Decided ones make room, the oldest first. */
  totalLength: 1_048_576,
  /** Open requests of one author, and their UTF-16 code units. Beyond: 409. */
  openPerAuthor: 20,
  authorLength: 524_288,
  /** Open requests in all. Beyond: 409 for authors with more than an equal share. */
  open: 100,
  /** UTF-16 code units of an equal share of `totalLength`, however many authors there are. */
  leastShare: 16_384,
  /** Decided and expired requests that are kept, and the days after the decision. */
  decided: 200,
  decidedDays: 90,
  /** Days until an open request expires. */
  openDays: 30,
  /** UTF-16 code units. */
  titleLength: 200,
  reasonLength: 2_000,
  commentLength: 1_000,
  /** Creations, changes and decisions per minute and user. */
  perMinute: 60,
} as const;
