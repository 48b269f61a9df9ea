/** The subset of JSON Schema (2020-12) that code reads from a schema. */
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
