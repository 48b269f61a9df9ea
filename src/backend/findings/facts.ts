/** The checked configuration, and what several rules derive from it. */
import type {
  ApiKey,
  ChangedEntities,
  FindingObject,
  FindingSource,
  RestrictionKind,
} from '../../contracts/api';
import type {
  Entity,
  EntityByType,
  InternalUser,
  ResourceType,
  Role,
} from '../../contracts/entities';
import type { UsedCertificate } from '../api/certificates';
import type { FindingThresholds } from '../api/engine';
import type { EngineSettings } from '../api/settings';
import type { CompiledIndexPermission } from '../access/evaluation/compiled_role';
import { hasPlaceholder, substitute, unknownSubject } from '../access/evaluation/attributes';
import { type RuleSet, ruleSetFor } from '../access/evaluation/rule_set';
import { compileCover } from '../access/patterns/pattern';
import type { UsedPermission } from '../activity/recorded_activity';
import { isDisabled, isServiceAccount } from '../model/service_account';
import { withoutDefaults } from '../model/entity_shape';
import { enabledDomains, isOfPasswords } from '../model/authentication_domains';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { ChangedMap } from './changed_map';
import { Holders } from './holders';
import { FoundPairs, RolePairs } from './role_pairs';

type Json = Readonly<Record<string, unknown>>;

export interface CheckedConfiguration {
  /** With the built-in entries. */
  readonly entities: { readonly [T in ResourceType]: ReadonlyMap<string, EntityByType[T]> };
  /** Of internal users by name; absent where they cannot be read. */
  readonly hashes?: ReadonlyMap<string, string>;
  readonly config?: Json;
  readonly audit?: Json;
  /** Promises by name. */
  readonly guardrails?: Json;
  readonly live?: LiveFacts;
  /** Whether users who are suspended cannot log in. */
  readonly canSuspend?: boolean;
  /** What can be read. */
  readonly sources: ReadonlySet<FindingSource>;
  readonly settings: EngineSettings;
}

/** What a running server knows besides the configuration; each part with its source. */
export interface LiveFacts {
  readonly apiKeys?: ReadonlyArray<
    Pick<ApiKey, 'id' | 'user' | 'name' | 'createdAt' | 'lastUsedAt'>
  >;
  /** Internal users with a second factor. */
  readonly factors?: ReadonlySet<string>;
  /** Names of indices, aliases and data streams. */
  readonly indices?: ReadonlySet<string>;
  /** Fields of the indices that the patterns of an entry match; absent if there are none. */
  readonly fields?: (patterns: readonly string[]) => ReadonlySet<string> | undefined;
  /** Internal users who were seen lately, or who are new. */
  readonly logins?: ReadonlySet<string>;
  /** Tenants without saved objects that are not new. */
  readonly emptyTenants?: ReadonlySet<string>;
  readonly requests?: readonly UsedPermission[];
  readonly plainAddress?: string;
  readonly certificates?: readonly UsedCertificate[];
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

export const DEFAULT_THRESHOLDS: FindingThresholds = {
  maxAdministrators: 10,
  soleAdministratorFrom: 10,
  minPatternCharacters: 2,
  minBcryptCost: 10,
  idleDays: 90,
};

/** Password hashes of `internal_users.yml` of 2.19.3 and 3.4.0, whose passwords are published. */
const DEMONSTRATION_HASHES: ReadonlySet<string> = new Set([
  '$2a$12$VcCDgh2NDk07JGN0rjGbM.Ad41qVR/YFJcgHp0UGns5JDymv..TOG',
  '$2y$12$TRwAAJgnNo67w3rVUz4FIeLx9Dy/llB79zf9I15CKJ9vkM4ZzAd3.',
  '$2a$12$4AcgAt3xwOWadA5s5blL6ev39OXDNhmOesEoo33eZtrq2N0YrU3H.',
  '$2a$12$JJSXNfTowz7Uu5ttXfeYpeYE0arACvcwlPBStB1F.MI7f0U9Z4DGC',
  '$2a$12$u1ShR4l4uBS3Uv59Pa2y5.1uQuZBrZtmNfqB3iM/.jL0XoV9sghS2',
  '$2a$12$ae4ycwzwvLtZxwZ82RmiEunBbIPiAmGZduBAjKN0TXdwQFtCwARz2',
  '$2y$12$DpwmetHKwgYnorbgdvORCenv4NAK8cPUg8AI6pxLCuWf/ALc0.v7W',
]);

const RULE_TYPES = ['actiongroups', 'tenants', 'roles'] as const;

/**
 * Names of entries about which a check can find something else than the last one, by type.
 *
 * - Roles and mappings: the role or its mapping has changed, an action group that it reaches, or a
 *   user who has or had it.
 * - Users: the user, its roles, its hash, or whether it was seen lately.
 * - Action groups: the group, or one that it reaches.
 *
 * `written` are the roles without those that only an action group concerns which they reach,
 * `granting` those that grant something else, and `mapped` those whose mapping has changed.
 */
export type Touched = Readonly<
  Record<ResourceType | 'written' | 'granting' | 'mapped', ReadonlySet<string>>
>;

/** Kept from check to check, and changed in place. */
interface Kept {
  readonly rules: RuleSet;
  readonly holders: Holders;
  /** Of role pairs, what depends only on what the two roles grant. */
  readonly lifts: FoundPairs<Lift>;
  readonly included: RolePairs;
  /** What depends on their users as well. */
  readonly lifted: RolePairs;
  /** Names of users with a password of the demonstration configuration. */
  readonly published: Set<string>;
}

/** A restriction of one role on a pattern that another role makes ineffective. */
export interface Lift {
  readonly kind: RestrictionKind;
  readonly pattern: string;
}

export class Facts {
  private administrators: readonly string[] | undefined;
  private areOthers: boolean | undefined;

