/** Explanations of access and effective permissions, as codes and data without sentences. */
import { Type } from '@sinclair/typebox';
import {
  closedObject,
  flag,
  integer,
  mapOf,
  nullable,
  optional,
  text,
  texts,
  stringEnum,
  type Shape,
} from '../schema';
import {
  DECISION_REASON,
  DOCUMENT_ACCESS,
  EFFECT,
  FIELD_ACCESS,
  MASKED_FIELDS,
  OUTCOME,
  TENANT_ACCESS_LEVEL,
  TENANT_KIND,
  TENANT_NEED,
  TENANT_DENIAL,
} from './decision';
import { NOT_CONSIDERED } from './not_considered';

const ROLE_ORIGIN = Type.Union(
  [
    closedObject({ via: Type.Literal('direct') }),
    closedObject(
      { via: Type.Literal('backend_role_name') },
      "The backend role's own name is the role (setting `roles_mapping_resolution`)."
    ),
    closedObject({
      via: stringEnum(['users', 'backend_roles', 'hosts']),
      pattern: text("The entry of the role's mapping."),
      value: text("What it matched: '' for `*` and a user without backend roles."),
    }),
    closedObject({
      via: Type.Literal('and_backend_roles'),
      patterns: texts(),
      values: texts(),
    }),
  ],
  { description: 'How a user comes to a role.' }
);
export type RoleOrigin = Shape<typeof ROLE_ORIGIN>;

const EXPLAINED_ROLE = { role: text(), exists: flag(), origins: Type.Array(ROLE_ORIGIN) };
export type ExplainedRole = Shape<ReturnType<typeof closedObject<typeof EXPLAINED_ROLE>>>;

const ACTION_MATCH = closedObject({
  path: texts('Listed entry, groups on the way, and last the pattern that matches.'),
  pattern: text(),
});
export type ActionMatch = Shape<typeof ACTION_MATCH>;

const INDEX_MATCH = closedObject({
  pattern: text(),
  rendered: optional(text('With attributes and dates filled in, where that differs.')),
  via: stringEnum(
    ['index', 'alias', 'data_stream', 'expression'],
    'What the pattern matched: the index itself, an alias, its data stream, or the expression asked for.'
  ),
  name: text(),
});
export type IndexMatch = Shape<typeof INDEX_MATCH>;

const GRANT = closedObject(
  {
    kind: stringEnum(['cluster', 'index', 'tenant']),
    role: text(),
    entry: optional(
      integer("Position in the role's list of that kind; absent for cluster permissions.")
    ),
    action: optional(ACTION_MATCH),
    requested_action: text(),
    index: optional(text()),
    index_match: optional(INDEX_MATCH),
    tenant: optional(text()),
    tenant_pattern: optional(text()),
  },
  'One reason why one cell of the decision is granted.'
);
export type Grant = Shape<typeof GRANT>;

const RESTRICTION_KIND = stringEnum(['dls', 'fls', 'masked_fields']);
export type RestrictionKind = Shape<typeof RESTRICTION_KIND>;

const RESTRICTION_SOURCE = closedObject({
  role: text(),
  entry: integer(),
  dls: optional(text()),
  fls: texts(),
  masked_fields: texts(),
  displaced: optional(
    Type.Array(RESTRICTION_KIND, {
      description:
        'What of the entry has no effect, because a later entry of the same role takes its place.',
    })
  ),
});
export type RestrictionSource = Shape<typeof RESTRICTION_SOURCE>;

const EXPLAINED_RESTRICTIONS = closedObject({
  index: text(),
  documents: DOCUMENT_ACCESS,
  fields: FIELD_ACCESS,
  masking: MASKED_FIELDS,
  sources: Type.Array(RESTRICTION_SOURCE, {
    description:
      'Every entry that counts; those that restrict nothing have no `dls` and empty lists.',
  }),
  undefined_choice: optional(
    flag(
      'A cluster 2.x applies only some of the sources, because a regular expression is among them; which ones is undefined.'
    )
  ),
});
export type ExplainedRestrictions = Shape<typeof EXPLAINED_RESTRICTIONS>;

