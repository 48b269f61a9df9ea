/**
 * The subset of RFC 6902 that the engine supports: add, replace, remove. Works on parsed JSON,
 * never modifies its input, and applies a patch as a whole or not at all.
 */
import { ENGINE_LIMITS } from '../../contracts/limits';
import { isJsonObject } from '../model/entity_shape';
import { runToCompletion, type CooperativeTask } from '../scheduling/cooperative_task';

interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  /** Decoded segments; empty for the whole document. */
  readonly segments: readonly string[];
  readonly value?: unknown;
}

/**
 * One operation as sent. Missing members are reported when it is applied, after the entity was
 * found.
 */
export type SentOperation = unknown;

/** A malformed or inapplicable patch. The text is the message of the response. */
export class PatchError extends Error {}
/** The same, for errors that the engine reports in envelope C. */
export class PointerError extends Error {}

const SUPPORTED = ['add', 'replace', 'remove'];

/** @throws {PatchError} with the documented texts */
export function parsePatch(body: unknown): readonly SentOperation[] {
  if (!Array.isArray(body) || body.length === 0) throw new PatchError('Wrong request body');
  const operations: readonly SentOperation[] = body;
  const { patchOperations } = ENGINE_LIMITS;
  if (operations.length > patchOperations)
    throw new PatchError(`A patch has at most ${patchOperations} operations.`);
  const kinds = operations
    .map((operation) => (isJsonObject(operation) ? operation['op'] : undefined))
    .filter((op) => op !== undefined);
  if (kinds.length === 0) throw new PatchError('Wrong request body');
  const unsupported = kinds.find((op) => !SUPPORTED.includes(op as string));
  if (unsupported !== undefined) {
    throw new PatchError(
      `Unsupported patch operation: ${abbreviate(unsupported)}. Supported are: ${SUPPORTED.join(',')}`
    );
  }
  return operations;
}

const abbreviate = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100);

function complete(source: SentOperation): PatchOperation {
  if (!isJsonObject(source)) throw malformedError('not an object');
  const { op, path, value } = source;
  if (op === undefined) throw lacking('op');
  if (path === undefined) throw lacking('path');
  if (typeof path !== 'string') throw malformedError("non-text 'path' field");
  if (op !== 'remove' && !Object.hasOwn(source, 'value')) throw lacking('value');
  return { op: op as PatchOperation['op'], segments: parsePointer(path), value };
}

const malformedError = (problem: string): PatchError =>
  new PatchError(`Invalid JSON Patch payload (${problem})`);
const lacking = (field: string): PatchError => malformedError(`missing '${field}' field`);

/** The first segment of each path: the name of an entity in a patch of a collection. */
export const firstSegments = (operations: readonly SentOperation[]): readonly string[] =>
  listPaths(operations).flatMap((path) =>
    path.startsWith('/') ? toSegments(path).slice(0, 1) : []
  );

/** Whether an operation replaces the whole document. */
export const replacesWhole = (operations: readonly SentOperation[]): boolean =>
  operations.some(
    (operation) =>
      isJsonObject(operation) && operation['path'] === '' && operation['op'] !== 'remove'
  );

const listPaths = (operations: readonly SentOperation[]): readonly string[] =>
  operations
    .map((operation) => (isJsonObject(operation) ? operation['path'] : undefined))
    .filter((path) => typeof path === 'string');

/** RFC 6901: `~1` is a slash, `~0` a tilde. */
function parsePointer(path: string): readonly string[] {
  if (path === '') return [];
  if (!path.startsWith('/')) throw new PointerError('Missing leading slash');
  const odd = /~([^01]|$)/.exec(path);
  if (odd) throw new PointerError(`Invalid escape sequence ~${odd[1]} at index ${odd.index + 1}`);
  return toSegments(path);
}

const toSegments = (path: string): readonly string[] =>
  path
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

