import type { InternalUser } from '../../../contracts/entities';
import type { SourceUser, UserSource } from '../../access/user_source';
import type { Mirror } from '../configuration/mirror';

/** Internal users from the mirror, for access decisions. */
export class MirroredUsers implements UserSource {
  private readonly known = new WeakMap<InternalUser, SourceUser>();

  constructor(private readonly mirror: Pick<Mirror, 'entities'>) {}

  find(name: string): SourceUser | undefined {
    const user = this.mirror.entities('internalusers').get(name);
    if (!user) return undefined;
    const known = this.known.get(user);
    if (known) return known;
    const attributes = Object.entries(user.attributes);
    const made = {
      name,
      user,
      attributes: new Map(attributes.map(([key, value]) => [`attr.internal.${key}`, value])),
    };
    this.known.set(user, made);
    return made;
  }

  names(): Iterable<string> {
    return this.mirror.entities('internalusers').keys();
  }
}