const NEAR_MISS = closedObject({
  code: stringEnum([
    /** The index matches, but the entry does not allow the action. */
    'action_missing',
    /** The action is allowed, but none of the entry's patterns matches the index. */
    'index_pattern_missing',
    /** The action is allowed, and a pattern would match if the user had the attribute. */
    'attribute_missing',
    /** Only a bare `*` matches, which does not grant this action. */
    'explicit_only',
    /** The user has the role, but it does not grant the action. */
    'permission_missing',
    /** The user is mapped to a role that does not exist. */
    'role_missing',
    /** The role would grant it, but its mapping requires backend roles that the user lacks. */
    'mapping_incomplete',
    'tenant_read_only',
    'tenant_not_granted',
    'restriction_unresolved',
    'restriction_invalid',
    'restriction_in_force',
  ]),
  role: text(),
  entry: optional(integer()),
  requested_action: optional(text()),
  index: optional(text()),
  action: optional(ACTION_MATCH),
  index_match: optional(INDEX_MATCH),
  patterns: optional(texts('What the entry lists instead.')),
  missing: optional(texts()),
  closeness: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How much of the text agrees.',
  }),
});
export type NearMiss = Shape<typeof NEAR_MISS>;

const PATCH_OPERATION = closedObject(
  { op: Type.Literal('add'), path: text(), value: Type.Unknown() },
  'A JSON patch.'
);
export type PatchOperation = Shape<typeof PATCH_OPERATION>;

const OPENED = closedObject(
  {
    all_indices: flag(),
    index_patterns: texts('Index names and patterns, the first 100.'),
    tenant_patterns: texts('The first 100.'),
    cluster_permissions: texts('The first 100.'),
  },
  'What the suggestion opens to those who gain it.'
);
export type OpenedAccess = Shape<typeof OPENED>;

const GAINING = closedObject(
  {
    users: integer('Internal users, and the user asked about.'),
    user_patterns: texts('Users of identity providers whom the mapping names.'),
    backend_roles: texts('Also everyone who has one of these elsewhere; "a + b": both together.'),
    hosts: texts('Also everyone who connects from these addresses.'),
  },
  'Who gains it.'
);
export type GainingPeople = Shape<typeof GAINING>;

const body = (description: string) => mapOf(Type.Unknown(), description);
const SUGGESTED = { opens: OPENED, gains: GAINING, changes_restrictions: flag() };
const SUGGESTION = Type.Union(
  [
    closedObject({
      kind: Type.Literal('assign_role'),
      role: text(),
      is_reserved: flag(),
      breadth: Type.Number({
        description:
          'How much the role grants in all; smaller is narrower. Comparable within one answer only.',
      }),
      mapping_patch: Type.Array(PATCH_OPERATION, {
        description: 'JSON patch for `PATCH /_plugins/_security/api/rolesmapping/<name>`.',
      }),
      ...SUGGESTED,
    }),
    closedObject({
      kind: Type.Literal('extend_role'),
      role: text(),
      patch: Type.Array(PATCH_OPERATION, {
        description: 'JSON patch for `PATCH /_plugins/_security/api/roles/<name>`.',
      }),
      ...SUGGESTED,
    }),
    closedObject({
      kind: Type.Literal('create_role'),
      role_body: body('Body of `PUT /roles/<new name>`.'),
      mapping_body: body('Body of `PUT /rolesmapping/<new name>`.'),
      ...SUGGESTED,
    }),
  ],
  {
    description:
      'Each was tried: with it, the answer is `allowed`. The first one opens the least to the fewest people.',
  }
);
export type Suggestion = Shape<typeof SUGGESTION>;

const EXPLAINED_DECISION = closedObject({
  outcome: OUTCOME,
  effect: EFFECT,
  reason: DECISION_REASON,
  missing_actions: texts(),
  allowed_indices: texts(),
  denied_indices: texts(),
  tenant: optional(
    closedObject({
      name: text(),
      kind: TENANT_KIND,
      access: TENANT_ACCESS_LEVEL,
      needed: TENANT_NEED,
      allowed: flag(),
      reason: optional(TENANT_DENIAL),
      index: text(),
    })
  ),
});
export type ExplainedDecision = Shape<typeof EXPLAINED_DECISION>;

const INDEX_DEPENDENCE = closedObject(
  {
    permitted: texts('Patterns that some indices of the wildcard can match, the first 100.'),
    if_all: EFFECT,
    if_some: EFFECT,
    if_none: EFFECT,
  },
  'The question has a wildcard, no indices are known, and roles permit a part of what it can match: ' +
    'the effect if all, some or none of the existing indices that match it are permitted. If none ' +
    'exists, as if all are.'
);
export type IndexDependence = Shape<typeof INDEX_DEPENDENCE>;

const EXPLAINED_USER = closedObject({
  name: text(),
  exists: flag('An internal user of that name exists.'),
  suspended: optional(flag('The user cannot log in: the decision is about what the roles allow.')),
  backend_roles: texts(),
  attribute_names: texts(),
  roles: Type.Array(closedObject(EXPLAINED_ROLE)),
});

