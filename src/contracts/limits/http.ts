/**
 * Limits of every HTTP request and response, in bytes and milliseconds. A route can set its own
 * (`RouteConfig.options`); `http.budgets()` shows those in force.
 */
export const HTTP_LIMITS = {
  /** Nesting depth of a JSON body. Beyond: 400. */
  jsonDepth: 64,
  /**
   * Values in a JSON body, including nested ones, which a parser and a schema visit. Beyond: 400.
   */
  jsonValues: 100_000,
  /**
   * Items of one array or object in a JSON body, as many as a bulk request may contain. Beyond:
   * 400.
   */
  jsonItems: 10_000,
  /**
   * Body of a request to a route or entry point without its own limit (`server.maxPayload`).
   * Beyond: 413.
   */
  bodyBytes: 1_048_576,
  /**
   * Body of a request to a route that reads none, because some clients always send `{}`. Beyond:
   * 413.
   */
  unreadBodyBytes: 4_096,
  /** Bodies of all concurrent requests, by their announced length. Beyond: 429. */
  bodiesBytes: 134_217_728,
  /** The same per address. Beyond: 429. */
  bodiesBytesPerAddress: 67_108_864,
  /** Response that is not a stream. Beyond: 413. */
  responseBytes: 33_554_432,
  /** JSON response that is written in one piece. Larger ones are sent in slices. */
  responseSliceBytes: 262_144,
  /**
   * Encoded path of a URL: three times a long name, because escapes take three bytes. Beyond: 414.
   */
  pathBytes: 8_192,
  /** One encoded path segment; percent-encoded names of resources can be long. Beyond: 414. */
  pathPartBytes: 4_096,
  /** Encoded query of a URL. Beyond: 414. */
  queryBytes: 12_288,
  /** Query parameters that are read, including repeated ones. The rest is ignored. */
  queryKeys: 1_000,
  /** Request line and headers together. Beyond: 431. */
  headerBytes: 16_384,
  /** Characters of a client's own request id (`x-opaque-id`). Longer ones are ignored. */
  opaqueIdLength: 128,
  /** UTF-16 code units of the reason for a change (`x-change-reason`). Longer ones are ignored. */
  changeReasonLength: 500,
  /** Headers per request. Beyond: 431. */
  headers: 100,
  /** Cookies per request. Browsers store at most 180 per site. Beyond: 431. */
  cookies: 200,
  /**
   * Time for receiving the request line and all headers, including the idle time of a new
   * connection.
   */
  headersMs: 10_000,
  /** Time for receiving a complete request, including its body. */
  requestMs: 120_000,
  /**
   * Time for identifying the caller on pages that must respond while the session store is
   * unreachable.
   */
  identifyMs: 2_000,
  /** Interval of the check for slow clients. */
  slowSenderCheckMs: 2_000,
  /** Time for the TLS handshake. */
  tlsHandshakeMs: 10_000,
  /** Requests per connection. After that, the client must open a new one. */
  requestsPerConnection: 10_000,
  /**
   * Pipelined requests that wait for their responses on a connection. Beyond: the connection is
   * closed.
   */
  requestsAhead: 32,
  /**
   * Concurrent connections (`server.maxConnections`). Beyond: the newest connection of the address
   * with the most connections is closed.
   */
  connections: 4_096,
  /**
   * Concurrent connections per address (`server.maxConnectionsPerAddress`). Users can share an
   * address.
   */
  connectionsPerAddress: 1_024,
  /** File descriptors reserved for files, databases and workers. */
  reservedDescriptors: 128,
  /**
   * Requests for `/api/metrics` per minute and address. A collector sends one every 15 s. Beyond:
   * 429.
   */
  metricsPerMinute: 120,
  /** Addresses or users per request counter. The oldest are dropped first. */
  countedCallers: 10_000,
} as const;

/** Upper bounds of the response time histogram, in seconds. */
export const METRIC_BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
