/** Limits of saved objects: what one call may read, write or carry. */
export const SAVED_OBJECTS_LIMITS = {
  /** Objects of one page of `_find`. */
  perPage: 10_000,
  /** Objects that one bulk request names; its body is bounded besides. */
  bulkItems: 10_000,
  /**
   * Bytes of stored JSON that one `_find` or `_bulk_get` answers with; objects named twice count
   * twice.
   */
  answerBytes: 32 * 1_024 * 1_024,
  /**
   * Bytes of stored JSON of one export: as much again as the largest import that is allowed as
   * shipped.
   */
  exportBytes: 64 * 1_024 * 1_024,
  /**
   * Bytes of one object as JSON, attributes and references: what is parsed and written at one go.
   */
  objectBytes: 2 * 1_024 * 1_024,
  /** References of one object: each is a row of an index. */
  references: 1_000,
  /** Characters of a name or id in a reference. */
  referenceLength: 1_024,
  /** Objects and lists inside one another in the attributes of an object. */
  attributeDepth: 32,
  /** Characters of one attribute that are searched; what follows is stored, not found. */
  searchedFieldLength: 8_192,
  /** Characters of all attributes of an object that are searched: words cost more than bytes. */
  searchedLength: 32_768,
  /** Attributes of one object that are searched. */
  searchedFields: 1_000,
  /** Characters of `search`. */
  searchLength: 1_000,
  /** Words of one search, and of one value of a filter. */
  searchWords: 64,
  /** Parentheses inside one another in a search. */
  searchDepth: 16,
  /** Attributes that one search looks into: each repeats the words. */
  searchFields: 20,
  /** Attributes that `fields` names. */
  answerFields: 100,
  /** Characters of `filter`; what fits into an address. */
  filterLength: 8_192,
  /** Comparisons of one filter: each may look at every object. */
  filterClauses: 16,
  /** Parentheses, braces and `not` inside one another in a filter. */
  filterDepth: 32,
  /** Members of one path in a filter: deeper ones have no words anyway. */
  filterPathLength: 8,
  /** Words of one filter with a wildcard before their end: each reads a part of the word index. */
  filterPatternWords: 4,
  /** Characters of a pattern that ids are compared with. */
  idPatternLength: 256,
  /** Wildcards of a pattern that ids are compared with: each is another pass over the id. */
  idPatternWildcards: 4,
  /** Times that an update is tried anew because somebody else was faster. Beyond: 409. */
  updateRounds: 5,
  /** Bytes of objects that an update of many reads before it writes them. */
  updateBatchBytes: 4 * 1_024 * 1_024,
  /** Milliseconds that the queries of one `_find` may take together; then they are interrupted. */
  findMs: 3_000,
  /** Searches of one person that run or wait at the same time. */
  findsPerUser: 16,
  /** Searches of everybody that run or wait at the same time. */
  finds: 256,
  /** Imports, exports and copies that run at the same time; one of each person. */
  transfers: 2,
  /** Imports, exports and copies of one person that run or wait. */
  transfersPerUser: 3,
  /** Imports, exports and copies of everybody that run or wait, with the files they brought. */
  transfersUnderWay: 8,
  /** Lines of an imported file for each object that it may have; the others are blank. */
  linesPerObject: 4,
  /** Parts of an uploaded form: the file, the retries, and what old clients add. */
  uploadParts: 8,
  /** Header lines of one part of a form. */
  uploadPartHeaders: 16,
  /** Bytes of the header of one part of a form. */
  uploadPartHeaderBytes: 4_096,
  /** Characters of `retries`: parsed at one go. */
  retriesLength: 2 * 1_024 * 1_024,
  /** Entries of `retries`, as many as objects in one file. */
  retries: 10_000,
  /** Replaced references of one entry of `retries`. */
  replacedReferences: 1_000,
} as const;
