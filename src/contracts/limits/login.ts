/** Limits of logins by all methods, on any route or entry point. */
export const LOGIN_LIMITS = {
  /** UTF-16 code units of a password. */
  passwordLength: 1_024,
  /** UTF-16 code units of a user name on the login page. */
  userNameLength: 256,
  /** Bytes of a login request: name and password, with every code unit escaped. Beyond: 413. */
  bodyBytes: 16_384,
  /** Failed logins per minute and address (`auth.max_logins_per_minute`). Beyond: 429. */
  failuresPerMinute: 120,
  /** Requests per minute and address to the login route, including successful ones. Beyond: 429. */
  loginsPerMinute: 1_200,
  /** Concurrent attempts per address. Beyond: 429. */
  attemptsUnderWay: 256,
  /**
   * Failed logins per user name, from all addresses, after which attempts of unknown clients are
   * slowed down.
   */
  failuresOfName: 50,
  /** Time window of these failures, in milliseconds. */
  failuresOfNameMs: 900_000,
  /** Interval in milliseconds between attempts of unknown clients for a slowed user name. */
  slowedIntervalMs: 250,
  /** Queued attempts of unknown clients for a slowed user name, one per address. Beyond: 429. */
  slowedWaiting: 20,
  /**
   * Known clients that are remembered: pairs of a user name and an address with a successful login.
   */
  knownPlaces: 10_000,
  /** Milliseconds between two login steps. Beyond: 401, and the login must start again. */
  roundMs: 300_000,
  /**
   * Bytes of an uncompressed response of an identity provider. Beyond: the provider counts as
   * unreachable.
   */
  providerBytes: 1_048_576,
  /**
   * Milliseconds for a complete response of an identity provider. Beyond: the provider counts as
   * unreachable.
   */
  providerMs: 10_000,
  /** Milliseconds before the next request to a provider that did not respond. */
  providerPauseMs: 2_000,
  /** Milliseconds for which the metadata of a provider is cached. */
  providerFreshMs: 3_600_000,
  /** Milliseconds before the expiry of a token at which it is refreshed in the background. */
  renewBeforeMs: 60_000,
  /** Milliseconds for which a provider's logout notice is valid. */
  logoutTokenMs: 120_000,
  /** Milliseconds after the login in which such a notice finds the session. */
  providerSessionMs: 2_592_000_000,
  /** Clock skew of a provider in milliseconds. */
  providerClockMs: 30_000,
  /**
   * Characters of an ID token in the logout URL of an OpenID provider, because servers accept URLs
   * of about 8 KiB. Beyond: it is omitted, and the provider may ask the user to confirm.
   */
  idTokenHintLength: 6_000,
  /** Fields of a further login step, and UTF-16 code units of a field name. */
  stepFields: 10,
  stepFieldLength: 64,
  /**
   * Bytes of a form with a SAML response: `samlResponseLength` characters of base64, half of them
   * escaped. Beyond: 413.
   */
  samlBodyBytes: 262_144,
  /** Milliseconds for which all servers remember a used SAML response, longer than its validity. */
  usedResponseMs: 86_400_000,
  /** Digests and encrypted values that identify such a response. Beyond: rejected. */
  usedResponseIds: 16,
  /** UTF-16 code units of the relay state of a logout response. */
  relayStateLength: 1_024,
  /** Requests per minute of a user to change their own password. Beyond: 429. */
  passwordChangesPerMinute: 30,
} as const;