/** @throws {PatchError} if the target of an operation does not exist */
export function applyPatch(document: unknown, operations: readonly SentOperation[]): unknown {
  return runToCompletion(applyPatchInSteps(document, operations));
}

/**
 * Like `applyPatch`, in time slices. @throws {PatchError} if the target of an operation does not
 * exist
 */
export function* applyPatchInSteps(
  document: unknown,
  operations: readonly SentOperation[]
): CooperativeTask<unknown> {
  let patched = yield* deepCopy(document);
  for (const operation of operations) {
    patched = applyOperation(patched, complete(operation));
    yield;
  }
  return patched;
}

/** Clones one property per step; in a collection, one entity. */
function* deepCopy(document: unknown): CooperativeTask<unknown> {
  if (!isJsonObject(document)) return structuredClone(document);
  const copies: [string, unknown][] = [];
  for (const [key, value] of Object.entries(document)) {
    copies.push([key, structuredClone(value)]);
    yield;
  }
  return Object.fromEntries(copies);
}

function applyOperation(document: unknown, { op, segments, value }: PatchOperation): unknown {
  if (segments.length === 0) {
    if (op === 'remove') throw new PatchError('Cannot remove document root');
    return structuredClone(value);
  }
  const parent = segments.slice(0, -1).reduce<unknown>(getChild, document);
  const key = segments.at(-1) as string;
  if (Array.isArray(parent)) changeElement(parent, op, key, value);
  else if (isJsonObject(parent)) changeProperty(parent, op, key, value);
  else throw new PatchError(op === 'replace' ? PAST_SCALAR : CHANGED_PAST_SCALAR);
  return document;
}

const PAST_SCALAR = "Can't reference past scalar value";
const CHANGED_PAST_SCALAR = 'Cannot reference past scalar value';

function getChild(parent: unknown, segment: string): unknown {
  if (Array.isArray(parent)) {
    if (segment !== '-' && !isIndex(segment))
      throw new PatchError(`Can't reference field "${segment.slice(0, 100)}" on array`);
    // `-` refers to the position after the last element.
    if (segment === '-' || Number(segment) >= parent.length)
      throw new PatchError(`Array index ${segment} is out of bounds`);
    return parent[Number(segment)];
  }
  if (!isJsonObject(parent)) throw new PatchError(PAST_SCALAR);
  if (Object.hasOwn(parent, segment)) return parent[segment];
  throw missing(segment);
}

/** @param length - the first index that is out of bounds */
function indexOf(segment: string, length: number): number {
  if (!isIndex(segment)) throw new PatchError(`"${segment.slice(0, 100)}" is no index of an array`);
  if (Number(segment) < length) return Number(segment);
  throw new PatchError(`Array index ${segment} out of bounds`);
}

function changeElement(
  array: unknown[],
  op: PatchOperation['op'],
  key: string,
  value: unknown
): void {
  // Removing `-`, the position after the last element, has no effect and is not an error.
  if (key === '-' && op === 'remove') return;
  const isAdding = op === 'add';
  const index =
    key === '-' && isAdding ? array.length : indexOf(key, array.length + (isAdding ? 1 : 0));
  if (isAdding) array.splice(index, 0, structuredClone(value));
  else if (op === 'remove') array.splice(index, 1);
  else array[index] = structuredClone(value);
}

function changeProperty(
  object: Record<string, unknown>,
  op: PatchOperation['op'],
  key: string,
  value: unknown
): void {
  if (op === 'remove') {
    // Removing a missing property is not an error.
    delete object[key];
    return;
  }
  if (op === 'replace' && !Object.hasOwn(object, key)) throw missing(key);
  // Defined, not assigned, so that `__proto__` becomes an ordinary property.
  Object.defineProperty(object, key, {
    value: structuredClone(value),
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

const isIndex = (segment: string): boolean => /^(0|[1-9]\d{0,9})$/.test(segment);

const missing = (segment: string): PatchError =>
  new PatchError(`Missing field "${segment.slice(0, 100)}"`);
