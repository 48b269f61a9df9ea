/**
 * Questions about access and their explanations, in the shape in which the HTTP API gives them: codes and
 * data, no sentences, so that every screen can say it in its own language.
 */
import type {
  DecisionReason,
  DocumentAccess,
  Effect,
  FieldAccess,
  MaskedFields,
  Outcome,
  RequestPart,
  TenantHeld,
  TenantKind,
  TenantNeed,
  TenantRefusal,
} from './decision';

/** Somebody as an authentication would describe him; needs not exist. */
export interface SubjectQuestion {
  readonly name: string;
  readonly backend_roles?: readonly string[];
  /** Security roles assigned directly. */
  readonly security_roles?: readonly string[];
  /** Full names: `attr.internal.department`, `attr.jwt.team`. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Remote address. */
  readonly host?: string;
}

/** Unsaved changes: name to the entity as it would be written, or `null` to delete it. */
export type ChangedEntities = Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;

export interface ProposedChanges {
  readonly roles?: ChangedEntities;
  readonly rolesmapping?: ChangedEntities;
  readonly actiongroups?: ChangedEntities;
  readonly internalusers?: ChangedEntities;
}

export interface AccessQuestion {
  /** An internal user; neither this nor `subject` means the caller. */
  readonly user?: string;
  readonly subject?: SubjectQuestion;
  readonly action: string;
  /** Names, wildcards, date math. Without it an index action is about all indices. */
  readonly index?: readonly string[];
  /** '' global, `__user__` private, else the tenant's name. */
  readonly tenant?: string;
  readonly parts?: readonly RequestPart[];
  /** Indices that exist, for wildcards, aliases and data streams. */
  readonly known_indices?: ReadonlyArray<{
    readonly name: string;
    readonly aliases?: readonly string[];
    readonly data_stream?: string;
  }>;
  readonly changes?: ProposedChanges;
}

/** As `AccessQuestion`, about a user or subject that must be named. */
export type DecisionQuestion = Omit<AccessQuestion, 'changes'>;

/** How a user comes to a role. */
export type RoleOrigin =
  | { readonly via: 'direct' }
  /** The backend role's own name is the role (setting `roles_mapping_resolution`). */
  | { readonly via: 'backend_role_name' }
  | {
      readonly via: 'users' | 'backend_roles' | 'hosts';
      /** The entry of the role's mapping, and what it matched: '' for `*` and a user without backend roles. */
      readonly pattern: string;
      readonly value: string;
    }
  | {
      readonly via: 'and_backend_roles';
      readonly patterns: readonly string[];
      readonly values: readonly string[];
    };

export interface ExplainedRole {
  readonly role: string;
  readonly exists: boolean;
  readonly origins: readonly RoleOrigin[];
}

export interface ActionMatch {
  /** Listed entry, groups on the way, and last the pattern that matches. */
  readonly path: readonly string[];
  readonly pattern: string;
}

export interface IndexMatch {
  readonly pattern: string;
  /** With attributes and dates filled in, where that differs. */
  readonly rendered?: string;
  /** What the pattern matched: the index itself, its data stream, one of its aliases, or the expression asked for. */
  readonly via: 'index' | 'alias' | 'data_stream' | 'expression';
  readonly name: string;
}

/** One reason why one cell of the decision is granted. */
export interface Grant {
  readonly kind: 'cluster' | 'index' | 'tenant';
  readonly role: string;
  /** Position in the role's list of that kind; absent for cluster permissions. */
  readonly entry?: number;
  readonly action?: ActionMatch;
  readonly requested_action: string;
  readonly index?: string;
  readonly index_match?: IndexMatch;
  readonly tenant?: string;
  readonly tenant_pattern?: string;
}

export interface RestrictionSource {
  readonly role: string;
  readonly entry: number;
  readonly dls?: string;
  readonly fls: readonly string[];
  readonly masked_fields: readonly string[];
}

export interface ExplainedRestrictions {
  readonly index: string;
  readonly documents: DocumentAccess;
  readonly fields: FieldAccess;
  readonly masking: MaskedFields;
  /** Every entry that counts; those that restrict nothing have no `dls` and empty lists. */
  readonly sources: readonly RestrictionSource[];
}

