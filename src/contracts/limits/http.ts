/**
 * Limits of every HTTP request and answer, whatever the route. Sizes are bytes, spans milliseconds.
 * A route may say its own for its body and its answer (`RouteConfig.options`); the table that
 * `http.budgets()` gives shows what is in force for each.
 */
export const HTTP_LIMITS = {
  /** Levels of objects and arrays inside one another in a JSON body. Beyond: 400. */
  jsonDepth: 64,
  /**
   * Values in a JSON body, those inside others included: what a parser and a schema visit. Beyond:
   * 400.
   */
  jsonValues: 100_000,
  /**
   * Items of one array or object in a JSON body; as many as one bulk call may name. Beyond: 400.
   */
  jsonItems: 10_000,
  /**
   * Body of a request to a route or entry point that says nothing else (`server.maxPayload`).
   * Beyond: 413.
   */
  bodyBytes: 1_048_576,
  /** Body of a request to a route that reads none: some clients always send `{}`. Beyond: 413. */
  unreadBodyBytes: 4_096,
  /** Bodies of all requests under way, as announced by their senders. Beyond: 429. */
  bodiesBytes: 134_217_728,
  /** The same of one address. Beyond: 429. */
  bodiesBytesPerAddress: 67_108_864,
  /** Answer that is not a stream. Beyond: 413; nobody reads so much at once. */
  answerBytes: 33_554_432,
  /** JSON answer up to which it is written in one go; larger ones go out in slices. */
  answerSliceBytes: 262_144,
  /**
   * Path of an address, as sent: three times that of a long name, since escapes take three. Beyond:
   * 414.
   */
  pathBytes: 8_192,
  /**
   * One part of a path, as sent; names of resources may be long once percent-encoded. Beyond: 414.
   */
  pathPartBytes: 4_096,
  /** Query of an address, as sent. Beyond: 414. */
  queryBytes: 12_288,
  /** Parameters that are read of a query, repeated ones included; the rest is left alone. */
  queryKeys: 1_000,
  /** Request line and headers together. Beyond: 431. */
  headerBytes: 16_384,
  /**
   * Characters of a client's own name for a request (`x-opaque-id`). A longer one is not taken
   * over.
   */
  opaqueIdLength: 128,
  /** Headers of one request. Beyond: 431. */
  headers: 100,
  /** Cookies of one request; browsers keep at most 180 for a site. Beyond: 431. */
  cookies: 200,
  /**
   * Time a sender gets for the request line and all headers, a new connection's silence included.
   */
  headersMs: 10_000,
  /** Time a sender gets for a whole request, body included. */
  requestMs: 120_000,
  /**
   * Time to find out who is asking, on pages that must answer while the store of sessions is away.
   */
  identifyMs: 2_000,
  /** How often slow senders are looked for. */
  slowSenderCheckMs: 2_000,
  /** Time for the handshake of TLS. */
  tlsHandshakeMs: 10_000,
  /** Requests of one connection; the client opens another one then. */
  requestsPerConnection: 10_000,
  /** Requests of one connection that wait for their answers. Beyond: the connection ends. */
  requestsAhead: 32,
  /**
   * Connections at one time (`server.maxConnections`). Beyond: the newest of the busiest address
   * ends.
   */
  connections: 4_096,
  /**
   * Connections of one address at one time (`server.maxConnectionsPerAddress`); people share
   * addresses.
   */
  connectionsPerAddress: 1_024,
  /** File descriptors that connections leave to files, databases and workers. */
  reservedDescriptors: 128,
  /**
   * Questions for `/api/metrics` of one address in a minute; a collector asks every 15 s. Beyond:
   * 429.
   */
  metricsPerMinute: 120,
  /** Addresses or users that one counter of requests remembers; the oldest are forgotten first. */
  countedCallers: 10_000,
} as const;

/** Upper bounds of the histogram of response times. */
export const METRIC_BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
