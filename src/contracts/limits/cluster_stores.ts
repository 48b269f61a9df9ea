/** Limits of saved objects, sessions and history that are kept in an OpenSearch cluster. */
export const CLUSTER_STORE_LIMITS = {
  /** Times that a change of a session or a number is tried anew because others were faster. */
  writeRounds: 20,
  /** Milliseconds for which one server of several removes expired sessions, alone. */
  sweepMs: 60_000,
  /** Milliseconds for which reading waits for the shard of an index that was just made or found. */
  newIndexMs: 5_000,
  /** Milliseconds between two of these. */
  shardPauseMs: 100,
  /** Bytes of saved objects that one call reads: as many are parsed at one go. */
  readBytes: 1_048_576,
  /** Saved objects of the first call of a reading; later ones go by what that one gave. */
  firstRead: 16,
  /** Saved objects that one call reads or writes at most. */
  objectsAtOnce: 500,
  /** Bytes of one answer with saved objects; a larger one is asked for again in smaller parts. */
  answerBytes: 67_108_864,
  /** Milliseconds that objects read ahead of those who ask for them stay valid. */
  readAheadMs: 500,
  /** Searches of everybody that run at the same time. */
  searches: 8,
} as const;
