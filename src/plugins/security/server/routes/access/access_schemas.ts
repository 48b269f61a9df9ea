/** Questions about access, bounded: names as long as the engine's longest, lists as long as a person can mean. */
import { Type, type TSchema } from '@sinclair/typebox';
import { EXPLAIN_LIMITS } from '@sd/core/common';
import { ENTITY_BODIES } from '../entities/entity_schemas';

const LIMITS = EXPLAIN_LIMITS;
const name = Type.String({ minLength: 1, maxLength: LIMITS.nameLength });
/** May be empty: the global tenant. */
const tenant = Type.String({ maxLength: LIMITS.nameLength });
const action = Type.String({ minLength: 1, maxLength: LIMITS.nameLength });
/** An index name has at most 255 bytes; date math is longer than what it means. */
const indexName = Type.String({ minLength: 1, maxLength: LIMITS.expressionLength });
const names = (maxItems: number) => Type.Optional(Type.Array(name, { maxItems }));

export const explainQuery = Type.Object({
  user: Type.Optional(name),
  action,
  /** Comma-joined. */
  index: Type.Optional(Type.String({ maxLength: LIMITS.queryLength })),
  tenant: Type.Optional(tenant),
});

export const effectiveQuery = Type.Object({ user: Type.Optional(name) });

const subject = Type.Object({
  name,
  backend_roles: names(LIMITS.subjectRoles),
  security_roles: names(LIMITS.subjectRoles),
  attributes: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: LIMITS.attributeLength }), {
      maxProperties: LIMITS.attributes,
    })
  ),
  host: Type.Optional(Type.String({ maxLength: LIMITS.nameLength })),
});

const knownIndex = Type.Object({
  name: indexName,
  aliases: Type.Optional(Type.Array(indexName, { maxItems: LIMITS.aliasesPerIndex })),
  data_stream: Type.Optional(indexName),
});

const part = Type.Union([
  Type.Literal('bulk_index'),
  Type.Literal('bulk_create'),
  Type.Literal('bulk_update'),
  Type.Literal('bulk_delete'),
  Type.Literal('aliases'),
  Type.Literal('remove_index'),
]);

/** As the body of a save of that entity; `null` deletes. */
const changed = (body: TSchema) =>
  Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.Null(), body]), { maxProperties: LIMITS.changes })
  );

export const explainBody = Type.Object({
  user: Type.Optional(name),
  subject: Type.Optional(subject),
  action,
  index: Type.Optional(
    Type.Union([indexName, Type.Array(indexName, { maxItems: LIMITS.indices })])
  ),
  tenant: Type.Optional(tenant),
  parts: Type.Optional(Type.Array(part, { maxItems: 6 })),
  known_indices: Type.Optional(Type.Array(knownIndex, { maxItems: LIMITS.knownIndices })),
  changes: Type.Optional(
    Type.Object({
      roles: changed(ENTITY_BODIES.roles),
      rolesmapping: changed(ENTITY_BODIES.rolesmapping),
      actiongroups: changed(ENTITY_BODIES.actiongroups),
      internalusers: changed(ENTITY_BODIES.internalusers),
    })
  ),
});
