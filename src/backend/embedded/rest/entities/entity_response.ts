/** What GET of a collection shows, as JSON Schema. */
import { ENTITIES } from '../../../../contracts/entities';
import type { JsonSchema } from '../../../../contracts/schema';
import type { Resource } from './resource';

export const responseSchemaOf = ({ type }: Resource): JsonSchema => ({
  type: 'object',
  description: 'Name to entry',
  additionalProperties: ENTITIES[type].shown,
});
