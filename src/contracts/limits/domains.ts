/**
 * Limits of the input of authentication domains (`config.dynamic.authc`): tokens, headers and
 * certificates of requests, and responses of identity providers.
 */
export const DOMAIN_LIMITS = {
  /**
   * UTF-16 code units of a text in the security configuration, for example a key or metadata.
   * Beyond: 400.
   */
  settingLength: 262_144,
  /** Enabled domains, in their order. Further ones are ignored and logged. */
  domains: 50,
  /**
   * UTF-16 code units of a JSON web token, which must fit into the request headers (Node: 16 KiB).
   * Beyond: authentication fails.
   */
  tokenLength: 16_384,
  /** UTF-16 code units of a user name from a provider, a proxy or a certificate. */
  userNameLength: 1_024,
  /** Backend roles per user from a provider. Beyond: authentication fails. */
  backendRoles: 1_000,
  /** Attributes per user from a provider. Beyond: authentication fails. */
  attributes: 500,
  /** Nesting depth of the claims of a token. Beyond: authentication fails. */
  claimDepth: 10,
  /** Keys per `signing_key` list. Each can cost a verification for every invalid token. */
  signingKeys: 20,
  /** Keys in the key set of a provider (`max_jwks_keys` can lower it). */
  providerKeys: 100,
  /**
   * Bytes of a response of a provider: discovery document, key set, metadata
   * (`max_jwks_response_size_bytes` can lower it for key sets).
   */
  providerAnswerBytes: 1_048_576,
  /** UTF-16 code units of a SAML response in base64. Beyond: authentication fails. */
  samlResponseLength: 131_072,
  /** Elements of a SAML response, and their nesting depth. Beyond: authentication fails. */
  samlElements: 5_000,
  samlDepth: 50,
  /**
   * Elements of the metadata of a SAML provider or federation. Beyond: the metadata is rejected.
   */
  samlMetadataElements: 50_000,
  /** Milliseconds for which a SAML provider's logout request is valid. */
  samlLogoutMs: 120_000,
  /**
   * Milliseconds for verifying a SAML response on a worker thread. The largest takes less than one
   * second. Beyond: authentication fails.
   */
  samlProofMs: 15_000,
  /**
   * Used SAML responses that are remembered until they expire. Beyond: further responses are
   * rejected.
   */
  samlTaken: 50_000,
  /** Milliseconds for a complete response of a provider (`idp_request_timeout_ms` can lower it). */
  providerAnswerMs: 10_000,
  /** Milliseconds after which data of a provider is refreshed in the background. */
  providerKeepMs: 600_000,
  /** Minimum interval in milliseconds between requests to a provider because of unknown keys. */
  providerPauseMs: 1_000,
  /** Concurrent dry runs of a login. Beyond: 429. */
  trials: 4,
  /** Dry runs per minute and address, enforced by the server. Beyond: 429. */
  trialsPerMinute: 30,
  /** Minimum interval in milliseconds between equal log messages about a domain. */
  complaintMs: 60_000,
} as const;
