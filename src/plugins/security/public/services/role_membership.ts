/**
 * Gives roles to users and takes them away, in the mappings as they are now: names are added to and
 * taken from `users`, everything else of a mapping stays. All methods throw what saving throws.
 */
import type { InternalUser, RoleMapping, RoleOrigin } from '@sd/contracts';
import type { EntityClient } from './entity_client';

/** Without the marks that only the engine may set. */
export function writableMapping(mapping: RoleMapping | undefined): Partial<RoleMapping> {
  if (!mapping) return {};
  const { reserved: _reserved, hidden: _hidden, ...rest } = mapping;
  return rest;
}

/** Ways that can be taken away from the page of a user; the others belong to many. */
const isOwn = (origin: RoleOrigin, user: string): boolean =>
  origin.via === 'direct' || (origin.via === 'users' && origin.pattern === user);

/** Whether a role is gone once the user's own ways to it are. */
export const isRemovable = (origins: readonly RoleOrigin[], user: string): boolean =>
  origins.length > 0 && origins.every((origin) => isOwn(origin, user));

export class RoleMembership {
  constructor(private readonly entities: EntityClient) {}

  /**
   * Maps the role to the users' names, all in one change.
   * @returns those whom the mapping did not name before
   */
  async give(users: readonly string[], role: string): Promise<readonly string[]> {
    const found = await this.entities.find('rolesmapping', role);
    const named = found?.entity.users ?? [];
    const added = users.filter((name) => !named.includes(name));
    if (added.length === 0) return added;
    const body = { ...writableMapping(found?.entity), users: [...named, ...added] };
    const condition = found ? { etag: found.etag } : ({ create: true } as const);
    await this.entities.save('rolesmapping', role, body, condition);
    return added;
  }

  /** Takes away what names the user: in the mapping of the role, and among the user's own roles. */
  async take(user: string, role: string, origins: readonly RoleOrigin[]): Promise<void> {
    if (origins.some(({ via }) => via === 'users')) await this.unmap([user], role);
    if (origins.some(({ via }) => via === 'direct')) await this.withdraw(user, role);
  }

  /**
   * Takes names out of the mapping of a role.
   * @returns those whom the mapping named
   */
  async unmap(gone: readonly string[], role: string): Promise<readonly string[]> {
    const found = await this.entities.find('rolesmapping', role);
    const mapped = found?.entity.users ?? [];
    const taken = mapped.filter((name) => gone.includes(name));
    if (!found || taken.length === 0) return [];
    const users = mapped.filter((name) => !gone.includes(name));
    const body = { ...writableMapping(found.entity), users };
    await this.entities.save('rolesmapping', role, body, { etag: found.etag });
    return taken;
  }

  /**
   * Takes a role out of those that stand with the user itself.
   * @returns whether it stood there
   */
  withdraw(user: string, role: string): Promise<boolean> {
    return this.changeOwn(user, (roles) => roles.filter((name) => name !== role));
  }

  /** Puts a role among those that stand with the user itself. */
  grant(user: string, role: string): Promise<boolean> {
    return this.changeOwn(user, (roles) => (roles.includes(role) ? roles : [...roles, role]));
  }

  private async changeOwn(
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
