/** Source of users for decisions: the backend's own user directory. */
import type { InternalUser } from '../../contracts/entities';

export interface SourceUser {
  readonly name: string;
  readonly user: InternalUser;
  /** Keys have the form `attr.internal.<key>`. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Lists of a user by which users are found: `roles` are those that the entry itself names. */
export type UserFacet = 'backend_roles' | 'roles';

/** The list of a user that a facet stands for. */
export const listValues = (user: InternalUser, facet: UserFacet): readonly string[] =>
  facet === 'roles' ? user.opendistro_security_roles : user.backend_roles;

/** What of a user gives it roles. */
export interface UserLists {
  readonly name: string;
  readonly backendRoles: readonly string[];
  /** Those that the entry itself names. */
  readonly roles: readonly string[];
}

export interface UserSource {
  /** Number of users. */
  readonly size: number;
  /**
   * Synchronous, from memory or a local disk, because decisions do not wait. Returns the same
   * object as long as the user has not changed.
   */
  find(name: string): SourceUser | undefined;
  /** All users in the order of the source, read during iteration. */
  names(): Iterable<string>;
  /** The same with what gives them roles, several times as fast as `find` for each. */
  lists(): Iterable<UserLists>;
  /**
   * Names of users whose own entry lists one of the values, read during iteration; a name may come
   * twice.
   */
  namesWith(facet: UserFacet, values: Iterable<string>): Iterable<string>;
  /** Number of users whose own entry lists a value. */
  countWith(facet: UserFacet, value: string): number;
  /** Backend roles of all users, each once, read during iteration. */
  backendRoles(): Iterable<string>;
}
