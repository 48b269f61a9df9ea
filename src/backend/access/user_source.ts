/** Source of users for decisions: the backend's own user directory. */
import type { InternalUser } from '../../contracts/entities';

export interface SourceUser {
  readonly name: string;
  readonly user: InternalUser;
  /** Keys have the form `attr.internal.<key>`. */
  readonly attributes: ReadonlyMap<string, string>;
}

export interface UserSource {
  /**
   * Synchronous, from memory or a local disk, because decisions do not wait. Returns the same
   * object as long as the user has not changed.
   */
  find(name: string): SourceUser | undefined;
  /** All users in the order of the source, read during iteration. */
  names(): Iterable<string>;
  /**
   * Names of users whose own entry lists one of the values, read during iteration; a name may come
   * twice.
   */
  namesWith(facet: 'backend_roles' | 'roles', values: Iterable<string>): Iterable<string>;
  /** Backend roles of all users, each once, read during iteration. */
  backendRoles(): Iterable<string>;
}
