/**
 * Gives roles to one user and takes them away, in the mappings as they are now: names are added to
 * and taken from `users`, everything else of a mapping stays. All methods throw what saving throws.
 */
import type { RoleMapping, RoleOrigin } from '@sd/contracts';
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

  /** Maps the role to the user's name. */
  async give(user: string, role: string): Promise<void> {
    const found = await this.entities.find('rolesmapping', role);
    const users = found?.entity.users ?? [];
    if (users.includes(user)) return;
    const body = { ...writableMapping(found?.entity), users: [...users, user] };
    const condition = found ? { etag: found.etag } : ({ create: true } as const);
    await this.entities.save('rolesmapping', role, body, condition);
  }

  /** Takes away what names the user: in the mapping of the role, and among the user's own roles. */
  async take(user: string, role: string, origins: readonly RoleOrigin[]): Promise<void> {
    if (origins.some(({ via }) => via === 'users')) await this.unmap([user], role);
    if (origins.some(({ via }) => via === 'direct')) await this.withdraw(user, role);
  }

  /** Takes names out of the mapping of a role. */
  async unmap(gone: readonly string[], role: string): Promise<void> {
    const found = await this.entities.find('rolesmapping', role);
    const mapped = found?.entity.users ?? [];
    const users = mapped.filter((name) => !gone.includes(name));
    if (!found || users.length === mapped.length) return;
    const body = { ...writableMapping(found.entity), users };
    await this.entities.save('rolesmapping', role, body, { etag: found.etag });
  }

  private async withdraw(user: string, role: string): Promise<void> {
    const found = await this.entities.find('internalusers', user);
    if (!found) return;
    const { reserved: _r, hidden: _h, static: _s, ...entity } = found.entity;
    const roles = (entity.opendistro_security_roles ?? []).filter((name) => name !== role);
    const body = { ...entity, opendistro_security_roles: roles };
    await this.entities.save('internalusers', user, body, { etag: found.etag });
  }
}
