/** Reads the lines of an import file and checks their shape. */
import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { SAVED_OBJECTS_LIMITS } from '../../../common';
import {
  objectKey,
  SavedObjectsError,
  savedObjectsErrors,
  type ObjectContent,
} from '../../../../backend/contract';
import { assertShape } from '../object_shape';
import { describeSchemaError } from '../schema_error';
import { inSlices } from '../../../../workers';
import type { SavedObjectsTypeRegistry } from '../type_registry';
import type { ImportedObject, ImportErrorReason, ImportRetry } from './import_types';
import { linesOf, parseLine, type NdjsonLine } from './ndjson';

/** Characters of a title in an answer. */
const MAX_TITLE_LENGTH = 1_000;
/** Objects named in one message. */
const MAX_NAMED = 20;

const REFERENCE_TEXT = Type.String({ maxLength: SAVED_OBJECTS_LIMITS.referenceLength });
const REFERENCE = Type.Object({ name: REFERENCE_TEXT, type: REFERENCE_TEXT, id: REFERENCE_TEXT });
const LINE = TypeCompiler.Compile(
  Type.Object({
    type: Type.String({ minLength: 1 }),
    id: Type.String({ minLength: 1 }),
    attributes: Type.Record(Type.String(), Type.Unknown()),
    references: Type.Optional(Type.Array(REFERENCE)),
    migrationVersion: Type.Optional(Type.Record(Type.String(), Type.String())),
  })
);
const RETRIES = TypeCompiler.Compile(
  Type.Array(
    Type.Object({
      type: Type.String(),
      id: Type.String(),
      overwrite: Type.Optional(Type.Boolean()),
      destinationId: Type.Optional(Type.String()),
      replaceReferences: Type.Optional(
        Type.Array(Type.Object({ type: Type.String(), from: Type.String(), to: Type.String() }), {
          maxItems: SAVED_OBJECTS_LIMITS.replacedReferences,
        })
      ),
      createNewCopy: Type.Optional(Type.Boolean()),
      ignoreMissingReferences: Type.Optional(Type.Boolean()),
    }),
    { maxItems: SAVED_OBJECTS_LIMITS.retries }
  )
);

export interface ReadOptions {
  readonly types: SavedObjectsTypeRegistry;
  /** Objects in one file. */
  readonly maxObjects: number;
}

/**
 * @throws {SavedObjectsError} 400 for lines that are no objects, too many, or the same object twice
 */
export async function readImportedObjects(
  text: string,
  { types, maxObjects }: ReadOptions
): Promise<ImportedObject[]> {
  const objects = new Map<string, ImportedObject>();
  const twice = new Set<string>();
  for await (const line of inSlices(linesOf(text))) {
    const object = readObject(line, types);
    if (!object) continue;
    const key = objectKey(object);
    if (objects.has(key)) twice.add(`${object.type}:${object.id}`);
    if (objects.size + twice.size > maxObjects - (objects.has(key) ? 0 : 1))
      throw savedObjectsErrors.badRequest(`Can't import more than ${maxObjects} objects`);
    objects.set(key, object);
  }
  if (twice.size > 0) {
    const names = [...twice].slice(0, MAX_NAMED).join();
    throw savedObjectsErrors.badRequest(`Non-unique import objects detected: [${names}]`);
  }
  return [...objects.values()];
}

/** @returns `undefined` for the last line of an export file */
function readObject(line: NdjsonLine, types: SavedObjectsTypeRegistry): ImportedObject | undefined {
  const { objectBytes } = SAVED_OBJECTS_LIMITS;
  if (Buffer.byteLength(line.text) > objectBytes) {
    throw savedObjectsErrors.tooLarge(
      `Line ${line.number} is larger than ${objectBytes} bytes, the most that a saved object may have.`
    );
  }
  const value = parseLine(line);
  if (isExportDetails(value)) return undefined;
  if (!LINE.Check(value)) {
    const error = LINE.Errors(value).First();
    const name = `line ${line.number}`;
    throw savedObjectsErrors.badRequest(
      error ? describeSchemaError(error, name) : `[${name}]: no saved object`
    );
  }
  const { type, id, references = [], migrationVersion, attributes } = value;
  const title = attributes[types.titleField(type)];
  const problem = problemOf(type, { attributes, references }, types);
  return {
    type,
    id,
    references,
    ...(migrationVersion && { migrationVersion }),
    ...(typeof title === 'string' && { title: title.slice(0, MAX_TITLE_LENGTH) }),
    ...(problem && { problem }),
    readAttributes: () => (parseLine(line) as typeof value).attributes,
  };
}

function problemOf(
  typeName: string,
  content: ObjectContent,
  types: SavedObjectsTypeRegistry
): ImportErrorReason | undefined {
  const type = types.get(typeName);
  if (!type || type.hidden || type.management?.importableAndExportable === false)
    return { type: 'unsupported_type' };
  try {
    assertShape(content);
    types.validate(typeName, content.attributes);
    return undefined;
  } catch (error) {
    return toReason(error);
  }
}

/** @throws what is no refusal of an object */
export function toReason(error: unknown): ImportErrorReason {
  if (!(error instanceof SavedObjectsError)) throw error;
  return { type: 'unknown', statusCode: error.statusCode, message: error.message };
}

/** @throws {SavedObjectsError} 400 */
export function readRetries(text: string | undefined): ImportRetry[] {
  if (text !== undefined && text.length > SAVED_OBJECTS_LIMITS.retriesLength) {
    throw savedObjectsErrors.tooLarge(
      `[request body.retries]: must not be longer than ${SAVED_OBJECTS_LIMITS.retriesLength} characters`
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    throw savedObjectsErrors.badRequest('[request body.retries]: expected a JSON list');
  }
  if (!RETRIES.Check(value)) {
    const error = RETRIES.Errors(value).First();
    throw savedObjectsErrors.badRequest(
      error ? describeSchemaError(error, 'request body.retries') : '[request body.retries]: invalid'
    );
  }
  return value;
}

/** The last line of an export file. */
const isExportDetails = (line: unknown): boolean =>
  typeof line === 'object' && line !== null && Object.hasOwn(line, 'exportedCount');
