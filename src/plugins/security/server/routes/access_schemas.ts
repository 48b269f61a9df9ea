/** Questions about access, bounded: names as long as the engine's longest, lists as long as a person can mean. */
import { Type, type TSchema } from '@sinclair/typebox';
import { ENTITY_BODIES } from './entity_schemas';

const name = Type.String({ minLength: 1, maxLength: 256 });
/** May be empty: the global tenant. */
const tenant = Type.String({ maxLength: 256 });
const action = Type.String({ minLength: 1, maxLength: 256 });
/** An index name has at most 255 bytes; date math is longer than what it means. */
const indexName = Type.String({ minLength: 1, maxLength: 1_000 });
const names = (maxItems: number) => Type.Optional(Type.Array(name, { maxItems }));

export const MAX_INDICES = 100;
const MAX_KNOWN_INDICES = 200;
const MAX_CHANGES = 100;

export const explainQuery = Type.Object({
  user: Type.Optional(name),
  action,
  /** Comma-joined. */
  index: Type.Optional(Type.String({ maxLength: 10_000 })),
  tenant: Type.Optional(tenant),
});

export const effectiveQuery = Type.Object({ user: Type.Optional(name) });

const subject = Type.Object({
  name,
  backend_roles: names(1_000),
  security_roles: names(1_000),
  attributes: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: 10_000 }), { maxProperties: 100 })
  ),
  host: Type.Optional(Type.String({ maxLength: 256 })),
});

const knownIndex = Type.Object({
  name: indexName,
  aliases: Type.Optional(Type.Array(indexName, { maxItems: 20 })),
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
    Type.Record(Type.String(), Type.Union([Type.Null(), body]), { maxProperties: MAX_CHANGES })
  );

export const explainBody = Type.Object({
  user: Type.Optional(name),
  subject: Type.Optional(subject),
  action,
  index: Type.Optional(Type.Union([indexName, Type.Array(indexName, { maxItems: MAX_INDICES })])),
  tenant: Type.Optional(tenant),
  parts: Type.Optional(Type.Array(part, { maxItems: 6 })),
  known_indices: Type.Optional(Type.Array(knownIndex, { maxItems: MAX_KNOWN_INDICES })),
  changes: Type.Optional(
    Type.Object({
      roles: changed(ENTITY_BODIES.roles),
      rolesmapping: changed(ENTITY_BODIES.rolesmapping),
      actiongroups: changed(ENTITY_BODIES.actiongroups),
      internalusers: changed(ENTITY_BODIES.internalusers),
    })
  ),
});
