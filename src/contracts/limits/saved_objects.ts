/** Limits of saved objects: how much a request may read, write or contain. */
export const SAVED_OBJECTS_LIMITS = {
  /** Objects per page of `_find`. */
  perPage: 10_000,
  /** Objects per bulk request, whose body is limited as well. */
  bulkItems: 10_000,
  /**
   * Bytes of stored JSON in a response of `_find` or `_bulk_get`. Objects requested twice count
   * twice.
   */
  responseBytes: 32 * 1_024 * 1_024,
  /** Bytes of stored JSON per export: twice the default limit of an import. */
  exportBytes: 64 * 1_024 * 1_024,
  /**
   * Bytes of an object's attributes and references as JSON, which are parsed and written in one
   * step.
   */
  objectBytes: 2 * 1_024 * 1_024,
  /** References per object. Each is a row of an index. */
  references: 1_000,
  /** Characters of a name or id in a reference. */
  referenceLength: 1_024,
  /** Nesting depth of the attributes of an object. */
  attributeDepth: 32,
  /** Searchable characters of an attribute. The rest is stored but not searchable. */
  searchedFieldLength: 8_192,
  /** Searchable characters of all attributes of an object, because words cost more than bytes. */
  searchedLength: 32_768,
  /** Searchable attributes per object. */
  searchedFields: 1_000,
  /** Characters of `search`. */
  searchLength: 1_000,
  /** Words of a search, and of a filter value. */
  searchWords: 64,
  /** Nesting depth of parentheses in a search. */
  searchDepth: 16,
  /** Attributes per search. Each repeats the words. */
  searchFields: 20,
  /** Attributes in `fields`. */
  responseFields: 100,
  /** Characters of `filter`, which must fit into a URL. */
  filterLength: 8_192,
  /** Comparisons per filter. Each may read every object. */
  filterClauses: 16,
  /** Nesting depth of parentheses, braces and `not` in a filter. */
  filterDepth: 32,
  /** Segments of a path in a filter. Deeper attributes are not searchable. */
  filterPathLength: 8,
  /** Words per filter with a wildcard before their end. Each reads a part of the word index. */
  filterPatternWords: 4,
  /** Characters of a pattern for ids. */
  idPatternLength: 256,
  /** Wildcards in a pattern for ids. Each is another pass over the id. */
  idPatternWildcards: 4,
  /** Attempts of an update when other writes came first. Beyond: 409. */
  updateRounds: 5,
  /** Bytes of objects that a bulk update reads before it writes them. */
  updateBatchBytes: 4 * 1_024 * 1_024,
  /** Milliseconds for all queries of one `_find`, after which they are interrupted. */
  findMs: 3_000,
  /** Running and queued searches per user. */
  findsPerUser: 16,
  /** Running and queued searches of all users. */
  finds: 256,
  /** Concurrent imports, exports and copies, one per user. */
  transfers: 2,
  /** Running and queued imports, exports and copies per user. */
  transfersPerUser: 3,
  /** Running and queued imports, exports and copies of all users, with their files. */
  transfersUnderWay: 8,
  /** Lines of an imported file per permitted object, to allow for blank lines. */
  linesPerObject: 4,
  /** Parts of an uploaded form: the file, the retries, and parts that legacy clients add. */
  uploadParts: 8,
  /** Header lines per part of a form. */
  uploadPartHeaders: 16,
  /** Header bytes per part of a form. */
  uploadPartHeaderBytes: 4_096,
  /** Characters of `retries`, which are parsed in one step. */
  retriesLength: 2 * 1_024 * 1_024,
  /** Entries of `retries`, as many as objects in a file. */
  retries: 10_000,
  /** Replaced references per entry of `retries`. */
  replacedReferences: 1_000,
} as const;
