/**
 * Converts a request body to an entity as in `GET`: reads it, checks it in the order of the
 * Security plugin, and adds defaults. Fields, types and order come from the contract.
 */
import { pick } from 'lodash';
import {
  ENTITIES,
  FLAG_FIELDS,
  type Entity,
  type EntityByType,
  type ResourceType,
} from '../../contracts/entities';
import type { JsonSchema } from '../../contracts/schema';
import { LimitExceededError } from '../scheduling/limit_exceeded';
import { isJsonObject, objectsWithin, valuesWithin } from './entity_shape';
import type { EngineSettings } from '../api/settings';
import type { EngineRequest, EngineResponse } from '../api/engine';
import { checkParsed, parseJson } from './json_text';
import type { DataType, PayloadRules } from './payload_rules';
import { coreError, invalid, RestError } from './responses';

export type Payload = Readonly<Record<string, unknown>>;

export const PARSE_FAILURE = 'Could not parse content of request.';
/** Length limits in UTF-16 code units, and the release line whose checks are applied. */
export type PayloadSettings = Pick<
  EngineSettings,
  'maxStringLength' | 'maxDlsLength' | 'compatibility'
> & {
  /** Blank names in lists are accepted on all releases, as in files. */
  readonly takesBlank?: boolean;
};

export const BODY_REQUIRED = 'Request body required for this action.';

/**
 * The parsed body, or `undefined` without one.
 * @throws {SyntaxError} for invalid JSON
 * @throws {LimitExceededError} for text or a body beyond a limit
 */
export function readBody(request: EngineRequest): unknown {
  if (request.body !== undefined) {
    checkParsed(request.body);
    return request.body;
  }
  if (request.rawBody === undefined || request.rawBody.trim() === '') return undefined;
  return parseJson(request.rawBody);
}

/** The error text for a body that `readBody` rejected. */
export const bodyProblem = (error: unknown): string =>
  error instanceof LimitExceededError ? error.message : PARSE_FAILURE;

/**
 * Steps 1 to 6 of the payload checks.
 * @throws {RestError} envelope B
 */
export function readPayload(
  request: EngineRequest,
  rules: PayloadRules,
  settings: PayloadSettings
): Payload {
  let body: unknown;
  try {
    body = readBody(request);
  } catch (error) {
    throw new RestError(invalid(bodyProblem(error)));
  }
  const payload = getObject(body, rules);
  checkPayload(payload, rules, settings);
  return payload;
}

/**
 * Steps 1 and 2, for bodies and for results of a patch.
 * @throws {RestError} envelope B
 */
export function getObject(value: unknown, rules: PayloadRules): Payload {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    throw new RestError(invalid(BODY_REQUIRED));
  // A list has no keys, so missing keys are reported first.
  if (!isJsonObject(value)) throw new RestError(keyProblems({}, rules) ?? invalid(PARSE_FAILURE));
  return value;
}

/**
 * Steps 3 to 6, for bodies and for patched entities.
 * @param changedKeys - for a patch: only these are checked for null elements
 * @throws {RestError} envelope B
 */
export function checkPayload(
  payload: Payload,
  rules: PayloadRules,
  settings: PayloadSettings,
  changedKeys?: ReadonlySet<string>
): void {
  const failure =
    keyProblems(payload, rules) ??
    typeProblems(payload, rules.keys, (expected) => expected !== 'Boolean') ??
    elementProblem(payload, settings, changedKeys) ??
    longStrings(payload, settings) ??
    // A cluster checks booleans last.
    typeProblems(payload, rules.keys, (expected) => expected === 'Boolean');
  if (failure) throw new RestError(failure);
}

function keyProblems(payload: Payload, rules: PayloadRules): EngineResponse | undefined {
  const sent = Object.keys(payload);
  const unknown = sent.filter((key) => !rules.keys.has(key));
  const missing = (rules.mandatory ?? []).filter((key) => !sent.includes(key));
  const oneOf = rules.oneOf && !rules.oneOf.some((key) => sent.includes(key)) ? rules.oneOf : [];
  if (unknown.length + missing.length + oneOf.length === 0) return undefined;
  return invalid('Invalid configuration', {
    ...keyGroup('invalid_keys', unknown),
    ...keyGroup('missing_mandatory_keys', missing),
    ...keyGroup('specify_one_of', oneOf),
  });
}

