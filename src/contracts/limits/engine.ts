/** Limits of the security configuration and of what is asked about it. */
export const ENGINE_LIMITS = {
  /** Characters of one `filter_path`. */
  filterPathLength: 2_048,
  /** Filters of one `filter_path`. */
  filterPathFilters: 100,
  /** Parts with `*` or `**` in one `filter_path`: each is tried on every key of an answer. */
  filterPathWildcards: 32,
  /** Bytes, as JSON, of an answer in CBOR or Smile: it is written at one go. Beyond: 413. */
  binaryAnswerBytes: 524_288,
  /** Operations of one patch. */
  patchOperations: 1_000,
  /** Entries that are changed in one step, by an import for example. Beyond: 413. */
  changeSetSize: 1_000,
  /** Paths of the allow list: every request is looked for among them. */
  allowListPaths: 1_000,
  /** Limits for failed sign-ins: every sign-in asks each. */
  failureListeners: 100,
  /** Entries of distinguished names: all are written with each. */
  nodesDn: 1_000,
} as const;
