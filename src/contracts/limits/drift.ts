/** Limits of drift: the configuration compared with a folder of files. */
export const DRIFT_LIMITS = {
  /** Bytes of all files of the folder. Beyond, the folder counts as broken. */
  folderBytes: 4_194_304,
  /** Seconds between two checks: at least, by default, at most. */
  minIntervalSeconds: 5,
  intervalSeconds: 60,
  maxIntervalSeconds: 86_400,
  /** Ignore rules, and characters of one. */
  ignoreRules: 200,
  ignoreRuleLength: 1_000,
  /** Entries of one page; the change history is read for each. */
  perPage: 50,
  /** Differing fields that a page shows per entry. */
  fields: 100,
  /** Characters of a value as JSON. A longer one is left out of the answer. */
  valueLength: 20_000,
  /** Problems of files that an answer lists. */
  problems: 100,
  /** Changes of an entry that are searched for the last one of a differing field. */
  changesRead: 20,
  /** Milliseconds of work of a thread that parses or changes files. */
  workMs: 60_000,
  /** Checks and changes per minute that one user may start. */
  perMinute: 60,
} as const;
