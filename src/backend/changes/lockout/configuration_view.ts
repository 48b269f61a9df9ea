/**
 * The configuration after a proposed change, for the lockout check. Reads are synchronous, from
 * memory or a local disk. Inside a transaction, a view includes the writes of the transaction.
 */
import type { EntityByType, InternalUser, ResourceType } from '../../../contracts/entities';

export interface ConfigurationView {
  read<T extends ResourceType>(type: T, name: string): EntityByType[T] | undefined;
  allowList(): Readonly<Record<string, unknown>> | undefined;
  /** Whether the user has a usable password; `true` if the backend does not report it. */
  hasPassword(userName: string): boolean;
  /**
   * Visits users with a password by ascending name, until `visit` returns `true`.
   * @returns whether it did
   */
  someUser(visit: (name: string, user: InternalUser) => boolean): boolean;
  /** Names of users with a password whose entry lists this role or backend role. */
  usersWith(facet: 'roles' | 'backend_roles', value: string): Iterable<string>;
  roles(): Iterable<readonly [name: string, role: EntityByType['roles']]>;
}

/** Entities in memory. Types that the check does not need may be missing. */
export type StoredEntities = {
  readonly [T in ResourceType]?: ReadonlyMap<string, EntityByType[T]>;
};

/** @param hasPassword - default: every user has a usable password */
export function viewOfEntities(
  stored: StoredEntities,
  allowList: ReturnType<ConfigurationView['allowList']>,
  hasPassword: (userName: string) => boolean = () => true
): ConfigurationView {
  const users = [...(stored.internalusers ?? [])]
    .filter(([name]) => hasPassword(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    read: (type, name) => stored[type]?.get(name),
    allowList: () => allowList,
    hasPassword,
    someUser: (visit) => users.some(([name, user]) => visit(name, user)),
    usersWith: (facet, value) =>
      users.filter(([, user]) => toList(user, facet).includes(value)).map(([name]) => name),
    roles: () => stored.roles ?? [],
  };
}

export const toList = (user: InternalUser, facet: 'roles' | 'backend_roles'): readonly string[] =>
  facet === 'roles' ? user.opendistro_security_roles : user.backend_roles;
