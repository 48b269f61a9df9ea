/**
 * Coerces JSON to a schema like the plugin's deserializer: flags may be text or integers, texts may
 * be flags or numbers, and null means a missing key.
 */
import { isJsonObject } from './entity_shape';
import type { JsonSchema } from '../../contracts/schema';

/** `pointer` is the JSON pointer of the location, `kind` the problem. */
export class SchemaMismatchError extends Error {
  constructor(
    readonly pointer: string,
    readonly kind: 'unknown' | 'value'
  ) {
    super(kind === 'unknown' ? 'unknown key' : 'wrong value');
  }
}

/**
 * @returns the value with boolean flags and without nulls for typed properties; free-form parts are
 *   unchanged
 * @throws {SchemaMismatchError} at the first mismatch
 */
export function coerceToSchema(schema: JsonSchema, value: unknown, pointer = ''): unknown {
  switch (schema.type) {
    case 'boolean':
      return flag(value) ?? misfit(pointer);
    case 'string':
      return ['string', 'number', 'boolean'].includes(typeof value)
        ? String(value)
        : misfit(pointer);
    case 'integer':
      return Number.isSafeInteger(value) && (value as number) >= (schema.minimum ?? -Infinity)
        ? value
        : misfit(pointer);
    case 'array':
      if (!Array.isArray(value)) return misfit(pointer);
      return value.map((element, index) =>
        schema.items
          ? coerceToSchema(schema.items, element, `${pointer}/${index}`)
          : (element as unknown)
      );
    case 'object':
      return isJsonObject(value) ? fittedObject(schema, value, pointer) : misfit(pointer);
    default:
      return value;
  }
}

function fittedObject(
  { properties = {}, additionalProperties = true }: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  pointer: string
): Record<string, unknown> {
  const entries = Object.entries(value).flatMap(([key, child]) => {
    const childPointer = `${pointer}/${key}`;
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (!known && additionalProperties === false)
      throw new SchemaMismatchError(childPointer, 'unknown');
    const schema = known ?? (additionalProperties === true ? {} : additionalProperties);
    if (child === null && typeof schema === 'object' && typeof schema.type === 'string') return [];
    return [[key, schema ? coerceToSchema(schema, child, childPointer) : child] as const];
  });
  return Object.fromEntries(entries);
}

/** Blank text means `false`. */
function flag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false|\s*)$/i.test(value)) return /^true$/i.test(value);
  return Number.isInteger(value) ? value !== 0 : undefined;
}

function misfit(pointer: string): never {
  throw new SchemaMismatchError(pointer, 'value');
}
