/** Reads the lines of an import file and checks their shape. */
import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { savedObjectsErrors } from '../errors';
import { describeSchemaError } from '../schema_error';
import type { ImportedObject, ImportRetry } from './import_types';
import { parseNdjson } from './ndjson';

const REFERENCE = Type.Object({ name: Type.String(), type: Type.String(), id: Type.String() });
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
        Type.Array(Type.Object({ type: Type.String(), from: Type.String(), to: Type.String() }))
      ),
      createNewCopy: Type.Optional(Type.Boolean()),
      ignoreMissingReferences: Type.Optional(Type.Boolean()),
    })
  )
);

/** @throws {SavedObjectsError} 400 for lines that are no objects, too many, or the same object twice */
export function readImportedObjects(text: string, maxObjects: number): ImportedObject[] {
  const lines = parseNdjson(text).filter((line) => !isExportDetails(line));
  if (lines.length > maxObjects)
    throw savedObjectsErrors.badRequest(`Can't import more than ${maxObjects} objects`);
  const objects = lines.map((line, index) => {
    if (!LINE.Check(line)) {
      const error = LINE.Errors(line).First();
      throw savedObjectsErrors.badRequest(
        error
          ? describeSchemaError(error, `line ${index + 1}`)
          : `[line ${index + 1}]: no saved object`
      );
    }
    return { ...line, references: line.references ?? [] };
  });
  assertUnique(objects);
  return objects;
}

/** @throws {SavedObjectsError} 400 */
export function readRetries(text: string | undefined): ImportRetry[] {
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

function assertUnique(objects: readonly ImportedObject[]): void {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { type, id } of objects) {
    const key = `${type}:${id}`;
    if (seen.has(key)) twice.add(key);
    seen.add(key);
  }
  if (twice.size > 0)
    throw savedObjectsErrors.badRequest(
      `Non-unique import objects detected: [${[...twice].join()}]`
    );
}