  private constructor(
    readonly configuration: CheckedConfiguration,
    readonly thresholds: FindingThresholds,
    readonly kept: Kept,
    readonly touched: Touched
  ) {}

  /**
   * @param previous - those of the last check, which must not be used any more. Only entries that
   *   are other objects than then are looked at
   */
  static *of(
    configuration: CheckedConfiguration,
    thresholds: FindingThresholds,
    previous?: Facts
  ): CooperativeTask<Facts> {
    const { entities, settings } = configuration;
    const known = previous?.configuration.entities;
    const kept = previous?.kept ?? keptFirst(settings);
    const { rules, holders } = kept;
    const [written, users, groups] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const changed = { roles: new Set<string>(), actiongroups: groups, tenants: new Set<string>() };
    const groupNames = new Set<string>();
    for (const type of RULE_TYPES)
      for (const change of changesBetween<Entity>(known?.[type], entities[type])) {
        const { name, after } = change;
        rules.apply({ type, name, ...(after && { after }) });
        changed[type].add(name);
        const isNameNewOrGone = change.before === undefined || after === undefined;
        // Users can have roles that do not exist, and roles can name groups that do not exist.
        if (type === 'roles' && isNameNewOrGone)
          for (const user of holders.usersOf(name)) users.add(user);
        if (type === 'actiongroups' && isNameNewOrGone) groupNames.add(name);
        yield;
      }
    const mapped = new Set<string>();
    const before = known?.internalusers ?? new Map<string, InternalUser>();
    for (const change of changesBetween(known?.rolesmapping, entities.rolesmapping)) {
      const { name, after } = change;
      rules.apply({ type: 'rolesmapping', name, ...(after && { after }) });
      written.add(name);
      mapped.add(name);
      yield* holders.mappingChanged(name, change.before, after, before, users);
      yield;
    }
    for (const change of changesBetween(before, entities.internalusers)) {
      const { name, after } = change;
      users.add(name);
      for (const role of holders.rolesOf(name)) written.add(role);
      holders.userChanged(name, change.before, after);
      for (const role of holders.rolesOf(name)) written.add(role);
      // Settings can be such that mappings which name the user give no role.
      for (const role of rules.mappedRoles({ userName: name, backendRoles: [] })) written.add(role);
      yield;
    }
    yield* holders.settle();
    for (const name of changed.roles) written.add(name);
    // What they grant has changed.
    const granting = changed.roles;
    for (const { name, after } of changesBetween(
      previous?.configuration.hashes,
      configuration.hashes
    )) {
      users.add(name);
      if (after !== undefined && DEMONSTRATION_HASHES.has(after)) kept.published.add(name);
      else kept.published.delete(name);
      yield;
    }
    if (previous) {
      const { live } = previous.configuration;
      for (const name of differences(live?.logins, configuration.live?.logins)) users.add(name);
      yield;
      yield* touchGroupUsers(configuration, groups, groupNames, { written, granting });
    }
    const roles = new Set([...written, ...granting]);
    kept.lifts.forget(granting, (name) => entities.roles.has(name));
    kept.included.forget(granting);
    kept.lifted.forget(roles);
    return new Facts(configuration, thresholds, kept, {
      roles,
      written,
      granting,
      mapped,
      rolesmapping: roles,
      internalusers: users,
      actiongroups: groups,
      tenants: changed.tenants,
    });
  }

