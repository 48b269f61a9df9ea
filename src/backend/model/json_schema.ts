/**
 * The little of JSON Schema (2020-12) that the model needs. One set of schemas validates payloads and
 * is published as OpenAPI, so that the two cannot differ.
 */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?:
    'string' | 'boolean' | 'integer' | 'number' | 'array' | 'object' | 'null' | readonly string[];
  readonly description?: string;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly enum?: readonly (string | null)[];
  readonly const?: string;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
}

export const textSchema = (description?: string): JsonSchema => ({
  type: 'string',
  ...described(description),
});
export const flagSchema = (description?: string): JsonSchema => ({
  type: 'boolean',
  ...described(description),
});
export const integerSchema = (description?: string): JsonSchema => ({
  type: 'integer',
  ...described(description),
});
export const textsSchema = (description?: string): JsonSchema => ({
  type: 'array',
  ...described(description),
  items: { type: 'string' },
});
export const mapSchema = (value: JsonSchema, description?: string): JsonSchema => ({
  type: 'object',
  ...described(description),
  additionalProperties: value,
});
/** An object with exactly these properties, none of them mandatory unless said so. */
export const objectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  more: Omit<JsonSchema, 'properties' | 'type'> = {}
): JsonSchema => ({
  type: 'object',
  ...more,
  properties,
  additionalProperties: more.additionalProperties ?? false,
});

const described = (description: string | undefined) =>
  description === undefined ? {} : { description };
