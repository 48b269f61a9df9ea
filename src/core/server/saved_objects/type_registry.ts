/** Registry of saved object types, which also validates attributes. */
import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler';
import type { TSchema } from '@sinclair/typebox';
import { schemaError } from './schema_error';
import type { SavedObjectsType } from './types';

const TYPE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

interface RegisteredType {
  readonly type: SavedObjectsType;
  readonly attributes?: TSchema;
  /**
   * Compiled with the first object of the type, so that unused types do not slow down the start.
   */
  check?: TypeCheck<TSchema>;
}

export class SavedObjectsTypeRegistry {
  private readonly types = new Map<string, RegisteredType>();
  private isClosed = false;

  /**
   * @throws for a name in use, a name with invalid characters, and after the registry was closed
   */
  register(type: SavedObjectsType): void {
    if (this.isClosed) throw new Error('Saved object types cannot be registered after "setup".');
    if (!TYPE_NAME.test(type.name)) {
      throw new Error(`Saved object type '${type.name}' must be letters, digits, "-" and "_".`);
    }
    if (this.types.has(type.name)) {
      throw new Error(`Saved object type '${type.name}' is already registered.`);
    }
    this.types.set(type.name, { type: Object.freeze({ ...type }), attributes: type.attributes });
  }

  close(): void {
    this.isClosed = true;
  }

  get(name: string): SavedObjectsType | undefined {
    return this.types.get(name)?.type;
  }

  getAll(): readonly SavedObjectsType[] {
    return [...this.types.values()].map(({ type }) => type);
  }

  titleField(name: string): string {
    return this.get(name)?.titleField ?? 'title';
  }

  /** Whether the type declares this attribute, so that it can be used for sorting. */
  hasAttribute(name: string, attribute: string): boolean {
    if (this.titleField(name) === attribute) return true;
    const properties = this.types.get(name)?.attributes?.properties as object | undefined;
    return properties !== undefined && Object.hasOwn(properties, attribute);
  }

  /**
   * Whether a filter may use this path: it is declared, or is inside an attribute declared without
   * properties, or the type declares no attributes.
   */
  mayHaveAttribute(name: string, path: readonly string[]): boolean {
    const schema = this.types.get(name)?.attributes;
    return !schema || path.join('.') === this.titleField(name) || isDeclared(schema, path);
  }

  /**
   * Validates attributes against the type's schema; unknown attributes are allowed.
   * @throws {SavedObjectsError} 400 `[attributes.title]: expected value of type [string] but got
   *   [undefined]`
   */
  validate(name: string, attributes: unknown): void {
    const registered = this.types.get(name);
    if (!registered?.attributes) return;
    registered.check ??= TypeCompiler.Compile(registered.attributes);
    if (registered.check.Check(attributes)) return;
    const error = registered.check.Errors(attributes).First();
    if (error) throw schemaError(error, 'attributes');
  }
}

function isDeclared(schema: TSchema, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (Array.isArray(schema['anyOf']))
    return (schema['anyOf'] as TSchema[]).some((option) => isDeclared(option, path));
  if (schema['type'] === 'array') return isDeclared(schema['items'] as TSchema, path);
  const properties = schema['properties'] as Record<string, TSchema> | undefined;
  if (properties) {
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return member !== undefined && isDeclared(member, rest);
  }
  return schema['type'] === undefined || schema['type'] === 'object';
}
