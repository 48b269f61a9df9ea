/**
 * A role with its action groups expanded and its patterns compiled, ready for decisions.
 * Immutable; made again when the role or any action group changes.
 */
import type { Role } from '../model/entity_types';
import { expandActions, type ActionGroupMembers } from './action_groups';
import { hasPlaceholder, substitute, type Subject } from './attributes';
import { PatternSet } from './pattern';

/** Patterns of which some depend on the user. */
export class SubjectPatterns {
  private readonly fixed: PatternSet;
  private readonly templates: readonly string[];

  constructor(readonly patterns: readonly string[]) {
    this.fixed = new PatternSet(patterns.filter((pattern) => !hasPlaceholder(pattern)));
    this.templates = patterns.filter(hasPlaceholder);
  }

  get dependsOnSubject(): boolean {
    return this.templates.length > 0;
  }

  matches(value: string, subject: Subject): boolean {
    return this.fixed.matches(value) || (this.dependsOnSubject && this.rendered(subject).matches(value));
  }

  private rendered(subject: Subject): PatternSet {
    return new PatternSet(this.templates.map((template) => substitute(template, subject)));
  }
}

export interface CompiledIndexPermission {
  readonly patterns: SubjectPatterns;
  readonly actions: PatternSet;
  readonly dls?: string;
  readonly fls: readonly string[];
  readonly maskedFields: readonly string[];
}

export interface CompiledTenantPermission {
  readonly patterns: SubjectPatterns;
  readonly canWrite: boolean;
}

export interface CompiledRole {
  readonly name: string;
  readonly clusterActions: PatternSet;
  readonly indexPermissions: readonly CompiledIndexPermission[];
  readonly tenantPermissions: readonly CompiledTenantPermission[];
}

/** The one action whose presence makes a tenant permission writable (reference 4.8). */
export const TENANT_WRITE_ACTION = 'kibana:saved_objects/*/write';

export function compileRole(name: string, role: Role, membersOf: ActionGroupMembers): CompiledRole {
  return {
    name,
    clusterActions: new PatternSet(expandActions(role.cluster_permissions, membersOf)),
    indexPermissions: role.index_permissions.map((permission) => ({
      patterns: new SubjectPatterns(permission.index_patterns),
      actions: new PatternSet(expandActions(permission.allowed_actions, membersOf)),
      dls: permission.dls,
      fls: permission.fls,
      maskedFields: permission.masked_fields,
    })),
    tenantPermissions: role.tenant_permissions.map((permission) => ({
      patterns: new SubjectPatterns(permission.tenant_patterns),
      canWrite: expandActions(permission.allowed_actions, membersOf).includes(TENANT_WRITE_ACTION),
    })),
  };
}
