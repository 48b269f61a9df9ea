/**
 * Treats TypeBox objects as trees of configuration keys. A key is a leaf unless it is an object
 * with declared properties.
 */
import type { TSchema } from '@sinclair/typebox';

type Node = TSchema & {
  properties?: Record<string, TSchema>;
  required?: readonly string[];
  anyOf?: readonly TSchema[];
  const?: unknown;
  default?: unknown;
  type?: string;
  items?: TSchema;
  minimum?: number;
  maximum?: number;
  /** Custom annotation: the expected value, in words. */
  wants?: string;
  /** Custom annotation: the key is accepted, but has no effect. */
  noEffect?: boolean;
  /** Custom annotation: the value is never shown. */
  secret?: boolean;
  patternProperties?: Readonly<Record<string, TSchema>>;
};

export interface Leaf {
  /** Full dotted key. */
  readonly key: string;
  readonly schema: TSchema;
  /**
   * True for maps with arbitrary keys (`uiSettings.overrides`): dotted keys below it are its
   * entries.
   */
  readonly isMap: boolean;
}

export function listLeaves(path: string, schema: TSchema): Leaf[] {
  return Object.entries((schema as Node).properties ?? {}).flatMap(([name, child]) => {
    const key = `${path}.${name}`;
    if ((child as Node).properties) return listLeaves(key, child);
    return [{ key, schema: child, isMap: (child as Node).type === 'object' }];
  });
}

/** Returns the defaults of a section. Optional keys without a default are absent. */
export function getDefaults(schema: TSchema): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, child] of Object.entries((schema as Node).properties ?? {})) {
    const node = child as Node;
    if (node.properties) result[name] = getDefaults(child);
    else if (node.default !== undefined) result[name] = structuredClone(node.default);
  }
  return result;
}

/**
 * Returns the required keys (not optional, no default) that a value lacks, with their full names.
 */
export function missingKeys(path: string, schema: TSchema, value: Record<string, unknown>): Leaf[] {
  const node = schema as Node;
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const key = `${path}.${name}`;
    if ((child as Node).properties)
      return missingKeys(key, child, (value[name] ?? {}) as Record<string, unknown>);
    const isMissing = value[name] === undefined && (node.required ?? []).includes(name);
    return isMissing ? [{ key, schema: child, isMap: false }] : [];
  });
}

/** Returns the schema of a member of a map. @returns undefined where the schema expects none */
export function findMember(schema: TSchema | undefined, name: string): TSchema | undefined {
  const { properties = {}, patternProperties = {}, anyOf = [] } = (schema ?? {}) as Node;
  if (Object.hasOwn(properties, name)) return properties[name];
  const pattern = Object.keys(patternProperties).find((one) => new RegExp(one).test(name));
  if (pattern !== undefined) return patternProperties[pattern];
  return anyOf.map((one) => findMember(one, name)).find((one) => one !== undefined);
}

/** Returns the schema of the items of a list. @returns undefined where the schema expects none */
export function findItem(schema: TSchema | undefined): TSchema | undefined {
  const { items, anyOf = [] } = (schema ?? {}) as Node;
  return items ?? anyOf.map(findItem).find((one) => one !== undefined);
}

export const isSecret = (schema: TSchema): boolean => (schema as Node).secret === true;

/** Whether a value of this schema can contain a secret at any depth. */
export function hasSecret(schema: TSchema): boolean {
  const { properties = {}, patternProperties = {}, anyOf = [], items } = schema as Node;
  const parts = [
    ...Object.values(properties),
    ...Object.values(patternProperties),
    ...anyOf,
    ...(items ? [items] : []),
  ];
  return isSecret(schema) || parts.some(hasSecret);
}

export const hasEffect = (schema: TSchema): boolean => !(schema as Node).noEffect;

/** Describes the expected value of a key: `a whole number from 0 to 65535`. */
export function describeExpected(schema: TSchema): string {
  const node = schema as Node;
  if (node.wants) return node.wants;
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.anyOf) return describeUnion(node.anyOf);
  switch (node.type) {
    case 'integer':
    case 'number':
      return `a ${node.type === 'integer' ? 'whole number' : 'number'}${range(node)}`;
    case 'boolean':
      return 'true or false';
    case 'string':
      return 'text';
    case 'array':
      return 'a list';
    case 'object':
      return 'a map of keys to values';
    case 'null':
      return 'null';
    default:
      return 'another value';
  }
}

function describeUnion(members: readonly TSchema[]): string {
  const words = members.map(describeExpected);
  if (words.length === 1) return words[0] as string;
  const isChoice = members.every((member) => (member as Node).const !== undefined);
  const list = `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
  return isChoice ? `one of ${list}` : list;
}

function range({ minimum, maximum }: Node): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

/**
 * Converts text from the environment or the command line to the schema's type. Text that does not
 * fit stays text, so that the later validation reports it.
 */
export function coerceText(text: string, schema: TSchema): unknown {
  const node = schema as Node;
  if (node.anyOf) {
    if (node.anyOf.some((member) => (member as Node).const === text)) return text;
    for (const member of node.anyOf) {
      const value = coerceText(text, member);
      if (typeof value !== 'string') return value;
    }
    return text;
  }
  switch (node.const !== undefined ? typeof node.const : node.type) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'integer':
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    case 'null':
      return text === 'null' ? null : text;
    case 'array':
      return coerceList(text, node.items);
    case 'object':
      return text.trim().startsWith('{') ? parseJson(text) : text;
    default:
      return text;
  }
}

function coerceList(text: string, items: TSchema | undefined): unknown {
  if (text.trim().startsWith('[')) return parseJson(text);
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.map((part) => (items ? coerceText(part, items) : part));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
