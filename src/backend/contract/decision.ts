/** Words of decisions that the engine's door shows as well. Imports nothing, so that no cycle can arise. */

/** What a request contains beyond its name; each adds to what it needs. */
export type RequestPart =
  | 'bulk_index'
  | 'bulk_create'
  | 'bulk_update'
  | 'bulk_delete'
  /** The new index comes with aliases. */
  | 'aliases'
  /** An alias action that removes an index. */
  | 'remove_index';

export type Outcome = 'allowed' | 'partial' | 'denied';

/** What the cluster does: runs it whole, on part of the indices, on none, or answers 403. */
export type Effect = 'execute' | 'reduce' | 'empty' | 'refuse';

/** Tenant name to access: true reads and writes, false reads; absent is none. */
export type TenantAccess = ReadonlyMap<string, boolean>;

export type TenantNeed = 'read' | 'write';
export type TenantKind = 'global' | 'private' | 'custom';
export type TenantHeld = 'write' | 'read' | 'none';
export type TenantRefusal =
  | 'tenancy_disabled'
  | 'private_tenant_disabled'
  | 'tenant_missing'
  | 'tenant_not_granted'
  | 'tenant_read_only';

export type DecisionReason =
  | 'granted'
  /** `do_not_fail_on_forbidden`: runs on what is permitted. */
  | 'reduced'
  /** `do_not_fail_on_forbidden_empty`: runs on nothing. */
  | 'emptied'
  | 'no_roles'
  | 'missing_cluster_permission'
  /** Service accounts hold no cluster permissions, whatever their roles say. */
  | 'service_account'
  | 'missing_index_permission'
  /** A document restriction cannot be applied: the request fails. */
  | 'restriction_error'
  /** Updates and resizing are refused while documents or fields are restricted. */
  | 'refused_under_restrictions'
  | TenantRefusal;

/** Why a query cannot be applied; the request then fails, it is never unrestricted. */
type QueryProblem = 'unresolved_placeholder' | 'invalid_query';

export interface DocumentAccess {
  /** `some`: a document is visible when any of the queries matches it. `error`: requests fail. */
  readonly mode: 'all' | 'some' | 'none' | 'error';
  /** JSON texts with attributes filled in, distinct, ascending. */
  readonly queries: readonly string[];
  readonly problem?: { readonly code: QueryProblem; readonly query: string };
}

export interface FieldAccess {
  readonly mode: 'all' | 'include' | 'exclude' | 'none';
  /** Patterns without the exclusion mark, distinct, ascending. */
  readonly fields: readonly string[];
}

export interface MaskedFields {
  readonly mode: 'none' | 'some' | 'all';
  /** Expressions as written (`pattern`, `pattern::algorithm`, …), distinct, ascending. */
  readonly fields: readonly string[];
}

export interface Restrictions {
  readonly documents: DocumentAccess;
  readonly fields: FieldAccess;
  readonly masking: MaskedFields;
}
