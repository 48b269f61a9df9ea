/** Limits of second factors: one-time codes, recovery codes, passkeys. */
export const FACTOR_LIMITS = {
  /** Factors of one user. Beyond: 400. */
  ofUser: 20,
  /** UTF-16 units of the name that somebody gives a factor. Beyond: 400. */
  nameLength: 64,
  /** UTF-16 units of what a passkey answers, as JSON. Beyond: 400. */
  proofLength: 8_192,
  /** Recovery codes that are made at a time; each is good for one sign-in. */
  recoveryCodes: 10,
  /** Wrong answers to one question of a sign-in, after which it begins anew. */
  triesOfRound: 5,
  /**
   * Wrong codes for one user, from wherever, who each time knew the password. Beyond: 429 for
   * `blockMs`.
   */
  failuresOfUser: 30,
  /** Milliseconds in which these are counted, and for which they then block. */
  failuresMs: 900_000,
  blockMs: 900_000,
  /**
   * Sign-ins and enrolments that wait for an answer at the same time, each kind by itself; the
   * oldest give way.
   */
  waiting: 10_000,
  /** Milliseconds between the beginning of an enrolment and its first code. Beyond: 400. */
  enrolMs: 600_000,
  /** Requests a minute of one user to change the own factors. Beyond: 429. */
  changesPerMinute: 30,
  /** Users whose factors are asked for at a time, for a list. Beyond: 400. */
  usersOfList: 100,
} as const;
