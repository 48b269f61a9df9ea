/**
 * In-memory rules: roles, mappings, action groups and tenants. Compiled on first use and updated
 * change by change. Internal users are not included; they are read on demand.
 */
import type { Subject } from './attributes';
import {
  type CompiledRole,
  compilePermissions,
  compileRole,
  type SubjectPatterns,
} from './compiled_role';
import type { ApiKeyPermissions } from '../../../contracts/api';
import type { EngineSettings } from '../../api/settings';
import type { TenantAccess } from '../../api/tenants';
import type {
  ActionGroup,
  Entity,
  ResourceType,
  Role,
  RoleMapping,
} from '../../../contracts/entities';
import { hasReleaseFact } from '../../../contracts/releases';
import type { RuleSource } from './rule_source';
import { ActionSets } from './action_groups';
import { RegexQuota } from '../patterns/regex_quota';
import { MappingIndex, type MappingSubject } from './mapping_index';
import { resolveRoleNames, type RolesMappingResolution, type RuleView } from './rule_view';
import { runToCompletion } from '../../scheduling/cooperative_task';
import { tenantSteps } from './tenant_access';

/** Cached names over all lists. */
const MAX_CACHED_NAMES = 500_000;

class TenantCatalogue {
  private readonly tenants = new Set<string>();
  /** Matching tenants by pattern list, for lists that do not depend on the user. */
  private readonly matching = new Map<string, readonly string[]>();
  private cachedNames = 0;

  add(name: string): void {
    this.tenants.add(name);
    this.forget();
  }

  delete(name: string): void {
    this.tenants.delete(name);
    this.forget();
  }

  has(name: string): boolean {
    return this.tenants.has(name);
  }

  names(): IterableIterator<string> {
    return this.tenants.values();
  }

  matchedBy(patterns: SubjectPatterns, subject: Subject): readonly string[] {
    if (patterns.dependsOnSubject) return this.matchingTenants(patterns, subject);
    const known = this.matching.get(patterns.key);
    if (known) return known;
    const found = this.matchingTenants(patterns, subject);
    if (this.cachedNames + found.length > MAX_CACHED_NAMES) this.forget();
    this.matching.set(patterns.key, found);
    this.cachedNames += found.length + 1;
    return found;
  }

  private matchingTenants(patterns: SubjectPatterns, subject: Subject): readonly string[] {
    const { onlyName } = patterns;
    if (onlyName !== undefined) return this.tenants.has(onlyName) ? [onlyName] : [];
    const nowMs = Date.now();
    return [...this.tenants].filter((name) => patterns.matches(name, subject, nowMs));
  }

  /** Clears the cached matches. */
  forget(): void {
    this.matching.clear();
    this.cachedNames = 0;
  }
}

interface RuleChange {
  readonly type: ResourceType;
  readonly name: string;
  readonly after?: Entity;
}

export class RuleSet implements RuleView, RuleSource {
  readonly mappings = new MappingIndex();
  readonly census = new RegexQuota();
  private readonly roles = new Map<string, Role>();
  private readonly actionGroups = new Map<string, ActionGroup>();
  private readonly tenants = new TenantCatalogue();
  private readonly actionSets = new ActionSets(
    (group) => this.actionGroups.get(group)?.allowed_actions
  );
  private readonly compiled = new Map<string, CompiledRole>();
  /** Compiled permissions of API keys, by the permissions object. */
  private loose = new WeakMap<object, CompiledRole>();
  private currentVersion = 0;
  private seenRelease: string | undefined;

  /** @param release - of the engine that evaluates these rules, as far as it is known */
  constructor(
    readonly resolution: RolesMappingResolution,
    readonly release: () => string | undefined = () => undefined
  ) {}

  readonly areTenantsNamed = (): boolean =>
    !hasReleaseFact(this.release(), 'rendersTenantPatterns');
  readonly hasFallbacks = (): boolean => hasReleaseFact(this.release(), 'hasFallbackVariables');

  current(): RuleView {
    return this;
  }

  get dependsOnAddress(): boolean {
    return this.mappings.dependsOnAddress;
  }

  /** Incremented by every change. Results that callers cache are valid for one version. */
  get version(): number {
    const release = this.release();
    // An upgraded cluster reads the same rules differently.
    if (release !== this.seenRelease) this.forgetMatchResults();
    this.seenRelease = release;
    return this.currentVersion;
  }

