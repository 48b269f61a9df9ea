/**
 * The difference of two JSON values as a JSON Patch (RFC 6902) of `add`, `remove` and `replace`.
 * Readable rather than minimal: lists are compared between their common prefix and suffix.
 */
import { isEqual } from 'lodash';
import { isJsonObject } from '../../model/entity_shape';

export interface DiffOperation {
  readonly op: 'add' | 'remove' | 'replace';
  /** JSON Pointer (RFC 6901). */
  readonly path: string;
  readonly value?: unknown;
}

/** Applying the operations in order to `before` gives `after`. */
export function jsonDiff(before: unknown, after: unknown): readonly DiffOperation[] {
  const found: DiffOperation[] = [];
  addDiff(before, after, '', found);
  return found;
}

type Json = Readonly<Record<string, unknown>>;

/** Appends to one list, because entities of a megabyte have tens of thousands of operations. */
function addDiff(before: unknown, after: unknown, path: string, into: DiffOperation[]): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) addListDiff(before, after, path, into);
  else if (isJsonObject(before) && isJsonObject(after)) addObjectDiff(before, after, path, into);
  else into.push({ op: 'replace', path, value: after });
}

function addObjectDiff(before: Json, after: Json, path: string, into: DiffOperation[]): void {
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) into.push({ op: 'remove', path: `${path}/${escapeText(key)}` });
  }
  for (const key of Object.keys(after)) {
    const value = after[key];
    if (!Object.hasOwn(before, key))
      into.push({ op: 'add', path: `${path}/${escapeText(key)}`, value });
    else if (before[key] !== value) addDiff(before[key], value, `${path}/${escapeText(key)}`, into);
  }
}

function addListDiff(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
  into: DiffOperation[]
): void {
  const shorter = Math.min(before.length, after.length);
  const start = sharedLength(shorter, (i) => isEqual(before[i], after[i]));
  if (start === before.length && start === after.length) return;
  const end = sharedLength(shorter - start, (i) => isEqual(before.at(-1 - i), after.at(-1 - i)));
  const oldEnd = before.length - end;
  const newEnd = after.length - end;
  const both = Math.min(oldEnd, newEnd);
  for (let i = start; i < both; i++) addDiff(before[i], after[i], `${path}/${i}`, into);
  for (let i = both; i < oldEnd; i++) into.push({ op: 'remove', path: `${path}/${both}` });
  for (let i = both; i < newEnd; i++)
    into.push({ op: 'add', path: `${path}/${i}`, value: after[i] });
}

function sharedLength(max: number, isShared: (index: number) => boolean): number {
  let length = 0;
  while (length < max && isShared(length)) length++;
  return length;
}

/** Escapes as in RFC 6901, section 3. */
export const escapeText = (segment: string): string =>
  /[~/]/.test(segment) ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment;
