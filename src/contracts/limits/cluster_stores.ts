/** Limits of saved objects, sessions and the change history in an OpenSearch cluster. */
export const CLUSTER_STORE_LIMITS = {
  /** Attempts to write a session or a sequence number when other writes came first. */
  writeRounds: 20,
  /** Milliseconds of the lease with which one of several servers removes expired sessions. */
  sweepMs: 60_000,
  /** Milliseconds for which reads wait for the shard of an index that was just created or found. */
  newIndexMs: 5_000,
  /** Interval in milliseconds between attempts of such a read. */
  shardPauseMs: 100,
  /** Bytes of saved objects per read request, which are parsed together. */
  readBytes: 1_048_576,
  /**
   * Saved objects in the first request of a read. The size of later requests adapts to the
   * responses.
   */
  firstRead: 16,
  /** Saved objects per read or write request. */
  objectsAtOnce: 500,
  /** Bytes of a response with saved objects. Larger ones are requested again in smaller parts. */
  responseBytes: 67_108_864,
  /** Milliseconds for which objects that were read ahead stay valid. */
  readAheadMs: 500,
  /** Recorded changes whose resulting state is kept in memory as a digest. */
  outcomes: 20_000,
  /** Concurrent searches of all users. */
  searches: 8,
} as const;
