/** Limits of the use of permissions, as audit events record it. */
export const ACTIVITY_LIMITS = {
  /** Different permissions of users on indices that are counted. Others are left out. */
  permissions: 50_000,
  /** Users and indices that are named for a used permission. */
  namesShown: 20,
  /** Requests that a replay names. */
  deniedShown: 100,
  /** Events of the embedded engine that one question examines. Others are left out. */
  eventsRead: 100_000,
  /** Characters of one line of a file of audit events. */
  lineLength: 1_048_576,
  /** Days of audit events that a request may ask for. */
  days: 90,
  /** Different permissions in a request that brings what was recorded along. */
  permissionsSent: 4_000,
  /** Bytes of such a request. */
  bodyBytes: 2_097_152,
  /** UTF-16 code units of a user in such a request; names of a directory can be long. */
  userLength: 1_024,
  /** Buckets per search of a cluster, and searches for one day. */
  bucketsPerSearch: 5_000,
  searchesPerDay: 20,
  /** Callers for whom what was recorded stays in memory. */
  kept: 4,
  /** Milliseconds until the events of today are counted again. */
  freshMs: 60_000,
  /** Milliseconds after the end of a day in which its events may still arrive. */
  lateMs: 600_000,
  /** Milliseconds until an answer says how far the first pass is. */
  waitMs: 2_000,
  /** Days after a change of a role for which requests that it denies are listed. */
  deniedDays: 14,
  /** Milliseconds per time slice, and of work, while days are put together. */
  sliceMs: 5,
  workMs: 10_000,
} as const;