const keyGroup = (name: string, keys: readonly string[]) =>
  keys.length > 0 ? { [name]: { keys: keys.join(',') } } : {};

/**
 * Checks the whole document: a nested property with the name of a checked key is checked as well.
 */
function typeProblems(
  payload: Payload,
  keys: PayloadRules['keys'],
  isChecked: (expected: DataType) => boolean
): EngineResponse | undefined {
  const wrong = new Map<string, string>();
  for (const object of objectsWithin(payload)) {
    for (const [key, value] of Object.entries(object)) {
      const expected = keys.get(key);
      if (expected !== undefined && isChecked(expected) && !hasType(value, expected))
        wrong.set(key, `${expected} expected`);
    }
  }
  return wrong.size > 0 ? invalid('Wrong datatype', Object.fromEntries(wrong)) : undefined;
}

function hasType(value: unknown, expected: DataType): boolean {
  switch (expected) {
    case 'Array':
      return Array.isArray(value);
    case 'String':
      return typeof value === 'string';
    case 'Object':
      return isJsonObject(value);
    case 'Boolean':
      return isFlag(value);
    case 'Integer':
      return Number.isInteger(value);
    case 'Any':
      return true;
  }
}

/** Whether `toBoolean` accepts the value. */
export const isFlag = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  Number.isInteger(value) ||
  (typeof value === 'string' && /^(true|false|\s*)$/i.test(value));

/** Rejects null elements and, except on 2.19, blank ones. */
function elementProblem(
  payload: Payload,
  { compatibility, takesBlank = compatibility === '2.19' }: PayloadSettings,
  changedKeys?: ReadonlySet<string>
): EngineResponse | undefined {
  const isWrong = (element: unknown): boolean =>
    element === null || (!takesBlank && typeof element === 'string' && element.trim() === '');
  const roots = Object.entries(payload).filter(([key]) => changedKeys?.has(key) ?? true);
  for (const value of valuesWithin(Object.fromEntries(roots))) {
    if (Array.isArray(value) && value.some(isWrong)) {
      return invalid(
        takesBlank
          ? '`null` is not allowed as json array element'
          : '`null` or blank values are not allowed as json array elements'
      );
    }
  }
  return undefined;
}

function longStrings(payload: Payload, settings: TextLimits): EngineResponse | undefined {
  const found = findLongText(payload, settings);
  return (
    found && invalid(`String value exceeds the maximum allowed length of ${found.limit} characters`)
  );
}

type TextLimits = Pick<PayloadSettings, 'maxStringLength' | 'maxDlsLength'>;

/**
 * A text that is too long, with the keys that lead to it: `index_permissions.0.dls`. Iterative, so
 * that deep payloads cannot overflow the stack.
 */