  apply({ type, name, after }: RuleChange): void {
    switch (type) {
      case 'internalusers':
        return;
      case 'roles':
        this.census.follow([{ type, before: this.roles.get(name), after }]);
        setOrDelete(this.roles, name, after as Role | undefined);
        this.compiled.delete(name);
        break;
      case 'rolesmapping':
        this.census.follow([{ type, before: this.mappings.get(name), after }]);
        if (after) this.mappings.set(name, after as RoleMapping);
        else this.mappings.delete(name);
        break;
      case 'actiongroups':
        this.census.follow([{ type, before: this.actionGroups.get(name), after }]);
        setOrDelete(this.actionGroups, name, after as ActionGroup | undefined);
        this.actionSets.clear();
        this.compiled.clear();
        this.loose = new WeakMap();
        break;
      case 'tenants':
        if (after) this.tenants.add(name);
        else this.tenants.delete(name);
        break;
    }
    this.currentVersion++;
  }

  role(name: string): Role | undefined {
    return this.roles.get(name);
  }

  roleNames(): IterableIterator<string> {
    return this.roles.keys();
  }

  /** All action groups by name. */
  namedActionGroups(): Iterable<readonly [name: string, group: ActionGroup]> {
    return this.actionGroups;
  }

  actionGroup(name: string): ActionGroup | undefined {
    return this.actionGroups.get(name);
  }

  mapping(role: string): RoleMapping | undefined {
    return this.mappings.get(role);
  }

  mappedRoles(subject: MappingSubject): Set<string> {
    return this.mappings.rolesFor(subject);
  }

  doubtfulRoles(subject: MappingSubject): Set<string> {
    return this.resolution === 'BACKENDROLES_ONLY'
      ? new Set()
      : this.mappings.doubtfulRolesFor(subject);
  }

  /** Drops cached results, some of which may come from patterns that ran out of time. */
  forgetMatchResults(): void {
    this.mappings.forgetMatchResults();
    this.actionSets.clearResults();
    this.compiled.clear();
    this.loose = new WeakMap();
    this.tenants.forget();
    this.currentVersion++;
  }

  hasTenant(name: string): boolean {
    return this.tenants.has(name);
  }

  tenantNames(): IterableIterator<string> {
    return this.tenants.names();
  }

  /** Compiled form of a role, or `undefined` if the role does not exist. */
  compiledRole(name: string): CompiledRole | undefined {
    const known = this.compiled.get(name);
    const role = known ? undefined : this.roles.get(name);
    if (!role) return known;
    const compiled = compileRole(name, role, this.actionSets, this.areTenantsNamed);
    this.compiled.set(name, compiled);
    return compiled;
  }

  compiledPermissions(permissions: ApiKeyPermissions): CompiledRole {
    const known = this.loose.get(permissions);
    if (known) return known;
    const compiled = compilePermissions(permissions, this.actionSets);
    this.loose.set(permissions, compiled);
    return compiled;
  }

  compiledRoles(names: readonly string[]): readonly CompiledRole[] {
    const found: CompiledRole[] = [];
    for (const name of names) {
      const role = this.compiledRole(name);
      if (role) found.push(role);
    }
    return found;
  }

  /** Direct and mapped role names, ascending. Includes mapped roles that do not exist. */
  roleNamesFor(subject: MappingSubject, directRoles: readonly string[]): readonly string[] {
    return resolveRoleNames(this, subject, directRoles);
  }

  tenantsFor(subject: Subject): TenantAccess {
    return runToCompletion(tenantSteps(this, subject));
  }

  tenantsMatching(patterns: SubjectPatterns, subject: Subject): readonly string[] {
    return this.tenants.matchedBy(patterns, subject);
  }
}

function setOrDelete<V>(map: Map<string, V>, key: string, value: V | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

/** Without rules yet, for the engine that these settings describe. */
export const ruleSetFor = (
  settings: Pick<EngineSettings, 'rolesMappingResolution' | 'compatibility' | 'release'>
): RuleSet => new RuleSet(settings.rolesMappingResolution, () => releaseIn(settings));

/** The embedded engine follows a release line; a cluster tells its release. */
export const releaseIn = ({
  release,
  compatibility,
}: Pick<EngineSettings, 'compatibility' | 'release'>): string => release ?? compatibility;
