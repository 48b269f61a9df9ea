/** Limits of lists of the configuration, and of its history. */
export const FIND_LIMITS = {
  /** Entities of one page. */
  perPage: 1_000,
  /** UTF-8 bytes of the entities of one page: it is built and sent as one text. */
  pageBytes: 8_388_608,
  /** UTF-16 units of the search text; words of it that count. */
  searchLength: 1_000,
  searchWords: 10,
  /** UTF-16 units of the filters' JSON. */
  filtersLength: 20_000,
  /** Values and patterns that filters stand for: each is a set of entities that is read. */
  filterValues: 400,
  /** Facets whose values one answer lists, and values of each. */
  facets: 10,
  facetValues: 100,
  /** Recorded changes of one page. */
  changesPerPage: 1_000,
  /** Milliseconds at a stretch, before other requests have their turn; and in all. */
  sliceMs: 5,
  workMs: 10_000,
} as const;
