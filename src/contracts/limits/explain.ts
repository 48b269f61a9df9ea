/**
 * Limits of questions about access (`access/explain`, `access/effective`), and of their answers.
 */
export const EXPLAIN_LIMITS = {
  /** Index expressions of a question. */
  indices: 100,
  /**
   * Indices said to exist, their aliases and data streams all together, and the aliases of one of
   * them.
   */
  knownIndices: 200,
  knownAliases: 4_000,
  aliasesPerIndex: 20,
  /**
   * UTF-16 units of an index expression, of all in a query string, of a wildcard or an index that
   * exists.
   */
  expressionLength: 1_000,
  queryLength: 10_000,
  indexNameLength: 255,
  /** UTF-16 units of a user, an action, a tenant, a role. */
  nameLength: 256,
  /** Backend roles of a subject, and security roles. */
  subjectRoles: 1_000,
  /** Attributes of a subject, and UTF-16 units of each. */
  attributes: 100,
  attributeLength: 10_000,
  /** Unsaved changes, over all types. */
  changes: 100,
  /** Milliseconds of work for one answer; parts that can be left out are, then. */
  workMs: 5_000,
  /** Milliseconds at a stretch, before other requests have their turn. */
  sliceMs: 5,
  /** Answers under way, waiting in all, waiting of one user. */
  running: 2,
  waiting: 200,
  waitingPerUser: 20,
  /** UTF-16 units of an answer's lists; what does not fit is left out and named in `truncated`. */
  answerLength: 4_194_304,
  /** Entries of an answer's lists. */
  roles: 1_000,
  origins: 50,
  grants: 200,
  cells: 100,
  nearMisses: 20,
  patterns: 100,
  /**
   * Of an answer about unsaved changes: people by name, and of each of them roles, permissions and
   * actions of a permission. The numbers beside them count everybody.
   */
  impactPeople: 10,
  impactRoles: 10,
  impactPermissions: 5,
  impactActions: 5,
  /** Rows and columns of one piece of a matrix. Beyond: 400. */
  matrixRows: 200,
  matrixColumns: 20,
  /** Rows and columns of a matrix that is exported or shown in pages. */
  matrixExported: 10_000,
  matrixWidth: 200,
} as const;
