/**
 * Validates parameters, query and body of a route. Compiled once per route, on its first request.
 */
import type { TSchema } from '@sinclair/typebox';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import {
  CodedError,
  VALIDATION_ERRORS,
  type ErrorDefinition,
  type ErrorParams,
} from '../../../../contracts/errors';
import type { RouteValidation } from '../types';

type Part = 'params' | 'query' | 'body';

class RouteValidationError extends CodedError {}

export interface RouteValidator {
  /** @throws {RouteValidationError} with the documented message */
  check(part: Part, value: unknown): unknown;
}

interface Validators {
  readonly strict: Ajv;
  /** Converts text to the schema's type, because parameters and query are always text. */
  readonly coercing: Ajv;
}
let validators: Promise<Validators> | undefined;

/** Loads the validator before the first request that needs it. */
export const loadValidators = (): Promise<Validators> =>
  (validators ??= Promise.all([import('ajv'), import('ajv-formats')]).then(([{ Ajv }, formats]) => {
    const addFormats = formats.default as unknown as (ajv: Ajv) => Ajv;
    const options = { strict: false, useDefaults: true } as const;
    return {
      strict: addFormats(new Ajv(options)),
      coercing: addFormats(new Ajv({ ...options, coerceTypes: 'array' })),
    };
  }));

export async function compileValidation(
  validation: RouteValidation<TSchema, TSchema, TSchema>
): Promise<RouteValidator> {
  const { strict, coercing } = await loadValidators();
  const compile = (ajv: Ajv, schema: TSchema | undefined) =>
    schema && ajv.compile(closeObjects(schema));
  const compiled: Record<Part, ValidateFunction | undefined> = {
    params: compile(coercing, validation.params),
    query: compile(coercing, validation.query),
    body: compile(strict, validation.body),
  };
  return {
    check(part, value) {
      const validate = compiled[part];
      if (!validate) return part === 'body' ? undefined : {};
      // Ajv can write defaults into the root value only if it is a property of a wrapper object.
      const subject = value === undefined && validate(null) ? null : value;
      if (validate(subject)) return subject;
      const [error] = validate.errors as ErrorObject[];
      throw describe(
        part,
        error as ErrorObject,
        validate.errors as ErrorObject[],
        subject,
        validate.schema as TSchema
      );
    },
  };
}

/** Objects with declared properties reject other keys unless their schema allows them. */
function closeObjects<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closeObjects) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, child]) => [
      key,
      key === 'default' || key === 'const' || key === 'enum' || key === 'allOf'
        ? child
        : key === 'properties' || key === 'patternProperties'
          ? Object.fromEntries(
              Object.entries(child as object).map(([name, inner]) => [name, closeObjects(inner)])
            )
          : closeObjects(child),
    ])
  );
  if ('properties' in copy && !('additionalProperties' in copy) && !('patternProperties' in copy))
    copy['additionalProperties'] = false;
  return copy as T;
}

function describe(
  part: Part,
  first: ErrorObject,
  all: readonly ErrorObject[],
  value: unknown,
  schema: TSchema
): RouteValidationError {
  // For a failed union, its own error is more helpful than that of its first member.
  const error = all.find(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf') ?? first;
  const params = error.params as Record<string, unknown>;
  const path = error.instancePath.split('/').slice(1).map(decodePointer);
  if (error.keyword === 'required') path.push(params['missingProperty'] as string);
  if (error.keyword === 'additionalProperties') path.push(params['additionalProperty'] as string);
  const [definition, values] = reason(error, valueAt(value, path), schemaAt(schema, path));
  return new RouteValidationError(definition, {
    path: [`request ${part}`, ...path].join('.'),
    ...values,
  });
}

/** Returns the error and the values that its text quotes besides the path. */
function reason(
  { keyword, params, message = 'is not valid' }: ErrorObject,
  got: unknown,
  schema: TSchema | undefined
): [ErrorDefinition, ErrorParams] {
  const { limit = 0, type = '' } = params as { limit?: number; type?: string };
  const known = REFUSED_BY[keyword];
  if (known) return [known, { length: (got as { length?: number } | null)?.length ?? 0, limit }];
  switch (keyword) {
    case 'required':
    case 'type':
      return schema?.['type'] === undefined && got === undefined
        ? [VALIDATION_ERRORS.missing, {}]
        : [
            VALIDATION_ERRORS.wrongType,
            { wanted: String(schema?.['type'] ?? type), got: typeName(got) },
          ];
    case 'anyOf':
    case 'oneOf':
    case 'const':
    case 'enum':
      if (got === undefined) return [VALIDATION_ERRORS.missing, {}];
      return [VALIDATION_ERRORS.notOneOf, { values: alternatives(schema).join(', ') }];
    case 'additionalProperties':
      return [VALIDATION_ERRORS.unknownKey, {}];
    default:
      return [VALIDATION_ERRORS.invalid, { problem: message }];
  }
}

const REFUSED_BY: Readonly<Record<string, ErrorDefinition>> = {
  minLength: VALIDATION_ERRORS.tooShort,
  maxLength: VALIDATION_ERRORS.tooLong,
  minItems: VALIDATION_ERRORS.tooFew,
  maxItems: VALIDATION_ERRORS.tooMany,
  minimum: VALIDATION_ERRORS.tooSmall,
  maximum: VALIDATION_ERRORS.tooLarge,
};

const decodePointer = (part: string): string => part.replace(/~1/g, '/').replace(/~0/g, '~');

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (node, name) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, name)
        ? (node as Record<string, unknown>)[name]
        : undefined,
    value
  );

function schemaAt(schema: TSchema, path: readonly string[]): TSchema | undefined {
  return path.reduce<TSchema | undefined>((node, name) => {
    if (node?.['type'] === 'array') return node['items'] as TSchema;
    const properties = node?.['properties'] as Record<string, TSchema> | undefined;
    return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
  }, schema);
}

function alternatives(schema: TSchema | undefined): string[] {
  const members = (schema?.['anyOf'] ?? schema?.['enum'] ?? [schema?.['const']]) as unknown[];
  return members.map((member) => {
    if (typeof member !== 'object' || member === null) return String(member);
    const { const: constant, type } = member as { const?: unknown; type?: string };
    return constant === undefined ? String(type ?? 'another shape') : String(constant);
  });
}

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'Array' : typeof value;