export function findLongText(
  payload: Payload,
  { maxStringLength, maxDlsLength }: TextLimits
): { readonly key: string; readonly limit: number } | undefined {
  const pending = Object.entries(payload).map(([name, value]) => ({ key: name, name, value }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { key, name, value } = next;
    if (typeof value === 'string') {
      // Queries have their own limit, because the limit of 3.x is too short for real queries.
      const limit = name === 'dls' ? maxDlsLength : maxStringLength;
      if (value.length > limit) return { key, limit };
    } else if (typeof value === 'object' && value !== null)
      for (const [member, child] of Object.entries(value))
        pending.push({ key: `${key}.${member}`, name: member, value: child as unknown });
  }
  return undefined;
}

/**
 * Like the Security plugin, also accepts "true" and "false" as text, integers, and null and blank
 * text as `false`.
 */
export const toBoolean = (value: unknown): boolean | undefined =>
  value === undefined
    ? undefined
    : Number.isInteger(value)
      ? value !== 0
      : /^true$/i.test(String(value));

export interface Flags {
  readonly reserved?: boolean;
  readonly hidden?: boolean;
  readonly static?: boolean;
}

/** A nested value that does not fit the entity. Envelope C contains the location and the reason. */
export class ShapeError extends RestError {
  constructor(readonly problem: string) {
    super(coreError(400, 'json_mapping_exception', problem));
  }
}

/** Fields by type. The engine sets the marks, whatever the payload contains. */
const FIELDS_BY_TYPE = Object.fromEntries(
  Object.entries(ENTITIES).map(([type, { responseSchema }]) => [
    type,
    Object.entries(responseSchema.properties),
  ])
) as unknown as Readonly<Record<ResourceType, readonly (readonly [string, JsonSchema])[]>>;

const MARKS: ReadonlySet<string> = new Set([...Object.keys(FLAG_FIELDS), 'static']);

/**
 * Adds defaults and drops nulls. Converts scalars to strings where strings are expected, like the
 * plugin's deserializer.
 * @throws {ShapeError} for unknown nested keys, or objects where strings are expected
 */
export function normaliseEntity(type: ResourceType, source: Payload, flags: Flags = {}): Entity {
  const entity = FIELDS_BY_TYPE[type].map(
    ([key, schema]) =>
      [
        key,
        MARKS.has(key) ? (flags[key as keyof Flags] ?? false) : read(schema, source[key], key),
      ] as const
  );
  return present(entity) as unknown as Entity;
}

/**
 * The known parts of an entity that another release or a strange cluster shows. Values of a wrong
 * shape count as absent, so that one entity does not keep the whole list away.
 */
export function knownParts(type: ResourceType, source: Payload, flags: Flags): Entity {
  const known = FIELDS_BY_TYPE[type].map(([key, schema]) => {
    const value = source[key];
    if (!Array.isArray(value)) return [key, fits(schema, value) ? value : undefined] as const;
    const { properties } = schema.items ?? {};
    const elements = value.map((element: unknown) =>
      properties && isJsonObject(element) ? pick(element, Object.keys(properties)) : element
    );
    return [key, elements.filter((element) => fits(schema, [element]))] as const;
  });
  return normaliseEntity(type, Object.fromEntries(known), flags);
}

function fits(schema: JsonSchema, value: unknown): boolean {
  try {
    read(schema, value, '');
    return true;
  } catch {
    return false;
  }
}

/** The entity of a payload that may contain marks. @throws {ShapeError} */
export const entityFrom = <T extends ResourceType>(type: T, payload: Payload): EntityByType[T] =>
  normaliseEntity(type, payload, {
    reserved: toBoolean(payload['reserved']),
    hidden: toBoolean(payload['hidden']),
  }) as EntityByType[T];

/** @returns `undefined` for a missing text; empty lists and maps for missing ones */
function read(schema: JsonSchema, value: unknown, at: string): unknown {
  // Hashes are stored separately.
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case 'array':
      return readList(schema.items ?? {}, value, at);
    case 'object':
      return readMap(value, at);
    default:
      return readText(value, at);
  }
}

function readList(items: JsonSchema, value: unknown, at: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw misfit(at, 'an array');
  const { properties } = items;
  return properties
    ? value.map((element, index) => readObject(properties, element, at, `${at}[${index}]`))
    : value.map((element) => readText(element, at)).filter((element) => element !== undefined);
}

/** Reads a list of texts like the plugin's deserializer. @throws {ShapeError} */
export const readTexts = (value: unknown, at: string): readonly unknown[] =>
  readList({ type: 'string' }, value, at);

function readObject(
  properties: Readonly<Record<string, JsonSchema>>,
  source: unknown,
  list: string,
  at: string
): Payload {
  if (!isJsonObject(source)) throw misfit(list, 'an object');
  const unknown = Object.keys(source).find((key) => !Object.hasOwn(properties, key));
  if (unknown !== undefined)
    throw new ShapeError(
      `Unrecognized field "${unknown.slice(0, 100)}" in [${at}], not marked as ignorable`
    );
  return present(
    Object.entries(properties).map(([key, schema]) => [
      key,
      read(schema, source[key], `${at}.${key}`),
    ])
  );
}

function readMap(value: unknown, at: string): Payload {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw misfit(at, 'an object');
  return present(
    Object.entries(value).map(([key, element]) => [key, readText(element, `${at}.${key}`)])
  );
}

function readText(value: unknown, at: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object') throw misfit(at, 'a string');
  return String(value);
}

const misfit = (at: string, expected: string): ShapeError =>
  new ShapeError(`Cannot deserialize value of [${at}]: ${expected} is expected`);

const present = (entries: ReadonlyArray<readonly [string, unknown]>): Payload =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined));
