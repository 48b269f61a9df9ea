/** Limits of second factors: one-time codes, recovery codes, passkeys. */
export const FACTOR_LIMITS = {
  /** Factors per user. Beyond: 400. */
  ofUser: 20,
  /** Roles that administrators may name as requiring a factor. Beyond: 400. */
  requiredRoles: 100,
  /** UTF-16 code units of a factor's name. Beyond: 400. */
  nameLength: 64,
  /** UTF-16 code units of a passkey response as JSON. Beyond: 400. */
  proofLength: 8_192,
  /** Recovery codes per set. Each is valid for one login. */
  recoveryCodes: 10,
  /** Wrong responses to one challenge, after which the login must start again. */
  triesOfRound: 5,
  /**
   * Wrong codes per user after a correct password, from all addresses. Beyond: 429 for `blockMs`.
   */
  failuresOfUser: 30,
  /** Time window of these failures, and duration of the block, in milliseconds. */
  failuresMs: 900_000,
  blockMs: 900_000,
  /** Pending logins, and separately pending enrollments. Beyond: the oldest are dropped. */
  waiting: 10_000,
  /** Milliseconds between the start of an enrollment and its first code. Beyond: 400. */
  enrolMs: 600_000,
  /** Requests per minute of a user to change their own factors. Beyond: 429. */
  changesPerMinute: 30,
  /** Users per request for the factors of a list. Beyond: 400. */
  usersOfList: 100,
} as const;
