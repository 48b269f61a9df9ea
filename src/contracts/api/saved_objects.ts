/** Saved objects on the wire. */
import { Type, type TSchema } from '@sinclair/typebox';
import { SAVED_OBJECTS_LIMITS } from '../limits/saved_objects';
import {
  anyObject,
  closedObject,
  flag,
  integer,
  mapOf,
  optional,
  text,
  texts,
  type Shape,
} from '../schema';

const REFERENCE = closedObject({
  name: text('Unique in the referring object.'),
  type: text('Of the referenced object.'),
  id: text('Of the referenced object.'),
});
/**
 * A named reference from one saved object to another. Attributes refer to its name; exports and
 * imports follow it.
 */
export type SavedObjectReference = Shape<typeof REFERENCE>;

const OBJECT = {
  id: text('Unique among the objects of its type in a tenant.'),
  type: text('Name of a registered type.'),
  attributes: anyObject("As the type's schema has them."),
  references: Type.Array(REFERENCE, { description: 'Objects it uses.' }),
  version: optional(text('Opaque; changes with every write.')),
  updated_at: optional(text('ISO 8601, UTC.')),
  migrationVersion: optional(mapOf(text(), 'Kept as written, without effect.')),
  namespaces: optional(texts()),
};
export const SAVED_OBJECT = closedObject(OBJECT);

const SAVED_OBJECT_ERROR = closedObject({
  statusCode: integer('As of a request for this object alone.'),
  error: text(),
  message: text('In English.'),
  code: text('Permanent error code.'),
  params: optional(anyObject('Parameters of the text of the code.')),
  metadata: optional(
    anyObject('Details of the error; for a conflict, whether overwriting is allowed.')
  ),
});
/** Why one of several objects could not be read or written. The others are not affected. */
export type SavedObjectError = Shape<typeof SAVED_OBJECT_ERROR>;

/**
 * A saved object on the wire (docs/reference/core.md#saved-objects-client and #saved-objects-api).
 */
export type SavedObject<T = Record<string, unknown>> = Omit<
  Shape<typeof SAVED_OBJECT>,
  'attributes'
> & {
  /** As defined by the type's schema. */
  readonly attributes: T;
  /** If present, the attributes are meaningless. */
  readonly error?: SavedObjectError;
};
const FAILED = closedObject({ id: text(), type: text(), error: SAVED_OBJECT_ERROR });

const listOf = (item: TSchema) => closedObject({ saved_objects: Type.Array(item) });
/** Each object, or the reason why it is missing. */
export const SAVED_OBJECTS_RESPONSE = listOf(Type.Union([SAVED_OBJECT, FAILED]));
/** The response to an update contains only the updated values. */
export const SAVED_OBJECT_UPDATED = closedObject({
  ...OBJECT,
  references: optional(OBJECT.references),
});
export const SAVED_OBJECTS_UPDATED = listOf(Type.Union([SAVED_OBJECT_UPDATED, FAILED]));
export const SAVED_OBJECTS_PAGE = closedObject({
  page: integer(),
  per_page: integer(),
  total: integer(),
  saved_objects: Type.Array(closedObject({ ...OBJECT, score: optional(Type.Number()) })),
});

const META = closedObject({ title: optional(text()), icon: optional(text()) });
const KEY = { type: text(), id: text() };
/** Why an object of a file was not imported. */
const IMPORT_REASON = Type.Union([
  closedObject({ type: Type.Literal('conflict') }),
  closedObject({ type: Type.Literal('unsupported_type') }),
  closedObject({
    type: Type.Literal('missing_references'),
    references: Type.Array(closedObject(KEY)),
  }),
  closedObject({
    type: Type.Literal('unknown'),
    statusCode: SAVED_OBJECT_ERROR.properties.statusCode,
    message: SAVED_OBJECT_ERROR.properties.message,
    code: SAVED_OBJECT_ERROR.properties.code,
    params: SAVED_OBJECT_ERROR.properties.params,
  }),
]);
export type ImportErrorReason = Shape<typeof IMPORT_REASON>;

const IMPORTED = closedObject({
  ...KEY,
  meta: META,
  destinationId: optional(text('The new id, if it differs from the one in the file.')),
  overwrite: optional(flag()),
});
export type ImportSuccess = Shape<typeof IMPORTED>;

const NOT_IMPORTED = closedObject({
  ...KEY,
  title: optional(text()),
  meta: META,
  overwrite: optional(flag()),
  error: IMPORT_REASON,
});
export type ImportError = Shape<typeof NOT_IMPORTED>;

export const IMPORT_RESPONSE = closedObject({
  success: flag(),
  successCount: integer(),
  successResults: optional(Type.Array(IMPORTED)),
  errors: optional(Type.Array(NOT_IMPORTED)),
});
/** The response of `_import` and `_resolve_import_errors`. */
export type ImportResponse = Shape<typeof IMPORT_RESPONSE>;

const IMPORT_RETRY = Type.Object({
  ...KEY,
  overwrite: optional(flag()),
  destinationId: optional(text()),
  replaceReferences: optional(
    Type.Array(Type.Object({ type: text(), from: text(), to: text() }), {
      maxItems: SAVED_OBJECTS_LIMITS.replacedReferences,
    })
  ),
  createNewCopy: optional(flag()),
  ignoreMissingReferences: optional(flag()),
});
/** How to import an object of a file after a first attempt reported an error. */
export type ImportRetry = Shape<typeof IMPORT_RETRY>;
export const IMPORT_RETRIES = Type.Array(IMPORT_RETRY, {
  maxItems: SAVED_OBJECTS_LIMITS.retries,
});
