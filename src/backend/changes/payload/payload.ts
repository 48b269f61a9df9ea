/**
 * Reading and checking request bodies, in the engine's order. Source:
 * docs/reference/engine.md#payload-checks.
 */
import { LimitExceededError } from '../../work/limit_exceeded';
import { isJsonObject } from '../../model/entity_shape';
import type { EngineSettings } from '../../contract/settings';
import type { EngineRequest, EngineResponse } from '../../contract/engine';
import { checkParsed, parseJson } from './json_text';
import type { DataType, PayloadRules } from './payload_rules';
import { invalid, RestFailure } from '../../model/answers';

export type Payload = Readonly<Record<string, unknown>>;

export const PARSE_FAILURE = 'Could not parse content of request.';
/** Longest strings, UTF-16 units. */
export type StringLimits = Pick<EngineSettings, 'maxStringLength' | 'maxDlsLength'>;

export const BODY_REQUIRED = 'Request body required for this action.';

/**
 * The parsed body, or `undefined` when there is none.
 * @throws {SyntaxError} unparsable text
 * @throws {LimitExceededError} text or body beyond a limit
 */
export function readBody(request: EngineRequest): unknown {
  if (request.body !== undefined) {
    checkParsed(request.body);
    return request.body;
  }
  if (request.rawBody === undefined || request.rawBody.trim() === '') return undefined;
  return parseJson(request.rawBody);
}

/** What is said of a body that `readBody` refused. */
export const bodyProblem = (error: unknown): string =>
  error instanceof LimitExceededError ? error.message : PARSE_FAILURE;

/**
 * Steps 1 to 6 of the checks.
 * @throws {RestFailure} envelope B
 */
export function readPayload(
  request: EngineRequest,
  rules: PayloadRules,
  limits: StringLimits
): Payload {
  let body: unknown;
  try {
    body = readBody(request);
  } catch (error) {
    throw new RestFailure(invalid(bodyProblem(error)));
  }
  if (
    body === undefined ||
    body === null ||
    typeof body !== 'object' ||
    Object.keys(body).length === 0
  ) {
    throw new RestFailure(invalid(BODY_REQUIRED));
  }
  // A list has no keys: those it lacks are told first.
  if (!isJsonObject(body)) throw new RestFailure(keyProblems({}, rules) ?? invalid(PARSE_FAILURE));
  checkPayload(body, rules, limits);
  return body;
}

/**
 * Steps 3 to 6, for bodies and for patched entities.
 * @param changedKeys - of a patch: only these are searched for null elements
 * @throws {RestFailure} envelope B
 */
export function checkPayload(
  payload: Payload,
  rules: PayloadRules,
  limits: StringLimits,
  changedKeys?: ReadonlySet<string>
): void {
  const failure =
    keyProblems(payload, rules) ??
    typeProblems(payload, rules.keys) ??
    nullElements(payload, changedKeys) ??
    longStrings(payload, limits);
  if (failure) throw new RestFailure(failure);
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
 * The whole document is searched, so a nested property with the name of a checked key is checked as
 * well.
 */
function typeProblems(
  payload: Payload,
  keys: ReadonlyMap<string, DataType>
): EngineResponse | undefined {
  const wrong = new Map<string, string>();
  for (const object of objectsWithin(payload)) {
    for (const [key, value] of Object.entries(object)) {
      const wanted = keys.get(key);
      if (wanted !== undefined && !hasType(value, wanted)) wrong.set(key, `${wanted} expected`);
    }
  }
  return wrong.size > 0 ? invalid('Wrong datatype', Object.fromEntries(wrong)) : undefined;
}

function hasType(value: unknown, wanted: DataType): boolean {
  switch (wanted) {
    case 'Array':
      return Array.isArray(value);
    case 'String':
      return typeof value === 'string';
    case 'Object':
      return isJsonObject(value);
    case 'Boolean':
      return (
        value === null ||
        typeof value === 'boolean' ||
        Number.isInteger(value) ||
        (typeof value === 'string' && /^(true|false)$/i.test(value))
      );
    case 'Integer':
      return Number.isInteger(value);
  }
}

function nullElements(
  payload: Payload,
  changedKeys?: ReadonlySet<string>
): EngineResponse | undefined {
  const roots = Object.entries(payload).filter(([key]) => changedKeys?.has(key) ?? true);
  for (const value of valuesWithin(Object.fromEntries(roots))) {
    if (Array.isArray(value) && value.some(isNullOrBlank)) {
      return invalid('`null` or blank values are not allowed as json array elements');
    }
  }
  return undefined;
}

const isNullOrBlank = (element: unknown): boolean =>
  element === null || (typeof element === 'string' && element.trim() === '');

function longStrings(
  payload: Payload,
  { maxStringLength, maxDlsLength }: StringLimits
): EngineResponse | undefined {
  for (const value of valuesWithin(payload)) {
    if (typeof value === 'string' && value.length > maxStringLength)
      return tooLong(maxStringLength);
    // Real queries do not fit into the limit of the newer engine, so queries have one of their own.
    const query = isJsonObject(value) && typeof value['dls'] === 'string' ? value['dls'] : '';
    if (query.length > maxDlsLength) return tooLong(maxDlsLength);
  }
  return undefined;
}

const tooLong = (maxLength: number): EngineResponse =>
  invalid(`String value exceeds the maximum allowed length of ${maxLength} characters`);

function* objectsWithin(root: unknown): Iterable<Payload> {
  for (const value of valuesWithin(root)) if (isJsonObject(value)) yield value;
}

/**
 * Every value of the tree but texts called `dls`; iterative, so that deep payloads cannot end the
 * stack.
 */
function* valuesWithin(root: unknown): Iterable<unknown> {
  const pending = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    yield value;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (key !== 'dls' || typeof child !== 'string') pending.push(child);
    }
  }
}

/** The engine also takes "true" and "false" as text, whole numbers, and null as false. */
export const toBoolean = (value: unknown): boolean | undefined =>
  value === undefined
    ? undefined
    : Number.isInteger(value)
      ? value !== 0
      : /^true$/i.test(String(value));
