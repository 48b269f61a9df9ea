import type { InternalUser } from '../../../contracts/entities';
import {
  valuesOf,
  type SourceUser,
  type UserFacet,
  type UserLists,
  type UserSource,
} from '../../access/user_source';
import type { Mirror } from '../configuration/mirror';

/** Internal users from the mirror, for access decisions. */
export class MirroredUsers implements UserSource {
  private readonly cache = new WeakMap<InternalUser, SourceUser>();

  constructor(private readonly mirror: Pick<Mirror, 'entities'>) {}

  find(name: string): SourceUser | undefined {
    const user = this.mirror.entities('internalusers').get(name);
    if (!user) return undefined;
    const cache = this.cache.get(user);
    if (cache) return cache;
    const attributes = Object.entries(user.attributes);
    const source = {
      name,
      user,
      attributes: new Map(attributes.map(([key, value]) => [`attr.internal.${key}`, value])),
    };
    this.cache.set(user, source);
    return source;
  }

  get size(): number {
    return this.mirror.entities('internalusers').size;
  }

  *lists(): Iterable<UserLists> {
    for (const [name, user] of this.mirror.entities('internalusers'))
      yield { name, backendRoles: user.backend_roles, roles: user.opendistro_security_roles };
  }

  *namesWith(facet: UserFacet, values: Iterable<string>): Iterable<string> {
    const sought = new Set(values);
    if (sought.size === 0) return;
    for (const [name, user] of this.mirror.entities('internalusers'))
      if (valuesOf(user, facet).some((one) => sought.has(one))) yield name;
  }

  countWith(facet: UserFacet, value: string): number {
    let count = 0;
    for (const user of this.mirror.entities('internalusers').values())
      if (valuesOf(user, facet).includes(value)) count++;
    return count;
  }

  *backendRoles(): Iterable<string> {
    const seen = new Set<string>();
    for (const { backend_roles: backendRoles } of this.mirror.entities('internalusers').values())
      for (const one of backendRoles) {
        if (seen.has(one)) continue;
        seen.add(one);
        yield one;
      }
  }

  names(): Iterable<string> {
    return this.mirror.entities('internalusers').keys();
  }
}
