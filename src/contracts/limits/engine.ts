/** Limits of the security configuration and of requests for it. */
export const ENGINE_LIMITS = {
  /** Characters of a `filter_path`. */
  filterPathLength: 2_048,
  /** Filters in a `filter_path`. */
  filterPathFilters: 100,
  /** Parts with `*` or `**` in a `filter_path`. Each is compared with every key of a response. */
  filterPathWildcards: 32,
  /**
   * Characters of an unknown query parameter that the response repeats. Longer ones get no
   * suggestion.
   */
  unknownParameterLength: 64,
  /** Unknown query parameters listed in a response. */
  unknownParameters: 20,
  /**
   * Bytes, as JSON, of a response in CBOR, Smile or YAML, which is not written in slices. Beyond:
   * 413.
   */
  encodedAnswerBytes: 524_288,
  /** Operations per patch. */
  patchOperations: 1_000,
  /** Entries changed in one step, for example by an import. Beyond: 413. */
  changeSetSize: 1_000,
  /** Entries that refer to a renamed one. All are changed in one transaction. Beyond: 413. */
  renameReferences: 200,
  /** Paths in the allow list, which every request is compared with. */
  allowListPaths: 1_000,
  /** Limits of failed logins; every login checks each of them. */
  failureListeners: 100,
  /** Entries of distinguished names, which are always written together. */
  nodesDn: 1_000,
  /** Guardrails. Each is checked for all users after a change of access. */
  guardrails: 100,
  /** Names of each kind in a guardrail. */
  guardrailNames: 100,
  /** Characters of a guardrail's index. Times a pattern's length: at most about 5 ms a pattern. */
  guardrailIndex: 128,
} as const;
