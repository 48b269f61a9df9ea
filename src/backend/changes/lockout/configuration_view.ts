/**
 * The configuration as it would be after a change, for the question who could administer then. Read
 * at once, from memory or from a disk at hand: inside a transaction a view sees what the
 * transaction wrote.
 */
import type { EntityByType, InternalUser, ResourceType } from '../../../contracts/entities';

export interface ConfigurationView {
  read<T extends ResourceType>(type: T, name: string): EntityByType[T] | undefined;
  allowList(): Readonly<Record<string, unknown>> | undefined;
  /**
   * Whether the user has a password that can be verified; `true` where the backend does not say.
   */
  hasPassword(userName: string): boolean;
  /**
   * Visits users with a password in the order of their names.
   * @returns whether `visit` ended it by answering `true`
   */
  someUser(visit: (name: string, user: InternalUser) => boolean): boolean;
  /** Names of users with a password to whom a role or backend role was given by its very name. */
  usersWith(facet: 'roles' | 'backend_roles', value: string): Iterable<string>;
  roles(): Iterable<readonly [name: string, role: EntityByType['roles']]>;
}

/** Entities in memory; a type that no question needs may be missing. */
export type HeldEntities = {
  readonly [T in ResourceType]?: ReadonlyMap<string, EntityByType[T]>;
};

/** @param hasPassword - default: everybody has one that can be verified */
export function viewOfEntities(
  held: HeldEntities,
  allowList: ReturnType<ConfigurationView['allowList']>,
  hasPassword: (userName: string) => boolean = () => true
): ConfigurationView {
  const users = [...(held.internalusers ?? [])]
    .filter(([name]) => hasPassword(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    read: (type, name) => held[type]?.get(name),
    allowList: () => allowList,
    hasPassword,
    someUser: (visit) => users.some(([name, user]) => visit(name, user)),
    usersWith: (facet, value) =>
      users.filter(([, user]) => listOf(user, facet).includes(value)).map(([name]) => name),
    roles: () => held.roles ?? [],
  };
}

const listOf = (user: InternalUser, facet: 'roles' | 'backend_roles'): readonly string[] =>
  facet === 'roles' ? user.opendistro_security_roles : user.backend_roles;
