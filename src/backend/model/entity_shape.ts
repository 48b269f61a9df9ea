/**
 * From a payload to the entity as GET shows it, and back to the form a JSON patch works on; fields,
 * kinds and order are those of the contract. Source: docs/reference/engine.md (defaults of missing
 * fields).
 */
import { ENTITIES, FLAG_FIELDS, type Entity, type ResourceType } from '../../contracts/entities';
import type { JsonSchema } from '../../contracts/schema';

type Json = Readonly<Record<string, unknown>>;

export interface Flags {
  readonly reserved?: boolean;
  readonly hidden?: boolean;
  readonly static?: boolean;
}

/** A value inside the payload that cannot become the entity; the text says which and why. */
export class ShapeError extends Error {}

/** By type; marks are set by the engine, whatever the payload says. */
const SHOWN = Object.fromEntries(
  Object.entries(ENTITIES).map(([type, { shown }]) => [type, Object.entries(shown.properties)])
) as unknown as Readonly<Record<ResourceType, readonly (readonly [string, JsonSchema])[]>>;

const MARKS: ReadonlySet<string> = new Set([...Object.keys(FLAG_FIELDS), 'static']);

/**
 * Fills defaults and drops nulls. Scalars become strings where strings are wanted, as the engine's
 * own deserialiser does.
 * @throws {ShapeError} unknown nested keys, objects where strings are wanted
 */
export function normaliseEntity(type: ResourceType, source: Json, flags: Flags = {}): Entity {
  const entity: Record<string, unknown> = {};
  for (const [key, schema] of SHOWN[type]) {
    const value = MARKS.has(key)
      ? (flags[key as keyof Flags] ?? false)
      : read(schema, source[key], key);
    if (value !== undefined) entity[key] = value;
  }
  return entity as unknown as Entity;
}

/** @returns `undefined` for an absent text; empty lists and maps for absent ones */
function read(schema: JsonSchema, value: unknown, at: string): unknown {
  // Hashes are kept apart.
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case 'array':
      return readList(schema.items ?? {}, value, at);
    case 'object':
      return textMap(value, at);
    default:
      return text(value, at);
  }
}

function readList(items: JsonSchema, value: unknown, at: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value))
    throw new ShapeError(`Cannot deserialize value of [${at}]: an array is expected`);
  const { properties } = items;
  return properties
    ? value.map((element, index) => readObject(properties, element, at, `${at}[${index}]`))
    : value.map((element) => text(element, at)).filter((element) => element !== undefined);
}

function readObject(
  properties: Readonly<Record<string, JsonSchema>>,
  source: unknown,
  list: string,
  at: string
): Json {
  if (!isJsonObject(source))
    throw new ShapeError(`Cannot deserialize value of [${list}]: an object is expected`);
  onlyKeys(source, properties, at);
  const object: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(properties)) {
    const value = read(schema, source[key], `${at}.${key}`);
    if (value !== undefined) object[key] = value;
  }
  return object;
}

/** The entity without default-valued properties: false flags, empty lists and maps, the hash. */
export function withoutDefaults(entity: Entity): Record<string, unknown> {
  const kept = Object.entries(entity).filter(([key, value]) => key !== 'hash' && !isDefault(value));
  return Object.fromEntries(kept.map(([key, value]) => [key, structuredClone(value)]));
}

const isDefault = (value: unknown): boolean =>
  value === false || value === null || value === undefined || isEmptyContainer(value);

const isEmptyContainer = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function text(value: unknown, at: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object')
    throw new ShapeError(`Cannot deserialize value of [${at}]: a string is expected`);
  return String(value);
}

function textMap(value: unknown, at: string): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value))
    throw new ShapeError(`Cannot deserialize value of [${at}]: an object is expected`);
  const entries = Object.entries(value).map(
    ([key, element]) => [key, text(element, `${at}.${key}`)] as const
  );
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined)
  );
}

function onlyKeys(source: Json, known: Json, at: string): void {
  const unknown = Object.keys(source).find((key) => !Object.hasOwn(known, key));
  if (unknown !== undefined) {
    throw new ShapeError(
      `Unrecognized field "${unknown.slice(0, 100)}" in [${at}], not marked as ignorable`
    );
  }
}
