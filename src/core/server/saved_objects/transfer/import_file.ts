/** Reads the lines of an import file and validates their structure. */
import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { SERVER_ERRORS, TRANSFER_ERRORS } from '../../../../contracts/errors';
import { type ObjectContent, objectKey, SavedObjectsError } from '../../../../backend/api';
import {
  IMPORT_RETRIES,
  type ImportErrorReason,
  type ImportRetry,
  type SavedObjectReference,
} from '../../../../contracts/api/saved_objects';
import { HTTP_LIMITS, SAVED_OBJECTS_LIMITS, type SavedObjectError } from '../../../common';
import { jsonProblem } from '../../http/body/json_scan';
import { assertShape } from '../object_validation';
import { invalidAt, schemaError } from '../schema_error';
import { iterateInSlices } from '../../../../workers';
import type { SavedObjectsTypeRegistry } from '../type_registry';

/**
 * A line of newline-delimited JSON, the format of export files. The file stays a buffer, and each
 * line is decoded when it is parsed: decoding a whole file in one step would block other requests.
 */
interface NdjsonLine {
  /** Line number starting at 1, counting blank lines. */
  readonly number: number;
  readonly bytes: Buffer;
}

const NEWLINE = 0x0a;
const BLANKS: readonly number[] = [0x20, 0x09, 0x0d];

/** Yields all lines, including blank ones, because the number of lines is limited. */
function* toLines(file: Buffer): Generator<NdjsonLine> {
  let number = 0;
  for (let start = 0; start < file.length;) {
    const found = file.indexOf(NEWLINE, start);
    const end = found < 0 ? file.length : found;
    yield { number: ++number, bytes: file.subarray(start, end) };
    start = end + 1;
  }
}

const isBlank = ({ bytes }: NdjsonLine): boolean => bytes.every((byte) => BLANKS.includes(byte));

/** @throws {SavedObjectsError} 400 with the number of the line that is not JSON */
function parseLine({ number, bytes }: NdjsonLine): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    throw new SavedObjectsError(TRANSFER_ERRORS.lineNotJson, {
      line: number,
      problem: (error as Error).message,
    });
  }
}

/**
 * An object of the file. Its attributes are not kept in memory, but parsed again when they are
 * written.
 */
export interface ImportedObject {
  readonly type: string;
  readonly id: string;
  readonly references: readonly SavedObjectReference[];
  readonly migrationVersion?: Readonly<Record<string, string>>;
  /** Shown to users. */
  readonly title?: string;
  /** Why the object cannot be imported at all. */
  readonly problem?: ImportErrorReason;
  readAttributes(): Record<string, unknown>;
}

/** Maximum length of a title in a response. */
const MAX_TITLE_LENGTH = 1_000;
/** Maximum number of objects named in one message. */
const MAX_NAMED = 20;
const RETRIES_PATH = 'request body.retries';

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
const RETRIES = TypeCompiler.Compile(IMPORT_RETRIES);

interface ReadOptions {
  readonly types: SavedObjectsTypeRegistry;
  /** Maximum number of objects in one file. */
  readonly maxObjects: number;
}

/**
 * @throws {SavedObjectsError} 400 for lines that are not objects, too many lines, or duplicate
 *   objects
 */
export async function readImportedObjects(
  file: Buffer,
  { types, maxObjects }: ReadOptions
): Promise<ImportedObject[]> {
  const objects = new Map<string, ImportedObject>();
  const twice = new Set<string>();
  const maxLines = SAVED_OBJECTS_LIMITS.linesPerObject * maxObjects;
  for await (const line of iterateInSlices(toLines(file))) {
    if (line.number > maxLines)
      throw new SavedObjectsError(TRANSFER_ERRORS.tooManyLines, { limit: maxLines });
    const object = readObject(line, types);
    if (!object) continue;
    const key = objectKey(object);
    if (objects.has(key)) twice.add(`${object.type}:${object.id}`);
    if (objects.size + twice.size > maxObjects - (objects.has(key) ? 0 : 1))
      throw new SavedObjectsError(TRANSFER_ERRORS.tooManyImported, { limit: maxObjects });
    objects.set(key, object);
  }
  if (twice.size > 0) {
    const named = [...twice].slice(0, MAX_NAMED).join();
    throw new SavedObjectsError(TRANSFER_ERRORS.notUnique, { objects: named });
  }
  return [...objects.values()];
}

/** @returns `undefined` for a blank line, and for the details line of an export file */
function readObject(line: NdjsonLine, types: SavedObjectsTypeRegistry): ImportedObject | undefined {
  const { objectBytes } = SAVED_OBJECTS_LIMITS;
  if (line.bytes.length > objectBytes) {
    throw new SavedObjectsError(TRANSFER_ERRORS.lineTooLarge, {
      line: line.number,
      limit: objectBytes,
    });
  }
  if (isBlank(line)) return undefined;
  assertValues(line);
  const value = parseLine(line);
  if (isExportDetails(value)) return undefined;
  if (!LINE.Check(value)) {
    const error = LINE.Errors(value).First();
    const name = `line ${line.number}`;
    throw error ? schemaError(error, name) : invalidAt(name, 'no saved object');
  }
  const { type, id, references = [], migrationVersion, attributes } = value;
  const title = attributes[types.titleField(type)];
  const problem = findProblem(type, { attributes, references }, types);
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

/** Applies the limits of JSON bodies: each value takes time to parse, validate and write. */
function assertValues({ number, bytes }: NdjsonLine): void {
  const { jsonDepth: depth, jsonValues: values } = HTTP_LIMITS;
  const problem = jsonProblem(bytes.toString(), { depth, values, items: values });
  if (!problem) return;
  const { definition, params } = problem;
  throw definition === SERVER_ERRORS.jsonTooManyValues
    ? new SavedObjectsError(TRANSFER_ERRORS.lineTooManyValues, { line: number, limit: values })
    : new SavedObjectsError(definition, params);
}

function findProblem(
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

/** @throws errors other than the rejection of an object */
export function toReason(error: unknown): ImportErrorReason {
  if (!(error instanceof SavedObjectsError)) throw error;
  return unknownReason(error.toItem());
}

export const unknownReason = ({
  error: _phrase,
  metadata: _metadata,
  ...error
}: SavedObjectError): ImportErrorReason => ({ type: 'unknown', ...error });

/** @throws {SavedObjectsError} 400 */
export function readRetries(text: string | undefined): readonly ImportRetry[] {
  if (text !== undefined && text.length > SAVED_OBJECTS_LIMITS.retriesLength) {
    throw new SavedObjectsError(TRANSFER_ERRORS.retriesTooLong, {
      limit: SAVED_OBJECTS_LIMITS.retriesLength,
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    throw invalidAt(RETRIES_PATH, 'expected a JSON list');
  }
  if (!RETRIES.Check(value)) {
    const error = RETRIES.Errors(value).First();
    throw error ? schemaError(error, RETRIES_PATH) : invalidAt(RETRIES_PATH, 'invalid');
  }
  return value;
}

/** Whether a line is the last line of an export file, with its details. */
const isExportDetails = (line: unknown): boolean =>
  typeof line === 'object' && line !== null && Object.hasOwn(line, 'exportedCount');
