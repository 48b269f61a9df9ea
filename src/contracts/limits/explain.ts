/** Limits of access explanations (`access/explain`, `access/effective`): requests and responses. */
export const EXPLAIN_LIMITS = {
  /** Index expressions per request. */
  indices: 100,
  /**
   * Known indices per request, their aliases and data streams in total, and the aliases of each
   * index.
   */
  knownIndices: 200,
  knownAliases: 4_000,
  aliasesPerIndex: 20,
  /**
   * UTF-16 code units of an index expression, of all expressions in a query string, and of a
   * wildcard or a known index.
   */
  expressionLength: 1_000,
  queryLength: 10_000,
  indexNameLength: 255,
  /** UTF-16 code units of a user, action, tenant or role. */
  nameLength: 256,
  /** Backend roles, and security roles, of a subject. */
  subjectRoles: 1_000,
  /** Attributes of a subject, and UTF-16 code units of each. */
  attributes: 100,
  attributeLength: 10_000,
  /** Unsaved changes of all types. */
  changes: 100,
  /** Milliseconds of work per response. Beyond that, optional parts are omitted. */
  workMs: 5_000,
  /** Milliseconds per time slice, between which other requests run. */
  sliceMs: 5,
  /** Concurrent evaluations, queued ones in total, and queued ones per user. */
  running: 2,
  waiting: 200,
  waitingPerUser: 20,
  /**
   * UTF-16 code units of the lists of a response. The rest is omitted and listed in `truncated`.
   */
  responseLength: 4_194_304,
  /** Entries per list of a response. */
  roles: 1_000,
  origins: 50,
  grants: 200,
  cells: 100,
  nearMisses: 20,
  patterns: 100,
  /**
   * In an impact response: listed users, and the roles, permissions, and actions per permission of
   * each. The totals include all users.
   */
  impactPeople: 10,
  impactRoles: 10,
  impactPermissions: 5,
  impactActions: 5,
  /** Rows and columns per request of a matrix. Beyond: 400. */
  matrixRows: 200,
  matrixColumns: 20,
  /** Rows and columns of a matrix that is exported or shown in pages. */
  matrixExported: 10_000,
  matrixWidth: 200,
} as const;
