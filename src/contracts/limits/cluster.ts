/** Limits of requests to an OpenSearch cluster and of its responses. */
export const CLUSTER_LIMITS = {
  /** Bytes of a response of the cluster that is passed on to a caller. Beyond: 502. */
  responseBytes: 16_777_216,
  /** Bytes of one collection of the security configuration in memory. */
  collectionBytes: 268_435_456,
  /** Levels of objects and arrays inside one another in a JSON response. Beyond: 502. */
  jsonDepth: 100,
  /** Items of one array or object in a JSON response. Beyond: 502. */
  jsonItems: 250_000,
  /** Values in a JSON response, including nested ones. Beyond: 502. */
  jsonValues: 3_000_000,
  /** Characters of one entry of the security configuration. Beyond: 502. */
  entryLength: 4_194_304,
  /** Interim responses (1xx) before a response. Beyond: 502. */
  interimResponses: 16,
  /** Characters of the encoded path of a request. */
  pathLength: 4_096,
  /**
   * Milliseconds after which data of the cluster is read again. Changes made elsewhere become
   * visible within 5 s.
   */
  staleMs: 4_500,
  /** Minimum interval in milliseconds between two requested reads of the configuration. */
  refreshMs: 1_000,
  /**
   * Milliseconds without a response after which the cluster counts as unreachable. Requests then
   * get 503 without being sent, until it answers again.
   */
  lookMs: 2_500,
  /**
   * Milliseconds after which the permissions of the server's user are checked again. They are
   * checked at once after a denied request, and every 2 s while one is missing.
   */
  permissionsMs: 60_000,
  /** Milliseconds in which a starting cluster must load its security configuration. */
  startMs: 60_000,
  /** Identities cached for `staleMs`. */
  identities: 10_000,
  /** Connections of each kind per host of the cluster. Further requests are queued. */
  connections: 256,
  /**
   * Request ids, used cyclically, that match a response to its request. Few, because a node keeps
   * the ids in its deprecation log.
   */
  callIds: 1_024,
} as const;

/** Limits of clusters besides the installation's own (`opensearch_security.clusters`). */
export const CONNECTION_LIMITS = {
  /** Connections of one installation. */
  connections: 20,
  /** Changes of a connection's address that are told to users at their next login there. */
  movesKept: 10,
  /** Users of a connection whose last login there is remembered. */
  loginsKept: 1_000,
  /** Requests to one of these clusters at a time. Beyond: 503. */
  running: 64,
  /** Bytes of one response, and of one collection of the configuration in memory. */
  responseBytes: 33_554_432,
  /** Callers of one connection whose view of the configuration is kept in memory. */
  callers: 8,
  /** Milliseconds without a request after which a caller's view is dropped. */
  idleMs: 600_000,
  /** Milliseconds for which the version of a cluster is trusted. */
  versionMs: 300_000,
  /** Milliseconds until a response is complete, unless the connection sets another value. */
  requestMs: 10_000,
  /** Characters of a user name, and of a password. */
  credentialLength: 256,
  /** Addresses of one connection. */
  hosts: 10,
  /** Characters of one address. */
  hostLength: 256,
  /** Characters of the PEM text of authorities; about ten certificates. */
  authoritiesLength: 32_768,
  /** Characters of the PEM text of a client certificate with its chain, and of its key. */
  certificateLength: 16_384,
  /** Milliseconds after which changes of connections by other servers are read. */
  refreshMs: 3_000,
  /** Tests per minute of saved connections by one user; a page tests all of them. */
  testsPerMinute: 120,
  /** Credentials per minute that one user may enter or test. */
  attemptsPerMinute: 10,
  /** Milliseconds in which a cluster must answer what one user may do there. */
  userEverywhereMs: 5_000,
  /** Milliseconds in which a cluster must suspend or reactivate a user: several requests. */
  suspendMs: 30_000,
  /** Requests per minute of one user about another user on all clusters. */
  usersEverywherePerMinute: 600,
} as const;
