import type { InternalUser } from '../../../contracts/entities';
import type { SourceUser, UserSource } from '../../access/user_source';
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

  names(): Iterable<string> {
    return this.mirror.entities('internalusers').keys();
  }
}
