/**
 * Adds and removes roles of users, based on the current mappings: changes `users` only and keeps
 * the rest of a mapping. All methods throw what saving throws.
 */
import type { InternalUser, RoleMapping, RoleOrigin } from '@sd/contracts';
import type { EntityClient } from './entity_client';

/** Without the flags that only the engine may set. */
export function writableMapping(mapping: RoleMapping | undefined): Partial<RoleMapping> {
  if (!mapping) return {};
  const { reserved: _reserved, hidden: _hidden, ...rest } = mapping;
  return rest;
}

/** Origins that can be removed on the page of a user; the others also apply to other users. */
const isOwn = (origin: RoleOrigin, user: string): boolean =>
  origin.via === 'direct' || (origin.via === 'users' && origin.pattern === user);

/** Whether a role is lost once the user's own origins are removed. */
export const isRemovable = (origins: readonly RoleOrigin[], user: string): boolean =>
  origins.length > 0 && origins.every((origin) => isOwn(origin, user));

export class RoleMembership {
  constructor(private readonly entities: EntityClient) {}

  /**
   * Adds users to the mapping of a role in one change.
   * @returns the users who were not in it before
   */
  async map(users: readonly string[], role: string): Promise<readonly string[]> {
    const found = await this.entities.find('rolesmapping', role);
    const named = found?.entity.users ?? [];
    const added = users.filter((name) => !named.includes(name));
    if (added.length === 0) return added;
    const body = { ...writableMapping(found?.entity), users: [...named, ...added] };
    const condition = found ? { etag: found.etag } : ({ create: true } as const);
    await this.entities.save('rolesmapping', role, body, condition);
    return added;
  }

  /** Removes the user from the role's mapping, and the role from the user's own roles. */
  async remove(user: string, role: string, origins: readonly RoleOrigin[]): Promise<void> {
    if (origins.some(({ via }) => via === 'users')) await this.unmap([user], role);
    if (origins.some(({ via }) => via === 'direct')) await this.removeDirect(user, role);
  }

  /**
   * Removes users from the mapping of a role.
   * @returns the users who were in it
   */
  async unmap(names: readonly string[], role: string): Promise<readonly string[]> {
    const found = await this.entities.find('rolesmapping', role);
    const mapped = found?.entity.users ?? [];
    const removed = mapped.filter((name) => names.includes(name));
    if (!found || removed.length === 0) return [];
    const users = mapped.filter((name) => !names.includes(name));
    const body = { ...writableMapping(found.entity), users };
    await this.entities.save('rolesmapping', role, body, { etag: found.etag });
    return removed;
  }

  /**
   * Removes a role from the user's own roles.
   * @returns whether it was there
   */
  removeDirect(user: string, role: string): Promise<boolean> {
    return this.changeDirect(user, (roles) => roles.filter((name) => name !== role));
  }

  /** Adds a role to the user's own roles. */
  addDirect(user: string, role: string): Promise<boolean> {
    return this.changeDirect(user, (roles) => (roles.includes(role) ? roles : [...roles, role]));
  }

  private async changeDirect(
    user: string,
    change: (roles: readonly string[]) => readonly string[]
  ): Promise<boolean> {
    const found = await this.entities.find('internalusers', user);
    if (!found) return false;
    const { reserved: _r, hidden: _h, static: _s, ...entity }: InternalUser = found.entity;
    const before = entity.opendistro_security_roles ?? [];
    const roles = change(before);
    if (roles.length === before.length) return false;
    const body = { ...entity, opendistro_security_roles: roles };
    await this.entities.save('internalusers', user, body, { etag: found.etag });
    return true;
  }
}