const EXPLAINED_KEY = closedObject(
  {
    id: text(),
    name: text(),
    unnamed_actions: texts('What the owner may here and the permissions of the key do not name.'),
  },
  'The API key that is asked about: the decision is about it, grants and restrictions are those of the roles that count.'
);
export type ExplainedKey = Shape<typeof EXPLAINED_KEY>;

export const ACCESS_EXPLANATION = closedObject({
  user: EXPLAINED_USER,
  question: closedObject({
    action: text(),
    cluster_actions: texts(),
    index_actions: texts(),
    indices: texts(),
  }),
  decision: EXPLAINED_DECISION,
  depends_on_indices: optional(INDEX_DEPENDENCE),
  grants: Type.Array(GRANT),
  restrictions: Type.Array(EXPLAINED_RESTRICTIONS),
  near_misses: Type.Array(NEAR_MISS),
  suggestions: Type.Array(SUGGESTION, {
    description:
      'By what they open and to how many people. Empty for callers who may not read the configuration.',
  }),
  key: optional(EXPLAINED_KEY),
  truncated: texts('Lists that were cut at their limit.'),
  not_considered: NOT_CONSIDERED,
  answered_by: optional(
    stringEnum(
      ['mirror'],
      "The product's own reading of the configuration of a cluster; absent: the engine that decides."
    )
  ),
  checked_with: optional(
    closedObject(
      {
        call: text('Not done: `perform_permission_check`.'),
        allowed: flag(),
        missing_privileges: texts(),
        agrees: flag('The explanation says the same, or that it depends on the indices.'),
      },
      'What the cluster itself answers.'
    )
  ),
  unchecked: optional(
    stringEnum([
      /** The cluster evaluates the credentials of a request, so only the caller can be checked. */
      'another_person',
      /**
       * The request contains unsaved changes, indices or request parts that the cluster cannot
       * simulate.
       */
      'hypothetical',
      /** No read-only request requires exactly this action. */
      'no_dry_call',
      /** The cluster is older than 3.2. */
      'not_offered',
      'failed',
    ])
  ),
});
export type AccessExplanation = Shape<typeof ACCESS_EXPLANATION>;

export const ACCESS_COMPARISON = closedObject(
  {
    before: nullable(ACCESS_EXPLANATION),
    after: nullable(ACCESS_EXPLANATION),
    is_changed: flag(),
  },
  'Answer to a question with `changes`. `null`: the user does not exist then.'
);
export type AccessComparison = Shape<typeof ACCESS_COMPARISON>;

/** Everyday verbs for what one can do with an index. */
export const INDEX_VERBS = Object.freeze(['read', 'write', 'delete', 'manage'] as const);
export type IndexVerb = (typeof INDEX_VERBS)[number];

const EFFECTIVE_INDEX_PERMISSION = closedObject({
  entry: integer(),
  index_patterns: texts(),
  rendered_patterns: texts('The patterns for this user.'),
  allowed_actions: texts(),
  expanded_actions: texts(),
  verbs: Type.Array(stringEnum(INDEX_VERBS), {
    description: 'What the entry allows, by the action that stands for each verb.',
  }),
  dls: optional(text()),
  fls: texts(),
  masked_fields: texts(),
});
export type EffectiveIndexPermission = Shape<typeof EFFECTIVE_INDEX_PERMISSION>;

const EFFECTIVE_ROLE = closedObject({
  ...EXPLAINED_ROLE,
  reserved: flag(),
  description: optional(text()),
  cluster: closedObject({ listed: texts(), expanded: texts() }),
  index: Type.Array(EFFECTIVE_INDEX_PERMISSION),
  tenants: Type.Array(
    closedObject({
      entry: integer(),
      tenant_patterns: texts(),
      access: stringEnum(['write', 'read']),
      tenants: texts('Configured tenants the patterns match.'),
    })
  ),
});
export type EffectiveRole = Shape<typeof EFFECTIVE_ROLE>;

export const EFFECTIVE_PERMISSIONS = closedObject({
  user: EXPLAINED_USER,
  roles: Type.Array(EFFECTIVE_ROLE),
  tenants: mapOf(flag(), 'true: read and write; false: read only.'),
  api: closedObject({
    has_api_access: flag(),
    disabled_endpoints: mapOf(texts(), 'Endpoint to methods.'),
  }),
  truncated: texts(),
  not_considered: NOT_CONSIDERED,
});
export type EffectivePermissions = Shape<typeof EFFECTIVE_PERMISSIONS>;