  get rules(): RuleSet {
    return this.kept.rules;
  }

  private get holders(): Holders {
    return this.kept.holders;
  }

  /** Security roles of an internal user. */
  rolesOf(user: string): readonly string[] {
    return this.holders.rolesOf(user);
  }

  /** Internal users with this role. */
  usersOf(role: string): readonly string[] {
    return this.holders.usersOf(role);
  }

  /** Backend roles of internal users, each with its users. */
  backendRoles(): Iterable<readonly [string, ReadonlySet<string>]> {
    return this.holders.backendRoles();
  }

  /** Entries that administrators made: neither built in nor shipped. */
  *own<T extends ResourceType>(type: T): Iterable<readonly [string, EntityByType[T]]> {
    for (const entry of this.configuration.entities[type])
      if (!isShipped(type, entry[0], entry[1])) yield entry;
  }

  isOwn<T extends ResourceType>(type: T, name: string): boolean {
    const entity = this.configuration.entities[type].get(name);
    return entity !== undefined && !isShipped(type, name, entity);
  }

  /** Whether any mapping condition or user has the role. */
  isHeld(role: string): boolean {
    if (this.usersOf(role).length > 0) return true;
    const mapping = this.rules.mapping(role);
    return (
      mapping !== undefined &&
      [mapping.users, mapping.backend_roles, mapping.and_backend_roles, mapping.hosts].some(
        (list) => list.length > 0
      )
    );
  }

  /** Whether users can come from elsewhere than the internal users. */
  get hasOtherLogins(): boolean {
    this.areOthers ??= !enabledDomains(this.configuration.config).every(isOfPasswords);
    return this.areOthers;
  }

  /** Internal users who can log in and administer security. */
  administratorNames(): readonly string[] {
    const { entities, settings } = this.configuration;
    this.administrators ??= [...new Set(settings.apiRoles.flatMap((role) => this.usersOf(role)))]
      .filter((name) => {
        const user = entities.internalusers.get(name);
        return user && !isDisabled(user) && !isServiceAccount(user.attributes);
      })
      .sort();
    return this.administrators;
  }

  isAdministrative(role: string): boolean {
    return this.configuration.settings.apiRoles.includes(role);
  }

