/** Limits of resource sharing. */
export const RESOURCE_SHARING_LIMITS = {
  /** Characters of a type, an access level, an id, and the name of a user or role. */
  nameLength: 512,
  /** Users, roles or backend roles that one request names for an access level. */
  recipients: 1_000,
  /** Access levels in one request. */
  levels: 50,
  /** Resources of one type in a response. */
  listed: 5_000,
} as const;
