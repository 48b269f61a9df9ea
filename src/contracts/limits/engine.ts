/** Limits of the security configuration and of what is asked about it. */
export const ENGINE_LIMITS = {
  /** Characters of one `filter_path`. */
  filterPathLength: 2_048,
  /** Filters of one `filter_path`. */
  filterPathFilters: 100,
  /** Parts with `*` or `**` in one `filter_path`: each is tried on every key of an answer. */
  filterPathWildcards: 32,
  /** Characters of an unknown query parameter that are repeated; longer ones get no suggestion. */
  unknownParameterLength: 64,
  /** Unknown query parameters that are named in a response. */
  unknownParameters: 20,
  /** Bytes, as JSON, of a response in CBOR, Smile or YAML, written in one go. Beyond: 413. */
  encodedAnswerBytes: 524_288,
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