  /** An administrator, and the first of the roles by which it is one. */
  administrator(name: string): { objects: readonly FindingObject[]; key: string } {
    const role = this.rolesOf(name).find((one) => this.isAdministrative(one));
    return {
      objects: [
        object('internalusers', name),
        ...(role === undefined ? [] : [object('roles', role)]),
      ],
      key: '',
    };
  }
}

interface EntryChange<E> {
  readonly name: string;
  readonly before?: E;
  readonly after?: E;
}

function keptFirst(settings: EngineSettings): Kept {
  const rules = ruleSetFor(settings);
  const holders = new Holders(rules);
  return {
    rules,
    holders,
    lifts: new FoundPairs<Lift>(),
    included: new RolePairs(),
    lifted: new RolePairs(),
    published: new Set(),
  };
}

/**
 * Adds the action groups that reach a changed one, and the roles that name any of them.
 * @param groupNames - groups that are new or gone
 */
function* touchGroupUsers(
  { entities: { actiongroups, roles } }: CheckedConfiguration,
  groups: Set<string>,
  groupNames: ReadonlySet<string>,
  { written, granting }: Readonly<Record<'written' | 'granting', Set<string>>>
): CooperativeTask<void> {
  if (groups.size === 0) return;
  const isConcerned = (actions: readonly string[]) => actions.some((one) => groups.has(one));
  for (let size = 0; size < groups.size;) {
    size = groups.size;
    for (const [name, { allowed_actions: actions }] of actiongroups)
      if (isConcerned(actions)) groups.add(name);
    yield;
  }
  for (const [name, role] of roles) {
    const lists = listActions(role);
    if (lists.some(isConcerned)) granting.add(name);
    if (groupNames.size > 0 && lists.flat().some((one) => groupNames.has(one))) written.add(name);
    yield;
  }
}

/** The action lists of a role. */
export const listActions = (role: Role): ReadonlyArray<readonly string[]> => [
  role.cluster_permissions,
  ...role.index_permissions.map(({ allowed_actions: actions }) => actions),
  ...role.tenant_permissions.map(({ allowed_actions: actions }) => actions),
];

const NOTHING: ReadonlySet<string> = new Set();

/** Values that only one of the two has. */
function* differences(before = NOTHING, after = NOTHING): Iterable<string> {
  for (const one of after) if (!before.has(one)) yield one;
  for (const one of before) if (!after.has(one)) yield one;
}

/** Entries that are the same object have not changed. */
function* changesBetween<E>(
  before: ReadonlyMap<string, E> = new Map<string, E>(),
  after: ReadonlyMap<string, E> = new Map<string, E>()
): Iterable<EntryChange<E>> {
  if (before === after) return;
  const names = ChangedMap.namesBetween(before, after);
  if (names) {
    for (const name of names) {
      const [then, now] = [before.get(name), after.get(name)];
      if (then === now) continue;
      yield {
        name,
        ...(then !== undefined && { before: then }),
        ...(now !== undefined && { after: now }),
      };
    }
    return;
  }
  let added = 0;
  for (const [name, entry] of after) {
    const known = before.get(name);
    if (known === entry) continue;
    if (known === undefined) added++;
    yield { name, after: entry, ...(known !== undefined && { before: known }) };
  }
  if (before.size + added === after.size) return;
  for (const [name, entry] of before) if (!after.has(name)) yield { name, before: entry };
}

/** Shipped without the flag `reserved`. */
const SHIPPED_TENANTS: ReadonlySet<string> = new Set(['admin_tenant', 'global_tenant']);

/** Whether the engine refuses changes of an entry. */
export const isFixed = ({ reserved, hidden, static: isStatic }: Entity): boolean =>
  reserved || hidden || isStatic === true;

const isShipped = (type: ResourceType, name: string, entity: Entity): boolean =>
  isFixed(entity) || (type === 'tenants' && SHIPPED_TENANTS.has(name));

/** An entry with other fields, as it would be saved. */
export const toChangedEntity = (name: string, entity: Entity, fields: Json): ChangedEntities => ({
  [name]: { ...withoutDefaults(entity), ...fields },
});

export const without = (list: readonly string[], removed: ReadonlySet<string>): string[] =>
  list.filter((one) => !removed.has(one));

export const object = (type: FindingObject['type'], name: string): FindingObject => ({
  type,
  name,
});

/** Indices of applications and of the user alone, which say nothing about data. */
const isOfData = (pattern: string): boolean =>
  !pattern.startsWith('.') && !pattern.startsWith('*:.') && !hasPlaceholder(pattern);

/** The patterns on which a role allows one of the actions, except of application indices. */
export function dataPatterns(
  { rules }: Facts,
  role: string,
  actions: readonly string[]
): readonly string[] {
  const compiled = rules.compiledRole(role);
  if (!compiled) return [];
  // A default value holds for each user without the attribute.
  const someone = unknownSubject(rules.hasFallbacks());
  return compiled.indexPermissions
    .filter((entry) => actions.some((action) => entry.actions.matches(action)))
    .flatMap(({ patterns }) =>
      patterns.patterns.map((pattern) => substitute(pattern, someone)).filter(isOfData)
    );
}

export const READ = ['indices:data/read/search', 'indices:data/read/get'];
export const WRITE = [
  'indices:data/write/index',
  'indices:data/write/delete',
  'indices:admin/delete',
];

const COVERS = new WeakMap<CompiledIndexPermission, ReadonlyArray<(pattern: string) => boolean>>();

/** Whether an entry matches all that the pattern can stand for. */
export function covers(entry: CompiledIndexPermission, pattern: string): boolean {
  const { patterns } = entry.patterns;
  const known = COVERS.get(entry) ?? patterns.map(compileCover);
  COVERS.set(entry, known);
  return patterns.includes(pattern) || known.some((isCovered) => isCovered(pattern));
}

/** Texts of a role in which attributes are substituted. */
export function getTemplates(role: Role): readonly string[] {
  const texts: string[] = [];
  for (const { index_patterns: patterns, dls } of role.index_permissions)
    texts.push(...patterns, dls ?? '');
  for (const { tenant_patterns: patterns } of role.tenant_permissions) texts.push(...patterns);
  return texts;
}
