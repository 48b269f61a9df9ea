/** The checked configuration, and what several rules derive from it. */
import type { ApiKey, ChangedEntities, FindingObject, FindingSource } from '../../contracts/api';
import type { Entity, EntityByType, ResourceType, Role } from '../../contracts/entities';
import type { FindingThresholds } from '../api/engine';
import type { EngineSettings } from '../api/settings';
import type { CompiledIndexPermission } from '../access/evaluation/compiled_role';
import { hasPlaceholder } from '../access/evaluation/attributes';
import { resolveRoleNames } from '../access/evaluation/rule_view';
import { RuleSet } from '../access/evaluation/rule_set';
import { compileCover, patternKind } from '../access/patterns/pattern';
import type { UsedPermission } from '../activity/recorded_activity';
import { isDisabled, isServiceAccount } from '../model/service_account';
import { withoutDefaults } from '../model/entity_shape';
import { enabledDomains, isOfPasswords } from '../model/authentication_domains';
import type { CooperativeTask } from '../scheduling/cooperative_task';

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

/** Roles of all internal users, the costly part of a check. */
interface Holders {
  readonly rolesOf: ReadonlyMap<string, readonly string[]>;
  readonly usersOf: ReadonlyMap<string, readonly string[]>;
}

export class Facts {
  private constructor(
    readonly configuration: CheckedConfiguration,
    readonly thresholds: FindingThresholds,
    readonly rules: RuleSet,
    private readonly holders: Holders
  ) {}

  static *of(
    configuration: CheckedConfiguration,
    thresholds: FindingThresholds
  ): CooperativeTask<Facts> {
    const { entities, settings } = configuration;
    const rules = new RuleSet(settings.rolesMappingResolution);
    for (const type of ['actiongroups', 'tenants', 'roles', 'rolesmapping'] as const)
      for (const [name, after] of entities[type]) {
        rules.apply({ type, name, after });
        yield;
      }
    const rolesOf = new Map<string, readonly string[]>();
    const usersOf = new Map<string, string[]>();
    for (const [userName, user] of entities.internalusers) {
      const subject = { userName, backendRoles: user.backend_roles };
      const roles = resolveRoleNames(rules, subject, user.opendistro_security_roles);
      rolesOf.set(userName, roles);
      for (const role of roles) {
        const users = usersOf.get(role);
        if (users) users.push(userName);
        else usersOf.set(role, [userName]);
      }
      yield;
    }
    return new Facts(configuration, thresholds, rules, { rolesOf, usersOf });
  }

  /** Security roles of an internal user. */
  rolesOf(user: string): readonly string[] {
    return this.holders.rolesOf.get(user) ?? [];
  }

  /** Internal users with this role. */
  usersOf(role: string): readonly string[] {
    return this.holders.usersOf.get(role) ?? [];
  }

  /** Entries that administrators made: neither built in nor shipped. */
  *own<T extends ResourceType>(type: T): Iterable<readonly [string, EntityByType[T]]> {
    for (const entry of this.configuration.entities[type])
      if (!isShipped(type, entry[0], entry[1])) yield entry;
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
    return !enabledDomains(this.configuration.config).every(isOfPasswords);
  }

  /** Internal users who can log in and administer security. */
  *administratorNames(): CooperativeTask<readonly string[]> {
    const names: string[] = [];
    for (const [name, user] of this.configuration.entities.internalusers) {
      yield;
      const isAble = !isDisabled(user) && !isServiceAccount(user.attributes);
      if (isAble && this.rolesOf(name).some((role) => this.isAdministrative(role)))
        names.push(name);
    }
    return names;
  }

  isAdministrative(role: string): boolean {
    return this.configuration.settings.apiRoles.includes(role);
  }
}

/** Shipped without the flag `reserved`. */
const SHIPPED_TENANTS: ReadonlySet<string> = new Set(['admin_tenant', 'global_tenant']);

const isShipped = (type: ResourceType, name: string, entity: Entity): boolean =>
  entity.reserved ||
  entity.hidden ||
  entity.static === true ||
  (type === 'tenants' && SHIPPED_TENANTS.has(name));

/** An entry with other fields, as it would be saved. */
export const changed = (name: string, entity: Entity, fields: Json): ChangedEntities => ({
  [name]: { ...withoutDefaults(entity), ...fields },
});

export const without = (list: readonly string[], removed: ReadonlySet<string>): string[] =>
  list.filter((one) => !removed.has(one));

export const object = (type: FindingObject['type'], name: string): FindingObject => ({
  type,
  name,
});

const EVERYTHING = new Set(['**', '?*', '*?', '/.*/', '/.+/', '/^.*$/']);

export const isEverything = (pattern: string): boolean =>
  patternKind(pattern) === 'everything' || EVERYTHING.has(pattern);

/** Whether a wildcard stands for nearly all names. */
export const isBroad = (pattern: string, minCharacters: number): boolean =>
  isEverything(pattern) ||
  (patternKind(pattern) === 'wildcard' && pattern.replace(/[*?]/g, '').length < minCharacters);

/** Indices of applications and of the user alone, which say nothing about data. */
const isOfData = (pattern: string): boolean =>
  !pattern.startsWith('.') && !pattern.startsWith('*:.') && !hasPlaceholder(pattern);

/** The patterns on which a role allows one of the actions, except of application indices. */
export function dataPatterns(
  { rules }: Facts,
  role: string,
  actions: readonly string[]
): readonly string[] {
  const entries = rules.compiledRole(role)?.indexPermissions ?? [];
  return [...entries]
    .filter((entry) => actions.some((action) => entry.actions.matches(action)))
    .flatMap(({ patterns }) => patterns.patterns.filter(isOfData));
}

export const READ = ['indices:data/read/search', 'indices:data/read/get'];
export const WRITE = [
  'indices:data/write/index',
  'indices:data/write/delete',
  'indices:admin/delete',
];

/** Whether an entry matches all that the pattern can stand for. */
export const covers = ({ patterns }: CompiledIndexPermission, pattern: string): boolean =>
  patterns.patterns.some((one) => one === pattern || compileCover(one)(pattern));

/** Texts of a role in which attributes are substituted. */
export const templatesOf = (role: Role): readonly string[] => [
  ...role.index_permissions.flatMap(({ index_patterns, dls }) => [...index_patterns, dls ?? '']),
  ...role.tenant_permissions.flatMap(({ tenant_patterns }) => tenant_patterns),
];
