/** What GET of an entity shows, as JSON Schema: the fields that can be sent, and what the engine adds. */
import { FLAG_FIELDS, STATIC_FIELD, type Fields } from '../../../model/entity_schemas';
import type { JsonSchema } from '../../../model/json_schema';
import type { Resource } from './resource';

/** Always present; the others only when they are set. */
const OPTIONAL = new Set(['description', 'type', 'password']);

export const answerSchemaOf = (resource: Resource): JsonSchema => ({
  type: 'object',
  description: 'Name to entry',
  additionalProperties: entrySchemaOf(resource),
});

function entrySchemaOf({ type, rules }: Resource): JsonSchema {
  const own = Object.entries(rules.fields).filter(([key]) => key !== 'password' && key !== 'hash');
  const properties: Fields = {
    ...(type === 'internalusers' ? { hash: { type: 'string', const: '', readOnly: true } } : {}),
    ...Object.fromEntries(own),
    ...FLAG_FIELDS,
    ...(type === 'rolesmapping' ? {} : STATIC_FIELD),
  };
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((key) => !OPTIONAL.has(key)),
  };
}
