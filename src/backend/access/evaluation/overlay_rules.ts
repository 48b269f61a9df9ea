/**
 * The rules in force with unsaved changes applied on top. Costs depend on the number of changes,
 * not on the size of the configuration. The underlying rules are not modified.
 */
import type { ApiKeyPermissions } from '../../../contracts/api';
import type { TenantAccess } from '../../api/tenants';
import { runToCompletion } from '../../scheduling/cooperative_task';
import type { ActionGroup, Role, RoleMapping } from '../../../contracts/entities';
import type { Subject } from './attributes';
import { ActionSets } from './action_groups';
import {
  compilePermissions,
  compileRole,
  type CompiledRole,
  type SubjectPatterns,
} from './compiled_role';
import { MappingIndex, type MappingSubject } from './mapping_index';
import { resolveRoleNames, type RuleView } from './rule_view';
import { tenantSteps } from './tenant_access';

/** The changed entity by name; `undefined` deletes it. */
export type Changed<T> = ReadonlyMap<string, T | undefined>;

export interface RuleChanges {
  readonly roles: Changed<Role>;
  readonly rolesmapping: Changed<RoleMapping>;
  readonly actiongroups: Changed<ActionGroup>;
}

export class OverlayRules implements RuleView {
  private readonly compiled = new Map<string, CompiledRole>();
  private readonly loose = new WeakMap<object, CompiledRole>();
  private readonly changedMappings = new MappingIndex();
  private readonly actionSets = new ActionSets((group) => this.actionGroup(group)?.allowed_actions);

  constructor(
    private readonly base: RuleView,
    private readonly changes: RuleChanges
  ) {
    for (const [role, mapping] of changes.rolesmapping) {
      if (mapping) this.changedMappings.set(role, mapping);
    }
  }

  get resolution(): RuleView['resolution'] {
    return this.base.resolution;
  }

  get areTenantsNamed(): RuleView['areTenantsNamed'] {
    return this.base.areTenantsNamed;
  }

  get hasFallbacks(): RuleView['hasFallbacks'] {
    return this.base.hasFallbacks;
  }

  role(name: string): Role | undefined {
    const { roles } = this.changes;
    return roles.has(name) ? roles.get(name) : this.base.role(name);
  }

  *roleNames(): IterableIterator<string> {
    const { roles } = this.changes;
    for (const name of this.base.roleNames()) if (!roles.has(name)) yield name;
    for (const [name, role] of roles) if (role) yield name;
  }

  actionGroup(name: string): ActionGroup | undefined {
    const { actiongroups } = this.changes;
    return actiongroups.has(name) ? actiongroups.get(name) : this.base.actionGroup(name);
  }

  mapping(role: string): RoleMapping | undefined {
    const { rolesmapping } = this.changes;
    return rolesmapping.has(role) ? rolesmapping.get(role) : this.base.mapping(role);
  }

  mappedRoles(subject: MappingSubject): Set<string> {
    const unchanged = [...this.base.mappedRoles(subject)].filter(
      (role) => !this.changes.rolesmapping.has(role)
    );
    return new Set([...unchanged, ...this.changedMappings.rolesFor(subject)]);
  }

  doubtfulRoles(subject: MappingSubject): Set<string> {
    if (this.resolution === 'BACKENDROLES_ONLY') return new Set();
    const unchanged = [...this.base.doubtfulRoles(subject)].filter(
      (role) => !this.changes.rolesmapping.has(role)
    );
    return new Set([...unchanged, ...this.changedMappings.doubtfulRolesFor(subject)]);
  }

  roleNamesFor(subject: MappingSubject, directRoles: readonly string[]): readonly string[] {
    return resolveRoleNames(this, subject, directRoles);
  }

  hasTenant(name: string): boolean {
    return this.base.hasTenant(name);
  }

  compiledRole(name: string): CompiledRole | undefined {
    const { roles, actiongroups } = this.changes;
    if (!roles.has(name) && actiongroups.size === 0) return this.base.compiledRole(name);
    const known = this.compiled.get(name);
    const role = known ? undefined : this.role(name);
    if (!role) return known;
    const compiled = compileRole(name, role, this.actionSets, this.areTenantsNamed);
    this.compiled.set(name, compiled);
    return compiled;
  }

  compiledRoles(names: readonly string[]): readonly CompiledRole[] {
    return names.map((name) => this.compiledRole(name)).filter((role) => role !== undefined);
  }

  compiledPermissions(permissions: ApiKeyPermissions): CompiledRole {
    if (this.changes.actiongroups.size === 0) return this.base.compiledPermissions(permissions);
    const known = this.loose.get(permissions);
    const compiled = known ?? compilePermissions(permissions, this.actionSets);
    if (!known) this.loose.set(permissions, compiled);
    return compiled;
  }

  tenantsFor(subject: Subject): TenantAccess {
    return runToCompletion(tenantSteps(this, subject));
  }

  tenantsMatching(patterns: SubjectPatterns, subject: Subject): readonly string[] {
    return this.base.tenantsMatching(patterns, subject);
  }
}
