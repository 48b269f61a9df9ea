/** Limits of what is asked of an OpenSearch cluster and of what it answers. */
export const CLUSTER_LIMITS = {
  /** Bytes of one answer of the cluster that is handed on to a caller; more is 502. */
  answerBytes: 16_777_216,
  /** Bytes of one collection of the security configuration that is kept in memory. */
  collectionBytes: 268_435_456,
  /** Characters of the path of one call, as it goes over the wire. */
  pathLength: 4_096,
  /**
   * Milliseconds after which what the cluster shows is read anew: a change made elsewhere is seen
   * within 5 s.
   */
  staleMs: 4_500,
  /** Milliseconds between two readings of the configuration that somebody asks for. */
  refreshMs: 1_000,
  /** Milliseconds without a response after which the cluster counts as away. */
  lookMs: 2_500,
  /** Milliseconds that a starting cluster may take to load its security configuration. */
  startMs: 60_000,
  /** Identities that are remembered for `staleMs`. */
  identities: 10_000,
  /** Connections of each kind to one host of the cluster; further calls wait for one. */
  connections: 256,
  /**
   * Ids of calls, used in turn: a response names its request by one. A node keeps the ids in its
   * log of deprecated calls, so they are few.
   */
  callIds: 1_024,
} as const;
