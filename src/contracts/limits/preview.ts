/** Limits of index previews on a cluster: query previews and name suggestions. */
export const PREVIEW_LIMITS = {
  /** Index patterns per request, and characters of each. */
  patterns: 50,
  patternLength: 1_024,
  /** Characters of a query. After attribute substitution it may be longer (`substitutedLength`). */
  queryLength: 100_000,
  /** Entries of included, excluded or masked fields. */
  fields: 1_000,
  /** Indices per preview. Each is searched twice. */
  indices: 5,
  /** Documents per index, and bytes of the cluster's response with them. */
  documents: 20,
  documentsBytes: 1_048_576,
  /** Counted documents. Beyond that, the count is a lower bound. */
  counted: 10_000,
  /** Milliseconds per search, after which the cluster stops. */
  searchMs: 5_000,
  /** Bytes of a cluster's list of indices or fields. A narrower pattern returns less. */
  namesBytes: 2_097_152,
  /** Suggestions per response, indices whose fields are read, and cached responses. */
  suggestions: 100,
  fieldsOfIndices: 50,
  remembered: 200,
  /** Characters of the search text for names. */
  searchLength: 255,
} as const;
