/** Saved objects on the wire. Source: docs/reference/core.md#saved-objects-api. */
import { Type, type TSchema } from '@sinclair/typebox';
import { anyObject, closed, flag, integer, mapOf, optional, text, texts } from '../schema';

const REFERENCE = closed({
  name: text('Unique in the object that refers.'),
  type: text(),
  id: text(),
});

const OBJECT = {
  id: text(),
  type: text(),
  attributes: anyObject("As the type's schema has them."),
  references: Type.Array(REFERENCE),
  version: optional(text('Opaque; changes with every write.')),
  updated_at: optional(text('ISO 8601, UTC.')),
  migrationVersion: optional(mapOf(text())),
  namespaces: optional(texts()),
};
export const SAVED_OBJECT = closed(OBJECT);

const SAVED_OBJECT_ERROR = closed({
  statusCode: integer('As a request for this object alone would have been answered.'),
  error: text(),
  message: text('For people, in English.'),
  code: optional(text('Permanent code of the refusal.')),
  params: optional(anyObject('Parameters of the text of the code.')),
  metadata: optional(anyObject()),
});
const FAILED = closed({ id: text(), type: text(), error: SAVED_OBJECT_ERROR });

const listOf = (item: TSchema) => closed({ saved_objects: Type.Array(item) });
/** Each object, or why it is not there. */
export const SAVED_OBJECTS_ANSWER = listOf(Type.Union([SAVED_OBJECT, FAILED]));
/** An update answers what it was given. */
export const SAVED_OBJECT_UPDATED = closed({ ...OBJECT, references: optional(OBJECT.references) });
export const SAVED_OBJECTS_UPDATED = listOf(Type.Union([SAVED_OBJECT_UPDATED, FAILED]));
export const SAVED_OBJECTS_PAGE = closed({
  page: integer(),
  per_page: integer(),
  total: integer(),
  saved_objects: Type.Array(closed({ ...OBJECT, score: optional(Type.Number()) })),
});

const META = closed({ title: optional(text()), icon: optional(text()) });
const KEY = { type: text(), id: text() };
const IMPORT_REASON = Type.Union([
  closed({ type: Type.Literal('conflict') }),
  closed({ type: Type.Literal('unsupported_type') }),
  closed({ type: Type.Literal('missing_references'), references: Type.Array(closed(KEY)) }),
  closed({ type: Type.Literal('unknown'), statusCode: integer(), message: text() }),
]);
export const IMPORT_ANSWER = closed({
  success: flag(),
  successCount: integer(),
  successResults: optional(
    Type.Array(
      closed({
        ...KEY,
        meta: META,
        destinationId: optional(text()),
        overwrite: optional(flag()),
      })
    )
  ),
  errors: optional(
    Type.Array(
      closed({
        ...KEY,
        title: optional(text()),
        meta: META,
        overwrite: optional(flag()),
        error: IMPORT_REASON,
      })
    )
  ),
});
