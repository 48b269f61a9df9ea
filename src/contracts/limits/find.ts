/** Limits of configuration lists and of the change history. */
export const FIND_LIMITS = {
  /** Entities per page. */
  perPage: 1_000,
  /** UTF-8 bytes of the entities of a page, which is built and sent as one text. */
  pageBytes: 8_388_608,
  /** UTF-16 code units of the search text, and its words that count. */
  searchLength: 1_000,
  searchWords: 10,
  /** UTF-16 code units of the filters as JSON. */
  filtersLength: 20_000,
  /** Values and patterns in all filters. For each, a set of entities is read. */
  filterValues: 400,
  /** Facets per response, and values of each. */
  facets: 10,
  facetValues: 100,
  /** Recorded changes per page. */
  changesPerPage: 1_000,
  /** Milliseconds per time slice, between which other requests run; and in total. */
  sliceMs: 5,
  workMs: 10_000,
} as const;
