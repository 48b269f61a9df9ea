/** Schema failures in the words of the ecosystem (docs/reference/core.md#headers-and-errors). */
import type { TSchema } from '@sinclair/typebox';
import type { ValueError } from '@sinclair/typebox/errors';

/** `[attributes.title]: expected value of type [string] but got [undefined]` */
export function describeSchemaError(error: ValueError, root: string): string {
  const path = error.path.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  return `[${root}${path}]: ${describeReason(error)}`;
}

/** The part after the path. */
export function describeReason(error: ValueError): string {
  const expected = typeName(error.schema);
  const actual = valueType(error.value);
  if (expected && expected !== actual && !(expected === 'integer' && actual === 'number')) {
    return `expected value of type [${expected}] but got [${actual}]`;
  }
  return error.message.charAt(0).toLowerCase() + error.message.slice(1);
}

export function valueType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const typeName = (schema: TSchema): string | undefined =>
  typeof schema.type === 'string' ? schema.type : undefined;
