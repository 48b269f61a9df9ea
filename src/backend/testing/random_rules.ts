/**
 * Small random configurations in which much meets: patterns and regular expressions, lists of which
 * all must match, hosts, nested action groups, attributes, and names without an entry.
 */
import type { Entity, InternalUser, ResourceType } from '../../contracts/entities';
import {
  listValues,
  type SourceUser,
  type UserFacet,
  type UserLists,
  type UserSource,
} from '../access/user_source';
import type { RolesMappingResolution } from '../access/evaluation/rule_view';
import { RuleSet } from '../access/evaluation/rule_set';
import type { EntityChange } from '../api/change';
import { normaliseEntity } from '../model/payload';

/** What a seeded generator of random numbers offers. */
interface Random {
  below(limit: number): number;
  oneIn(n: number): boolean;
  pick<T>(values: readonly T[]): T;
}

const ROLES = ['a', 'b', 'c', 'd', 'e', 'all_access'];
const USERS = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay', 'gil', 'hal'];
const ELSEWHERE = ['zoe', 'a*', '*', '/[b-d].*/', 'svc-?'];
const BACKEND_ROLES = ['ops', 'hr', 'dev'];
const GROUPS = ['own', 'more'];
const PATTERNS = ['*', 'hr-*', 'hr-2', 'logs', 'lo*', '${user.name}-*', '${attr.internal.team}'];
const ACTIONS = ['own', 'more', 'indices:data/read/search', 'indices:data/write/*', 'indices:*'];

type RandomType = Exclude<ResourceType, 'tenants'>;
const NAMES: Readonly<Record<RandomType, readonly string[]>> = {
  roles: ROLES,
  rolesmapping: ROLES,
  internalusers: USERS,
  actiongroups: GROUPS,
};
const TYPES = Object.keys(NAMES) as RandomType[];

/** Internal users in memory, which counts how many are looked at. */
export class CountedUsers implements UserSource {
  looks = 0;
  readonly all = new Map<string, SourceUser>();

  put(name: string, user: InternalUser | undefined): void {
    if (!user) {
      this.all.delete(name);
      return;
    }
    const attributes = Object.entries(user.attributes);
    this.all.set(name, {
      name,
      user,
      attributes: new Map(attributes.map(([key, value]) => [`attr.internal.${key}`, value])),
    });
  }

  find(name: string): SourceUser | undefined {
    this.looks++;
    return this.all.get(name);
  }

  names(): Iterable<string> {
    return [...this.all.keys()].sort();
  }

  get size(): number {
    return this.all.size;
  }

  *lists(): Iterable<UserLists> {
    for (const [name, { user }] of this.all)
      yield { name, backendRoles: user.backend_roles, roles: user.opendistro_security_roles };
  }

  *namesWith(facet: UserFacet, values: Iterable<string>): Iterable<string> {
    for (const value of values)
      for (const [name, { user }] of this.all)
        if (listValues(user, facet).includes(value)) yield name;
  }

  countWith(facet: UserFacet, value: string): number {
    return [...this.namesWith(facet, [value])].length;
  }

  backendRoles(): Iterable<string> {
    return new Set([...this.all.values()].flatMap(({ user }) => user.backend_roles));
  }
}

export class RandomInstallation {
  readonly users = new CountedUsers();
  readonly rules: RuleSet;
  private readonly entities = new Map<string, Entity>();

  constructor(
    readonly random: Random,
    resolution: RolesMappingResolution
  ) {
    this.rules = new RuleSet(resolution);
    for (const type of TYPES)
      for (const name of NAMES[type])
        if (!random.oneIn(4)) this.apply([{ type, name, after: this.entity(type) }]);
  }

  /** A few changes, each of another entry, which are not made yet. */
  changes(most = 3): readonly EntityChange[] {
    const { random } = this;
    const changes = new Map<string, EntityChange>();
    for (let count = 1 + random.below(most); count > 0; count--) {
      const type = random.pick(TYPES);
      const name = random.pick(NAMES[type]);
      const before = this.entities.get(`${type}/${name}`);
      const after = random.oneIn(4) ? undefined : this.entity(type);
      if (before || after) changes.set(`${type}/${name}`, { type, name, before, after });
    }
    return [...changes.values()];
  }

  apply(changes: readonly EntityChange[]): void {
    for (const { type, name, after } of changes) {
      if (after) this.entities.set(`${type}/${name}`, after);
      else this.entities.delete(`${type}/${name}`);
      if (type === 'internalusers') this.users.put(name, after as InternalUser | undefined);
      else this.rules.apply({ type, name, ...(after && { after }) });
    }
  }

  private entity(type: RandomType): Entity {
    return normaliseEntity(type, this.fields(type));
  }

  private fields(type: RandomType): Record<string, unknown> {
    const { random } = this;
    const some = (values: readonly string[], most: number) => [
      ...new Set(Array.from({ length: random.below(most + 1) }, () => random.pick(values))),
    ];
    switch (type) {
      case 'roles':
        return {
          cluster_permissions: some(['cluster_monitor', 'own', 'restapi:admin/roles'], 1),
          index_permissions: Array.from({ length: random.below(3) }, () => ({
            index_patterns: some(PATTERNS, 2),
            allowed_actions: some(ACTIONS, 2),
            dls: random.oneIn(4) ? '{"match_all":{}}' : '',
          })),
        };
      case 'rolesmapping':
        return {
          users: some([...USERS, ...USERS, ...ELSEWHERE], 2),
          backend_roles: some([...BACKEND_ROLES, 'h*', 'nobody'], 1),
          and_backend_roles: random.oneIn(4) ? some([...BACKEND_ROLES, 'o*'], 2) : [],
          hosts: random.oneIn(4) ? some(['10.0.0.1', '10.*'], 2) : [],
        };
      case 'internalusers':
        return {
          backend_roles: some([...BACKEND_ROLES, 'a', 'b'], 2),
          opendistro_security_roles: some([...ROLES, 'gone'], 1),
          attributes: random.oneIn(2) ? { team: random.pick(['hr-2', 'logs']) } : {},
        };
      case 'actiongroups':
        return {
          allowed_actions: some([...GROUPS, 'indices:data/read/*', 'indices:data/write/index'], 2),
        };
    }
  }
}
