/**
 * Schemas of bodies and queries (docs/reference/core.md#saved-objects-api). Query values are text,
 * which the routes parse.
 */
import { Type } from '@sinclair/typebox';
import { SAVED_OBJECTS_LIMITS } from '../../../common';

const ReferenceText = Type.String({ maxLength: SAVED_OBJECTS_LIMITS.referenceLength });
const Reference = Type.Object(
  { name: ReferenceText, type: ReferenceText, id: ReferenceText },
  { additionalProperties: false }
);
export const References = Type.Optional(Type.Array(Reference));
export const Attributes = Type.Record(Type.String(), Type.Unknown());
export const MigrationVersion = Type.Optional(Type.Record(Type.String(), Type.String()));
export const Version = Type.Optional(Type.String());
export const Namespaces = Type.Optional(Type.Array(Type.String(), { minItems: 1 }));
export const Flag = Type.Optional(Type.String());
export const TextOrList = Type.Union([Type.String(), Type.Array(Type.String())]);
export const TypeAndId = Type.Object({
  type: Type.String({ minLength: 1 }),
  id: Type.String({ minLength: 1 }),
});
