/** The rules as evaluation reads them: in force (`RuleSet`) or with changes (`OverlayRules`). */
import type { ApiKeyPermissions } from '../../../contracts/api';
import type { TenantAccess } from '../../api/tenants';
import type { ActionGroup, Role, RoleMapping } from '../../../contracts/entities';
import type { Subject } from './attributes';
import type { CompiledRole, SubjectPatterns } from './compiled_role';
import type { MappingSubject } from './mapping_index';

export type RolesMappingResolution = 'MAPPING_ONLY' | 'BACKENDROLES_ONLY' | 'BOTH';

export interface RuleView {
  readonly resolution: RolesMappingResolution;
  /** Whether tenant patterns with attributes are names (2.19) instead of patterns. */
  readonly areTenantsNamed: () => boolean;
  /** Whether variables can have default values; as in `Subject`. */
  readonly hasFallbacks: () => boolean;
  role(name: string): Role | undefined;
  roleNames(): Iterable<string>;
  actionGroup(name: string): ActionGroup | undefined;
  mapping(role: string): RoleMapping | undefined;
  /** Mapped roles, without direct ones. The caller owns the returned set. */
  mappedRoles(subject: MappingSubject): Set<string>;
  /** Roles whose mapping could not be decided (an undecided regular expression). */
  doubtfulRoles(subject: MappingSubject): Set<string>;
  /** Direct and mapped role names, ascending. */
  roleNamesFor(subject: MappingSubject, directRoles: readonly string[]): readonly string[];
  hasTenant(name: string): boolean;
  compiledRole(name: string): CompiledRole | undefined;
  compiledRoles(names: readonly string[]): readonly CompiledRole[];
  /** Compiled form of an API key's own permissions, cached per object. */
  compiledPermissions(permissions: ApiKeyPermissions): CompiledRole;
  tenantsFor(subject: Subject): TenantAccess;
  /** Configured tenants that match one of the patterns; must not be modified. */
  tenantsMatching(patterns: SubjectPatterns, subject: Subject): readonly string[];
}

/** Roles whose mapping could not be decided, without roles that the user has anyway. */
export function findDoubtfulRoles(
  rules: Pick<RuleView, 'doubtfulRoles'>,
  subject: MappingSubject,
  roles: readonly string[]
): readonly string[] {
  const doubtful = rules.doubtfulRoles(subject);
  for (const role of roles) doubtful.delete(role);
  return [...doubtful];
}

export function resolveRoleNames(
  rules: Pick<RuleView, 'resolution' | 'mappedRoles'>,
  subject: MappingSubject,
  directRoles: readonly string[]
): readonly string[] {
  const { resolution } = rules;
  const names = resolution === 'BACKENDROLES_ONLY' ? new Set<string>() : rules.mappedRoles(subject);
  for (const role of directRoles) names.add(role);
  if (resolution !== 'MAPPING_ONLY') for (const role of subject.backendRoles) names.add(role);
  return [...names].sort();
}
