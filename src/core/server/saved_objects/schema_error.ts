/** Converts schema errors to messages as OpenSearch Dashboards words them. */
import type { TSchema } from '@sinclair/typebox';
import type { ValueError } from '@sinclair/typebox/errors';
import { VALIDATION_ERRORS } from '../../../contracts/errors';
import { SavedObjectsError } from '../../../backend/api';

/** `[attributes.title]: expected value of type [string] but got [undefined]` */
export function schemaError(error: ValueError, root: string): SavedObjectsError {
  const path = root + error.path.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const types = mismatch(error);
  return types
    ? new SavedObjectsError(VALIDATION_ERRORS.wrongType, {
        path,
        wanted: types.expected,
        got: types.got,
      })
    : invalidAt(path, inSentence(error.message));
}

/** @param problem - English text for users */
export const invalidAt = (path: string, problem: string): SavedObjectsError =>
  new SavedObjectsError(VALIDATION_ERRORS.invalid, { path, problem });

/** Returns the part of the message after the path. */
export function describeReason(error: ValueError): string {
  const types = mismatch(error);
  return types
    ? `expected value of type [${types.expected}] but got [${types.got}]`
    : inSentence(error.message);
}

function mismatch({ schema, value }: ValueError): { expected: string; got: string } | undefined {
  const expected = typeName(schema);
  const got = valueType(value);
  return expected && expected !== got && !(expected === 'integer' && got === 'number')
    ? { expected, got }
    : undefined;
}

const inSentence = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export function valueType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const typeName = (schema: TSchema): string | undefined =>
  typeof schema.type === 'string' ? schema.type : undefined;
