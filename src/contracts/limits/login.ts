/**
 * Limits of signing in, by whatever way: the login page, HTTP Basic and tokens on any route or
 * entry point.
 */
export const LOGIN_LIMITS = {
  /** UTF-16 units of a password. */
  passwordLength: 1_024,
  /** UTF-16 units of a user name at the login page. */
  userNameLength: 256,
  /**
   * Bytes of a request to sign in: name and password, each unit written as an escape. Beyond: 413.
   */
  bodyBytes: 16_384,
  /** Failures a minute of one address (`auth.max_logins_per_minute`). Beyond: 429. */
  failuresPerMinute: 120,
  /** Requests a minute to the login route of one address, successful ones included. Beyond: 429. */
  loginsPerMinute: 1_200,
  /** Attempts of one address that are under way at the same time. Beyond: 429. */
  attemptsUnderWay: 256,
  /** Failures of one name, from wherever, after which strangers' attempts for it are slowed. */
  failuresOfName: 50,
  /** Milliseconds in which these are counted. */
  failuresOfNameMs: 900_000,
  /** Milliseconds between two attempts of strangers for a slowed name. */
  slowedIntervalMs: 250,
  /**
   * Strangers' attempts for a slowed name that wait at the same time, one of each address. Beyond:
   * 429.
   */
  slowedWaiting: 20,
  /** Places, each a name at an address, that are remembered for a successful sign-in. */
  knownPlaces: 10_000,
  /** Milliseconds between two rounds of a sign-in. Beyond: 401, it begins anew. */
  roundMs: 300_000,
  /** Bytes of an answer of an identity provider, unpacked. Beyond: it counts as away. */
  providerBytes: 1_048_576,
  /** Milliseconds for one whole answer of an identity provider. Beyond: it counts as away. */
  providerMs: 10_000,
  /** Milliseconds for which a provider that did not answer is not asked again. */
  providerPauseMs: 2_000,
  /** Milliseconds for which what a provider says of itself is believed. */
  providerFreshMs: 3_600_000,
  /** Milliseconds before a token runs out in which it is renewed beside the requests. */
  renewBeforeMs: 60_000,
  /** Milliseconds in which a provider's word counts that a session has ended there. */
  logoutTokenMs: 120_000,
  /** Milliseconds after signing in for which such a word finds the session. */
  providerSessionMs: 2_592_000_000,
  /** Milliseconds by which the clock of a provider may be wrong. */
  providerClockMs: 30_000,
  /**
   * Letters of an id token that goes along in the address of an OpenID provider's log-out: servers
   * take addresses of some 8 KiB. Beyond: it is left out, and the provider may ask the person.
   */
  idTokenHintLength: 6_000,
  /** Fields of a further round, and UTF-16 units of a field's name. */
  stepFields: 10,
  stepFieldLength: 64,
  /**
   * Bytes of a form with the answer of a SAML provider: `samlResponseLength` characters of base64,
   * half of them written as escapes. Beyond: 413.
   */
  samlBodyBytes: 262_144,
  /**
   * Milliseconds for which a SAML provider's answer is remembered as used, by all servers: longer
   * than such an answer is good.
   */
  usedAnswerMs: 86_400_000,
  /** Signatures and secrets in such an answer by which it is known again. Beyond: refused. */
  answerMarks: 16,
  /** UTF-16 units of the text that comes back with an answer to a request to sign out. */
  relayStateLength: 1_024,
  /** Requests a minute of one user to change the own password. Beyond: 429. */
  passwordChangesPerMinute: 30,
} as const;
