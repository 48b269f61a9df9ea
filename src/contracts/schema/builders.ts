/** Builders for schemas of the contracts, on top of TypeBox. Types are `Immutable<Static<…>>`. */
import {
  Type,
  type ArrayOptions,
  type IntegerOptions,
  type SchemaOptions,
  type Static,
  type StringOptions,
  type TObject,
  type TOptionalWithFlag,
  type TProperties,
  type TSchema,
  type TUnsafe,
} from '@sinclair/typebox';
import type { JsonSchema } from './json_schema';

/** Parsed data is read-only. */
export type Immutable<T> = T extends readonly (infer I)[]
  ? readonly Immutable<I>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;

/** The type that a schema describes. */
export type Shape<S extends TSchema> = Immutable<Static<S>>;

const describe = (description: string | undefined) =>
  description === undefined ? {} : { description };

export const text = (description?: string, more: StringOptions = {}) =>
  Type.String({ ...describe(description), ...more });
export const flag = (description?: string, more: SchemaOptions = {}) =>
  Type.Boolean({ ...describe(description), ...more });
export const integer = (description?: string, more: IntegerOptions = {}) =>
  Type.Integer({ ...describe(description), ...more });
export const texts = (description?: string, more: ArrayOptions = {}) =>
  Type.Array(Type.String(), { ...describe(description), ...more });

/** A string enumeration. */
export const stringEnum = <const T extends readonly string[]>(
  values: T,
  description?: string
): TUnsafe<T[number]> =>
  Type.Unsafe({ ...describe(description), type: 'string', enum: [...values] });

/** A map with values of one type. */
export const mapOf = <S extends TSchema>(
  value: S,
  description?: string
): TUnsafe<Record<string, Static<S>>> =>
  Type.Unsafe({ ...describe(description), type: 'object', additionalProperties: value });

/** Any object; its contents are validated elsewhere or not at all. */
export const anyObject = (description?: string): TUnsafe<Record<string, unknown>> =>
  Type.Unsafe({ ...describe(description), type: 'object' });

/** An object without additional properties. */
export const closedObject = <P extends TProperties>(
  properties: P,
  description?: string
): TObject<P> => Type.Object(properties, { ...describe(description), additionalProperties: false });

export const optional = <S extends TSchema>(schema: S): TOptionalWithFlag<S, true> =>
  Type.Optional(schema);

export const nullable = <S extends TSchema>(
  schema: S,
  description?: string
): TUnsafe<Static<S> | null> =>
  Type.Unsafe({ ...describe(description), anyOf: [schema, { type: 'null' }] });

/**
 * The schema of a request body in which fields with defaults can be omitted: no field is required.
 */
export function asSent(schema: JsonSchema): JsonSchema {
  const { required: _required, properties, items, ...rest } = schema;
  return {
    ...rest,
    ...(items && { items: asSent(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, inner]) => [key, asSent(inner)])
      ),
    }),
  };
}
