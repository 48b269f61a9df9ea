/** Limits of looking at indices of a cluster: previews of queries, and suggestions of names. */
export const PREVIEW_LIMITS = {
  /** Patterns of indices in one question, and characters of each. */
  patterns: 50,
  patternLength: 1_024,
  /** Characters of a query; what attributes make of it may be longer (`substitutedLength`). */
  queryLength: 100_000,
  /** Entries of fields, shown, hidden or masked. */
  fields: 1_000,
  /** Indices that one preview looks into: each is searched twice. */
  indices: 5,
  /** Documents shown of each index, and bytes of the cluster's answer with them. */
  documents: 20,
  documentsBytes: 1_048_576,
  /** Documents that are counted; beyond, the count says "at least". */
  counted: 10_000,
  /** Milliseconds of one search, after which the cluster gives up. */
  searchMs: 5_000,
  /** Bytes of a cluster's list of its indices or fields; a narrower name asks for less. */
  namesBytes: 2_097_152,
  /** Suggestions of one answer, indices whose fields are asked for, and answers remembered. */
  suggestions: 100,
  fieldsOfIndices: 50,
  remembered: 200,
  /** Characters of what is searched among names. */
  searchLength: 255,
} as const;
