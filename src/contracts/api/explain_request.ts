/**
 * Requests about access, with limits: names as long as the engine's longest, lists of a practical
 * length. `GET` and `POST /api/v1/access/explain`, `GET /api/v1/access/effective`.
 */
import { Type } from '@sinclair/typebox';
import { saveBody, type ResourceType } from '../entities';
import { EXPLAIN_LIMITS } from '../limits/explain';
import { closedObject, optional, type Immutable, type Shape } from '../schema';
import { API_KEY_ID } from './api_keys';
import { REQUEST_PART } from './decision';

const LIMITS = EXPLAIN_LIMITS;
const name = Type.String({ minLength: 1, maxLength: LIMITS.nameLength });
const user = optional(
  Type.String({
    minLength: 1,
    maxLength: LIMITS.nameLength,
    description: 'An internal user; without one, the caller.',
  })
);
const tenant = optional(
  Type.String({
    maxLength: LIMITS.nameLength,
    description: 'Empty: the global one; `__user__`: the private one; else its name.',
  })
);
const action = Type.String({ minLength: 1, maxLength: LIMITS.nameLength });
/** An index name has at most 255 bytes; a date math expression is longer than its result. */
const indexName = Type.String({ minLength: 1, maxLength: LIMITS.expressionLength });
const names = (maxItems: number, description?: string) =>
  optional(Type.Array(name, { maxItems, ...(description !== undefined && { description }) }));

const apiKey = optional(
  Type.String({
    pattern: API_KEY_ID.pattern as string,
    description: 'Id of an API key, of the caller or of a user whom the caller may ask about.',
  })
);

export const EXPLAIN_QUERY = closedObject({
  user,
  api_key: apiKey,
  action,
  index: optional(
    Type.String({ maxLength: LIMITS.queryLength, description: 'Names, comma-joined.' })
  ),
  tenant,
});

export const EFFECTIVE_QUERY = closedObject({ user });

/** A described user, in the form that authentication returns. Need not exist. */
const SUBJECT = closedObject({
  name,
  backend_roles: names(LIMITS.subjectRoles),
  security_roles: names(LIMITS.subjectRoles, 'Security roles assigned directly.'),
  attributes: optional(
    Type.Record(Type.String(), Type.String({ maxLength: LIMITS.attributeLength }), {
      maxProperties: LIMITS.attributes,
      description: 'Full names: `attr.internal.department`, `attr.jwt.team`.',
    })
  ),
  host: optional(Type.String({ maxLength: LIMITS.nameLength, description: 'Remote address.' })),
});
export type SubjectRequest = Shape<typeof SUBJECT>;

const KNOWN_INDEX = closedObject({
  name: indexName,
  aliases: optional(Type.Array(indexName, { maxItems: LIMITS.aliasesPerIndex })),
  data_stream: optional(indexName),
});

/** The body that would save the entity; `null` deletes it. */
const changedEntries = (type: ResourceType) =>
  optional(
    Type.Record(Type.String(), Type.Union([Type.Null(), saveBody(type)]), {
      maxProperties: LIMITS.changes,
    })
  );

export const PROPOSED_CHANGES = closedObject(
  {
    roles: changedEntries('roles'),
    rolesmapping: changedEntries('rolesmapping'),
    actiongroups: changedEntries('actiongroups'),
    internalusers: changedEntries('internalusers'),
  },
  'Unsaved changes to judge by.'
);

export const EXPLAIN_BODY = closedObject({
  user,
  api_key: apiKey,
  subject: optional(SUBJECT),
  action,
  index: optional(
    Type.Union([indexName, Type.Array(indexName, { maxItems: LIMITS.indices })], {
      description: 'Names, wildcards, date math. Without it an index action is about all indices.',
    })
  ),
  tenant,
  parts: optional(Type.Array(REQUEST_PART, { maxItems: 6 })),
  known_indices: optional(
    Type.Array(KNOWN_INDEX, {
      maxItems: LIMITS.knownIndices,
      description: 'Indices that exist, for wildcards, aliases and data streams.',
    })
  ),
  changes: optional(PROPOSED_CHANGES),
});

/** Unsaved changes by name: the entity to save, or `null` to delete it. */
export type ChangedEntities = Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;

export type ProposedChanges = {
  readonly [T in keyof Shape<typeof PROPOSED_CHANGES>]: ChangedEntities;
};

/** A parsed request. Without `user` and `subject`, it is about the caller. */
export type ExplainRequest = Immutable<Omit<Shape<typeof EXPLAIN_BODY>, 'index' | 'changes'>> & {
  readonly index?: readonly string[];
  readonly changes?: ProposedChanges;
};

/** Like `ExplainRequest`, but requires a user or subject. */
export type DecisionRequest = Omit<ExplainRequest, 'changes' | 'api_key'>;
