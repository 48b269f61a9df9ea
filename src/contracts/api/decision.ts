/** Terms of access decisions: codes and data, so that each screen can translate them. */
import { closedObject, optional, text, texts, stringEnum, type Shape } from '../schema';

/** Parts of a request beyond its action. Each adds required permissions. */
export const REQUEST_PART = stringEnum([
  'bulk_index',
  'bulk_create',
  'bulk_update',
  'bulk_delete',
  /** The new index is created with aliases. */
  'aliases',
  /** An alias action that removes an index. */
  'remove_index',
]);
export type RequestPart = Shape<typeof REQUEST_PART>;

export const OUTCOME = stringEnum(['allowed', 'partial', 'denied']);
export type Outcome = Shape<typeof OUTCOME>;

export const EFFECT = stringEnum(
  ['execute', 'reduce', 'empty', 'refuse'],
  'What the cluster does: runs the request on all indices, on some, on none, or returns 403.'
);
export type Effect = Shape<typeof EFFECT>;

export const TENANT_NEED = stringEnum(['read', 'write']);
export type TenantNeed = Shape<typeof TENANT_NEED>;
export const TENANT_KIND = stringEnum(['global', 'private', 'custom']);
export type TenantKind = Shape<typeof TENANT_KIND>;
export const TENANT_ACCESS_LEVEL = stringEnum(['write', 'read', 'none']);
export type TenantAccessLevel = Shape<typeof TENANT_ACCESS_LEVEL>;

const TENANT_ERRORS = [
  'tenancy_disabled',
  'private_tenant_disabled',
  'tenant_missing',
  'tenant_not_granted',
  'tenant_read_only',
] as const;
export const TENANT_DENIAL = stringEnum(TENANT_ERRORS);
export type TenantDenial = Shape<typeof TENANT_DENIAL>;

export const DECISION_REASON = stringEnum([
  'granted',
  /** `do_not_fail_on_forbidden`: the request runs on the permitted indices. */
  'reduced',
  /** `do_not_fail_on_forbidden_empty`: the request runs on no index. */
  'emptied',
  'no_roles',
  'missing_cluster_permission',
  /** Service accounts have no cluster permissions, whatever their roles say. */
  'service_account',
  'missing_index_permission',
  /** The security index cannot be changed, whatever the roles say. */
  'security_index',
  /** A DLS query or a field mask cannot be applied, so the request fails. */
  'restriction_error',
  /** Updates and resizing are rejected while documents or fields are restricted. */
  'refused_under_restrictions',
  ...TENANT_ERRORS,
]);
export type DecisionReason = Shape<typeof DECISION_REASON>;

const QUERY_PROBLEM = stringEnum(
  ['unresolved_placeholder', 'invalid_query'],
  'Why a query cannot be applied; the request then fails.'
);
export type QueryProblem = Shape<typeof QUERY_PROBLEM>;

export const DOCUMENT_ACCESS = closedObject({
  mode: stringEnum(
    ['all', 'some', 'none', 'error'],
    '`some`: a document is visible when any of the queries matches it. `error`: requests fail.'
  ),
  queries: texts('JSON texts with attributes filled in, distinct, ascending.'),
  problem: optional(closedObject({ code: QUERY_PROBLEM, query: text() })),
  blind_fields: optional(
    texts(
      'Fields that the queries ask about and that the same restrictions hide or mask: no document ' +
        'meets a condition on them, and `must_not` lets every document through. Ascending.'
    )
  ),
  uncertain_fields: optional(
    texts(
      'Names with wildcards (`*`: a query about all fields) some of whose fields are hidden or masked, ' +
        'and masked fields that `exists` asks about: which documents meet a condition on them depends on ' +
        'the types of the fields. Ascending.'
    )
  ),
});
export type DocumentAccess = Shape<typeof DOCUMENT_ACCESS>;

export const FIELD_ACCESS = closedObject({
  mode: stringEnum(['all', 'include', 'exclude', 'none']),
  fields: texts('Patterns without the exclusion mark, distinct, ascending.'),
});
export type FieldAccess = Shape<typeof FIELD_ACCESS>;

export const MASKED_FIELDS = closedObject({
  mode: stringEnum(
    ['none', 'some', 'all', 'error'],
    '`error`: reading fails, because several of the expressions name the same field (2.19 only).'
  ),
  fields: texts(
    'Masks change texts; numbers and booleans are shown as they are. Expressions as written (`pattern`, `pattern::algorithm`, …), distinct; of those that fit a field ' +
      'the first one of an entry masks it, and of several roles by chance one or the other.'
  ),
});
export type MaskedFields = Shape<typeof MASKED_FIELDS>;

/** The visible part of an index. */
export interface Restrictions {
  readonly documents: DocumentAccess;
  readonly fields: FieldAccess;
  readonly masking: MaskedFields;
}