export interface NearMiss {
  readonly code:
    /** The index fits, the action is not among the entry's. */
    | 'action_missing'
    /** The action fits, none of the entry's patterns fits the index. */
    | 'index_pattern_missing'
    /** The action fits, and a pattern would if the user had the attribute. */
    | 'attribute_missing'
    /** Only a bare `*` fits, which does not grant this action. */
    | 'explicit_only'
    /** The user has the role, and it grants nothing like it. */
    | 'permission_missing'
    /** The user is mapped to a role that does not exist. */
    | 'role_missing'
    /** The role would do, but its mapping asks for backend roles the user lacks. */
    | 'mapping_incomplete'
    | 'tenant_read_only'
    | 'tenant_not_granted'
    | 'restriction_unresolved'
    | 'restriction_invalid'
    | 'restriction_in_force';
  readonly role: string;
  readonly entry?: number;
  readonly requested_action?: string;
  readonly index?: string;
  readonly action?: ActionMatch;
  readonly index_match?: IndexMatch;
  /** What the entry lists instead. */
  readonly patterns?: readonly string[];
  readonly missing?: readonly string[];
  /** 0 to 1: how much of the text agrees. */
  readonly closeness: number;
}

/** JSON patch for `PATCH /_plugins/_security/api/roles/<name>`. */
export interface PatchOperation {
  readonly op: 'add';
  readonly path: string;
  readonly value: unknown;
}

/** Each was tried: with it, the answer is `allowed`. */
export type Suggestion =
  | {
      readonly kind: 'assign_role';
      readonly role: string;
      readonly is_reserved: boolean;
      /** How much the role grants in all; smaller is narrower. Comparable within one answer only. */
      readonly breadth: number;
      readonly changes_restrictions: boolean;
    }
  | {
      readonly kind: 'extend_role';
      readonly role: string;
      readonly patch: readonly PatchOperation[];
      readonly changes_restrictions: boolean;
    }
  | {
      readonly kind: 'create_role';
      /** Body of `PUT /roles/<new name>`. */
      readonly role_body: Readonly<Record<string, unknown>>;
      /** Body of `PUT /rolesmapping/<new name>`. */
      readonly mapping_body: Readonly<Record<string, unknown>>;
      readonly changes_restrictions: boolean;
    };

export interface ExplainedDecision {
  readonly outcome: Outcome;
  readonly effect: Effect;
  readonly reason: DecisionReason;
  readonly missing_actions: readonly string[];
  readonly allowed_indices: readonly string[];
  readonly denied_indices: readonly string[];
  readonly tenant?: {
    readonly name: string;
    readonly kind: TenantKind;
    readonly access: TenantHeld;
    readonly needed: TenantNeed;
    readonly allowed: boolean;
    readonly reason?: TenantRefusal;
    readonly index: string;
  };
}

export interface AccessExplanation {
  readonly user: {
    readonly name: string;
    /** An internal user of that name exists. */
    readonly exists: boolean;
    readonly backend_roles: readonly string[];
    readonly attribute_names: readonly string[];
    readonly roles: readonly ExplainedRole[];
  };
  readonly question: {
    readonly action: string;
    readonly cluster_actions: readonly string[];
    readonly index_actions: readonly string[];
    readonly indices: readonly string[];
  };
  readonly decision: ExplainedDecision;
  readonly grants: readonly Grant[];
  readonly restrictions: readonly ExplainedRestrictions[];
  readonly near_misses: readonly NearMiss[];
  /** Empty for callers who may not read the configuration. */
  readonly suggestions: readonly Suggestion[];
  /** Lists that were cut at their limit. */
  readonly truncated: readonly string[];
}

/** Answer to a question with `changes`. `null`: the user does not exist then. */
export interface AccessComparison {
  readonly before: AccessExplanation | null;
  readonly after: AccessExplanation | null;
  readonly is_changed: boolean;
}

export interface EffectiveIndexPermission {
  readonly entry: number;
  readonly index_patterns: readonly string[];
  /** The patterns for this user. */
  readonly rendered_patterns: readonly string[];
  readonly allowed_actions: readonly string[];
  readonly expanded_actions: readonly string[];
  readonly dls?: string;
  readonly fls: readonly string[];
  readonly masked_fields: readonly string[];
}

export interface EffectiveRole extends ExplainedRole {
  readonly reserved: boolean;
  readonly description?: string;
  readonly cluster: { readonly listed: readonly string[]; readonly expanded: readonly string[] };
  readonly index: readonly EffectiveIndexPermission[];
  readonly tenants: ReadonlyArray<{
    readonly entry: number;
    readonly tenant_patterns: readonly string[];
    readonly access: 'write' | 'read';
    /** Configured tenants the patterns match. */
    readonly tenants: readonly string[];
  }>;
}

export interface EffectivePermissions {
  readonly user: AccessExplanation['user'];
  readonly roles: readonly EffectiveRole[];
  /** true: read and write; false: read only. */
  readonly tenants: Readonly<Record<string, boolean>>;
  readonly api: {
    readonly has_api_access: boolean;
    /** Endpoint to methods. */
    readonly disabled_endpoints: Readonly<Record<string, readonly string[]>>;
  };
  readonly truncated: readonly string[];
}
