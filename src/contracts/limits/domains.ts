/**
 * Limits of what authentication domains (`config.dynamic.authc`) read: tokens, headers and
 * certificates of requests, and answers of identity providers.
 */
export const DOMAIN_LIMITS = {
  /**
   * UTF-16 units of a text in the security configuration, a key or metadata for example. Beyond:
   * 400.
   */
  settingLength: 262_144,
  /** Enabled domains, in their order; further ones are passed over, with a line in the log. */
  domains: 50,
  /**
   * UTF-16 units of a JSON web token: what fits into the headers of a request (Node: 16 KiB).
   * Beyond: it proves nobody.
   */
  tokenLength: 16_384,
  /** UTF-16 units of a user name that a provider, a proxy or a certificate gives. */
  userNameLength: 1_024,
  /** Backend roles of one user by a provider. Beyond: it proves nobody. */
  backendRoles: 1_000,
  /** Attributes of one user by a provider. Beyond: it proves nobody. */
  attributes: 500,
  /** Objects inside one another in the claims of a token. Beyond: it proves nobody. */
  claimDepth: 10,
  /** Keys of one `signing_key` list; each may cost a verification for every wrong token. */
  signingKeys: 20,
  /** Keys in the key set of a provider (`max_jwks_keys` may lower it). */
  providerKeys: 100,
  /**
   * Bytes of one answer of a provider: discovery document, key set, metadata
   * (`max_jwks_response_size_bytes` may lower it for key sets).
   */
  providerAnswerBytes: 1_048_576,
  /** UTF-16 units of a SAML response in base64. Beyond: it proves nobody. */
  samlResponseLength: 131_072,
  /** Elements of a SAML response, and elements inside one another. Beyond: it proves nobody. */
  samlElements: 5_000,
  samlDepth: 50,
  /** Elements of a SAML provider's metadata, of a federation's too. Beyond: they are not read. */
  samlMetadataElements: 50_000,
  /** Milliseconds in which a SAML provider's request to sign somebody out counts. */
  samlLogoutMs: 120_000,
  /**
   * Milliseconds for proving a SAML response, on a thread; the largest takes less than one second.
   * Beyond: it proves nobody.
   */
  samlProofMs: 15_000,
  /**
   * SAML responses that are remembered as used until they end by themselves. Beyond: further ones
   * are refused.
   */
  samlTaken: 50_000,
  /** Milliseconds for a whole answer of a provider (`idp_request_timeout_ms` may lower it). */
  providerAnswerMs: 10_000,
  /** Milliseconds after which what a provider said is asked for again, beside the requests. */
  providerKeepMs: 600_000,
  /** Milliseconds between two questions to a provider because of keys that are not known. */
  providerPauseMs: 1_000,
  /** Sign-ins that are tried at a time. Beyond: 429. */
  trials: 4,
  /** Trials of one address in a minute, at the server. Beyond: 429. */
  trialsPerMinute: 30,
  /** Milliseconds between two lines in the log about one domain. */
  complaintMs: 60_000,
} as const;
