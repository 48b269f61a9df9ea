import type { InternalUser } from '../../../contracts/entities';
import {
  listValues,
  type SourceUser,
  type UserFacet,
  type UserLists,
  type UserSource,
} from '../../access/user_source';
import type { EntityChange } from '../../api';
import type { Mirror } from '../configuration/mirror';

/** Internal users from the mirror, for access decisions. */
export class MirroredUsers implements UserSource {
  private readonly cache = new WeakMap<InternalUser, SourceUser>();
  private known: NameLists | undefined;

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
    const lists = this.namesBy()[facet];
    for (const value of new Set(values)) yield* lists.get(value) ?? [];
  }

  countWith(facet: UserFacet, value: string): number {
    return this.namesBy()[facet].get(value)?.size ?? 0;
  }

  /** Commands follow no mirror: their lists are built on first use. */
  private namesBy(): NameLists {
    if (this.known) return this.known;
    const lists = emptyLists();
    for (const [name, user] of this.mirror.entities('internalusers')) addTo(lists, name, user);
    this.known = lists;
    return lists;
  }

  *backendRoles(): Iterable<string> {
    yield* this.namesBy().backend_roles.keys();
  }

  /** For each change of the mirror from the first on, which keeps the lists up to date. */
  follow({ type, name, before, after }: EntityChange): void {
    if (type !== 'internalusers') return;
    const lists = (this.known ??= emptyLists());
    if (before) removeFrom(lists, name, before as InternalUser);
    if (after) addTo(lists, name, after as InternalUser);
  }

  names(): Iterable<string> {
    return this.mirror.entities('internalusers').keys();
  }
}

/** Names of the users who list a value. */
type NameLists = Readonly<Record<UserFacet, Map<string, Set<string>>>>;

const emptyLists = (): NameLists => ({ backend_roles: new Map(), roles: new Map() });

function addTo(lists: NameLists, name: string, user: InternalUser): void {
  forEachValue(user, (facet, value) => {
    const names = lists[facet].get(value);
    if (names) names.add(name);
    else lists[facet].set(value, new Set([name]));
  });
}

/** Values that nobody lists any more leave nothing behind. */
function removeFrom(lists: NameLists, name: string, user: InternalUser): void {
  forEachValue(user, (facet, value) => {
    const names = lists[facet].get(value);
    names?.delete(name);
    if (names?.size === 0) lists[facet].delete(value);
  });
}

function forEachValue(user: InternalUser, use: (facet: UserFacet, value: string) => void): void {
  for (const facet of ['backend_roles', 'roles'] as const)
    for (const value of listValues(user, facet)) use(facet, value);
}
